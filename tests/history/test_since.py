"""``validate --since``: what is told of a repository whose files have changed."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import kfexport
from history.repositories import HEAD, PNG, Bank, fails, question
from kfexport.history.repository import HistoryError, revision


@pytest.fixture
def bank(tmp_path: Path) -> Bank:
    found = Bank(tmp_path)
    found.write("quiz.yaml", question("a"), question("b"), question("c", twin=False))
    found.commit()
    return found


def test_nothing_is_told_where_nothing_has_changed(bank: Bank) -> None:
    report = kfexport.validate(bank.root / "quiz.yaml", since="HEAD")
    assert (report.diagnostics, report.changed, report.questions, report.ok) == ((), 0, 3, True)


def test_only_the_question_that_changed_is_told(bank: Bank) -> None:
    bank.write("quiz.yaml", question("a"), question("b", "What?"), question("c", twin=False))
    assert bank.told() == [("KF203", "b")]
    assert kfexport.validate(bank.root, since="HEAD").changed == 1


@pytest.mark.parametrize("staged", [True, False])
def test_a_fault_that_came_in_is_told(bank: Bank, staged: bool) -> None:
    bank.write("quiz.yaml", question("a"), question("b"), question("c"))
    if staged:
        bank.git("add", "-A")
    assert bank.told() == [("KF203", "c")]


def test_a_fault_of_the_last_commit_is_told_since_the_one_before(bank: Bank) -> None:
    bank.write("quiz.yaml", question("a"), question("b"), question("c"))
    bank.commit()
    assert bank.told("HEAD") == []
    assert bank.told("HEAD~1") == [("KF203", "c")]


def test_moved_lines_comments_and_layout_are_no_change(bank: Bank) -> None:
    b = question("b").replace("prompt: Which?", 'prompt: "Which?"  # a comment')
    bank.write("quiz.yaml", "\n  # three\n", question("c", twin=False), b, question("a"))
    assert bank.told() == []


def test_a_new_question_and_a_new_file_are_told(bank: Bank) -> None:
    bank.write("quiz.yaml", question("new"), question("a"), question("b"), question("c", twin=False))
    bank.write("more/other.yaml", question("a"), head=HEAD.replace("demo", "other"))
    assert sorted(bank.told()) == [("KF203", "a"), ("KF203", "new")]


@pytest.mark.parametrize(
    "name", ["a b.yaml", "クイズ.yaml", "50%.yaml", "new\nline.yaml", "-q.yaml", "é.yaml", ":x.yaml"]
)
def test_names_of_files_may_be_odd(bank: Bank, name: str) -> None:
    head = HEAD.replace("demo", "odd")
    bank.write(name, question("a"), question("b"), head=head)
    bank.commit()
    assert bank.told("HEAD", name) == []
    bank.write(name, question("a"), question("b", "Why?"), head=head)
    assert bank.told("HEAD", name) == [("KF203", "b")]


def test_a_file_that_was_renamed_is_compared_with_what_it_was(bank: Bank) -> None:
    bank.git("mv", "quiz.yaml", "renamed.yaml")
    assert bank.told() == []
    bank.write("renamed.yaml", question("a"), question("b", "What?"), question("c", twin=False))
    assert bank.told() == [("KF203", "b")]


def test_a_question_that_cannot_be_read_is_compared_by_its_lines(bank: Bank) -> None:
    broken = question("d").replace("prompt:", "promt:")
    bank.write("quiz.yaml", question("a"), broken, question("c", twin=False))
    bank.commit()
    bank.write("quiz.yaml", question("c", "Why?", twin=False), question("a"), broken)
    assert bank.told() == []
    bank.write("quiz.yaml", question("a"), broken.replace("Which?", "Why?"), question("c", twin=False))
    assert {code for code, _ in bank.told()} == {"KF101"}


def test_a_syntax_error_in_a_changed_file_is_always_told(bank: Bank) -> None:
    bank.write("quiz.yaml", question("a"), "  - id: [\n", question("c", twin=False))
    assert {code for code, _ in bank.told()} == {"KF010"}
    bank.write("quiz.yaml", question("a"), question("b"), question("c", twin=False), "  - id: [\n")
    assert {code for code, _ in bank.told()} == {"KF010"}
    bank.commit()
    assert bank.told() == []


def test_a_key_of_the_quiz_is_told_where_the_quiz_has_changed(bank: Bank) -> None:
    head = HEAD.replace("lang: en", "lang: jp")
    bank.write("quiz.yaml", question("a", twin=False), head=head)
    bank.commit()
    assert bank.told() == []
    bank.write("quiz.yaml", question("a", twin=False), question("b", twin=False), head=head)
    assert bank.told() == [("KF212", None)]


def test_what_all_texts_take_from_the_quiz_changes_all_questions(bank: Bank) -> None:
    bank.write("quiz.yaml", question("a"), question("b"), head=HEAD.replace("lang: en", "lang: de"))
    assert bank.told() == [("KF203", "a"), ("KF203", "b")]


def test_an_image_that_went_is_told_of_the_questions_that_show_it(bank: Bank) -> None:
    (bank.root / "net.png").write_bytes(PNG)
    bank.write("quiz.yaml", question("a", "'![A net](net.png)'"), question("b"))
    bank.commit()
    assert bank.told() == []
    (bank.root / "net.png").unlink()
    assert bank.told() == [("KF030", "a"), ("KF203", "a")]


def test_a_finding_about_two_files_is_told_where_either_has_changed(bank: Bank) -> None:
    other = bank.write("z.yaml", question("a", twin=False))  # of the same quiz id
    assert bank.told() == [("KF202", None)]
    bank.commit()
    assert bank.told() == []
    assert other.exists()


def test_a_branch_is_not_blamed_for_what_others_changed(bank: Bank) -> None:
    bank.git("checkout", "-q", "-b", "feature")
    bank.write("quiz.yaml", question("a", "Mine?"), question("b"), question("c", twin=False))
    bank.commit()
    bank.git("checkout", "-q", "main")
    bank.write("quiz.yaml", question("a"), question("b", "Theirs?"), question("c", twin=False))
    bank.commit()
    bank.git("checkout", "-q", "feature")
    assert bank.told("main") == [("KF203", "a")]


def test_it_works_from_a_folder_below_and_through_a_link(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    bank.write("sub/deep/other.yaml", question("a"), head=HEAD.replace("demo", "other"))
    bank.commit()
    bank.write("sub/deep/other.yaml", question("a", "Why?"), head=HEAD.replace("demo", "other"))
    monkeypatch.chdir(bank.root / "sub")
    assert [d.code for d in kfexport.validate("deep", since="HEAD").diagnostics] == ["KF203"]
    (bank.root / "link").symlink_to(bank.root / "sub")
    assert bank.told("HEAD", "link/deep/other.yaml") == [("KF203", "a")]


def test_losses_of_targets_are_told_of_changed_questions_alone(bank: Bank) -> None:
    essay = "  - id: {}\n    type: essay\n    prompt: Why?\n    response: {{max_words: 10}}\n"
    bank.write("quiz.yaml", essay.format("a"), essay.format("b"))
    bank.commit()
    bank.write("quiz.yaml", essay.format("a"), essay.format("b").replace("Why?", "How?"))
    report = kfexport.validate(bank.root, targets=["qti21"], since="HEAD")
    assert [(d.code, d.question) for d in report.diagnostics] == [("KF402", "b")]


# What git cannot tell


def test_a_revision_that_does_not_exist(bank: Bank) -> None:
    assert fails(bank.root, "mian") == "git knows no revision “mian”. Check its spelling."
    assert fails(bank.root, "--all") == "git knows no revision “--all”. Check its spelling."
    assert fails(bank.root, "") == "git knows no revision “”. Check its spelling."


def test_no_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    (tmp_path / "quiz.yaml").write_text(HEAD + question("a"))
    expected = f"{tmp_path} is in no git repository, so nothing is known of earlier revisions. Leave --since away."
    assert fails(tmp_path / "quiz.yaml", "HEAD") == expected


def test_a_repository_without_commits(tmp_path: Path) -> None:
    empty = Bank(tmp_path)
    empty.write("quiz.yaml", question("a"))
    assert fails(tmp_path, "HEAD") == "git knows no revision “HEAD”. The repository has no commits yet."


def test_a_shallow_clone_names_the_cure(bank: Bank, tmp_path_factory: pytest.TempPathFactory) -> None:
    first = bank.git("rev-parse", "HEAD").strip()
    bank.write("quiz.yaml", question("a"))
    bank.commit()
    clone = tmp_path_factory.mktemp("clone")
    bank.git("clone", "-q", "--depth=1", bank.root.as_uri(), str(clone / "it"))
    assert fails(clone / "it", first) == (
        f"git knows no revision “{first}”. The clone is shallow, so it may not hold it: run `git fetch --unshallow`, "
        "or set `fetch-depth: 0` for actions/checkout."
    )


def test_git_may_be_missing(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert fails(bank.root, "HEAD") == "git is not installed, or not on the PATH. Install it, or leave --since away."


def test_standard_input_has_no_past(feed: Callable[[str], None]) -> None:
    feed(HEAD + question("a"))
    with pytest.raises(ValueError, match="standard input has no earlier revision"):
        kfexport.validate("-", since="HEAD")


@pytest.fixture
def feed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    import io

    def give(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    return give


def test_a_copy_without_trust_is_told(bank: Bank, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fake = tmp_path / "bin"
    fake.mkdir()
    script = fake / "git"
    script.write_text("#!/bin/sh\necho \"fatal: detected dubious ownership in repository at '/repo'\" >&2\nexit 128\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{fake}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(HistoryError, match=r"git config --global --add safe\.directory"):
        revision(bank.root, "HEAD")
