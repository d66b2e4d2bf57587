"""Identities in exports, made from ids alone. They must never change: importers match on them.

``tests/test_identity.py`` holds literal values.
"""

import re
from functools import lru_cache
from hashlib import sha256
from typing import Final

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9]")
_LABEL_LENGTH: Final = 15
_DIGEST_LENGTH: Final = 12
MOODLE_IDNUMBER_LIMIT: Final = 100
"""Moodle's column ``question_bank_entries.idnumber`` holds 100 characters."""


def digest(key: str, length: int = _DIGEST_LENGTH) -> str:
    """The first ``length`` hex digits of SHA-256 of ``key`` in UTF-8."""
    return sha256(key.encode()).hexdigest()[:length]


def _identifier(prefix: str, label: str, key: str) -> str:
    return f"{prefix}-{_UNSAFE.sub('-', label[:_LABEL_LENGTH])}-{digest(key)}"


@lru_cache(maxsize=2**15)
def item_identifier(key: str, question_id: str) -> str:
    """QTI and Canvas identifier of a question, also the base of its file name: at most 30 characters, NCName."""
    return _identifier("q", question_id, key)


def test_identifier(quiz_id: str) -> str:
    """QTI and Canvas identifier of a test or quiz."""
    return _identifier("t", quiz_id, quiz_id)


def group_identifier(quiz_id: str, section_id: str) -> str:
    """Canvas identifier of a section from which questions are drawn."""
    return _identifier("g", section_id, f"{quiz_id}/{section_id}")


def block_identifier(quiz_id: str, kind: str, *ids: str) -> str:
    """Canvas identifier of a text between questions, as of a question: the text of a ``section``, or a ``stimulus``
    with the question before which it stands. No question's key has a ``#``."""
    return _identifier("q", ids[0], f"{quiz_id}#{kind}/{'/'.join(ids)}")


def answer_number(key: str, name: str, attempt: int = 0) -> str:
    """Canvas identifier of an answer, ``name`` in the question of the key: 15 digits, as many as JavaScript keeps.

    Canvas asks for digits alone. ``attempt`` gives other ones where those of two answers are the same.
    """
    text = f"{key}#{name}" if not attempt else f"{key}#{name}#{attempt}"
    return str(10**14 + int.from_bytes(sha256(text.encode()).digest()[:8], "big") % (9 * 10**14))


def choice_identifier(position: int, choice_id: str | None) -> str:
    """QTI identifier of a choice: from its id where it has one, else from its position (from 1).

    Positions give ``RESPONSE_n``, the form by which Canvas pairs a choice with its comment.
    """
    return f"RESPONSE_{position}" if choice_id is None else _identifier("c", choice_id, choice_id)


def idnumber(key: str) -> str:
    """Moodle's idnumber: the key, or a cut of it with a digest where it is too long."""
    if len(key) <= MOODLE_IDNUMBER_LIMIT:
        return key
    return f"{key[: MOODLE_IDNUMBER_LIMIT - _DIGEST_LENGTH - 1]}-{digest(key)}"


def anki_guid(key: str, kind: str) -> str:
    """Anki's note id; ``kind`` is ``basic``, ``typing`` or ``cloze``, since a note cannot change its kind."""
    return f"kf-{digest(f'{key}#{kind}', 20)}"
