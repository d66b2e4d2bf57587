"""The schema in an editor, where Node.js and npm are there and the server can be installed."""

import pytest

from editor.check import EVERY_KEY, problems
from editor.language_server import UnavailableError
from kfexport.bank.reader import read


def test_the_schema_works_in_an_editor() -> None:
    """One test, so that of several workers only one installs and asks; `python -m tests.editor.check` says the same."""
    try:
        found = list(problems())
    except UnavailableError as reason:
        pytest.skip(str(reason))
    assert found == []


def test_the_file_with_every_key_is_a_quiz() -> None:
    """So what an editor must not mark is nothing that the reader refuses; keys without a value it warns of."""
    reading = read(EVERY_KEY.name, EVERY_KEY.read_bytes(), named=True)
    assert reading.quiz is not None
    assert {d.code for d in reading.diagnostics} == {"KF019"}
