"""Which rules run in a build: those that an export depends on, and what somebody asked for."""

from pathlib import Path

import pytest

import kfexport

HEAD = "format: 1\nid: demo\ntitle: Demo\nlang: en\nquestions:\n"
TOPICS = ("pods", "probes", "nodes", "images", "volumes", "secrets", "jobs")


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    """Seven questions whose second choice is right: KF250."""
    path = tmp_path / "demo.yaml"
    path.write_text(HEAD + "".join(
        f"  - id: {topic}\n    type: single_choice\n    prompt: What do {topic} do?\n    choices:\n"
        f"      - sleep\n      - text: work\n        correct: true\n      - rest\n      - wait\n" for topic in TOPICS
    ))  # fmt: skip
    return path


def built(bank: Path, **more: object) -> list[str]:
    settings = kfexport.Settings(**more)  # type: ignore[arg-type]
    return [
        d.code for d in kfexport.build(bank, targets=["moodle"], out=bank.parent / "out", settings=settings).diagnostics
    ]


def test_advice_is_for_who_checks(bank: Path) -> None:
    assert [d.code for d in kfexport.validate(bank).diagnostics] == ["KF250"]
    assert built(bank) == []


@pytest.mark.parametrize("word", ["KF250", "key-position", "KF25"])
def test_a_build_gives_the_advice_that_is_selected(bank: Path, word: str) -> None:
    assert built(bank, select=(word,)) == ["KF250"]


def test_advice_that_was_made_an_error_stops_a_build(bank: Path) -> None:
    (bank.parent / "kfexport.toml").write_text('[severity]\nkey-position = "error"\n')
    assert built(bank) == ["KF250"]
    assert not (bank.parent / "out").exists()


def test_a_comment_against_advice_is_of_use_though_no_build_needs_it(bank: Path) -> None:
    bank.write_text("# kfexport: disable=KF250\n" + bank.read_text())
    assert kfexport.validate(bank).diagnostics == ()
    assert built(bank) == []
