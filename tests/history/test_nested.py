"""``validate --since`` where repositories lie within each other: submodules, and others that git does not know of."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kfexport
from history.repositories import HEAD, PNG, Bank, fails, question


def bank(root: Path, ident: str) -> Bank:
    """A repository with one quiz, whose questions `a` and `b` are at fault."""
    root.mkdir(parents=True)
    found = Bank(root)
    found.write("quiz.yaml", question("a"), question("b"), head=HEAD.replace("demo", ident))
    found.commit()
    return found


def change(repository: Bank, ident: str, prompt: str = "What?") -> None:
    """Let `b` say something else."""
    repository.write("quiz.yaml", question("a"), question("b", prompt), head=HEAD.replace("demo", ident))


@pytest.fixture
def outer(tmp_path: Path) -> Bank:
    return bank(tmp_path / "outer", "outer")


@pytest.fixture
def inner(outer: Bank, tmp_path: Path) -> Bank:
    """A submodule `sub`, with a quiz that was there when it was added."""
    bank(tmp_path / "origin", "inner")
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(tmp_path / "origin"), "sub")
    outer.commit()
    found = Bank.__new__(Bank)
    found.root = outer.root / "sub"
    found.git("config", "user.email", "a@example.org")
    found.git("config", "user.name", "A")
    return found


def told(outer: Bank, since: str, *paths: str) -> list[tuple[str, str, str | None]]:
    report = kfexport.validate([str(outer.root / p) for p in paths or (".",)], since=since)
    assert all(d.where is not None for d in report.diagnostics)
    files = [os.path.relpath(d.where.source.name, outer.root) for d in report.diagnostics if d.where is not None]
    found = zip(files, report.diagnostics, strict=True)
    return [(file, d.code, d.question) for file, d in found if d.code not in ("KF256",)]


def test_nothing_is_told_of_a_submodule_that_is_as_it_was(outer: Bank, inner: Bank) -> None:
    assert inner.root.is_dir()
    assert told(outer, "HEAD") == []
    assert told(outer, "HEAD", "sub", ".") == []


def test_a_change_in_a_submodule_is_told(outer: Bank, inner: Bank) -> None:
    change(inner, "inner")
    assert told(outer, "HEAD") == [("sub/quiz.yaml", "KF203", "b")]


@pytest.mark.parametrize("paths", [(".",), ("quiz.yaml", "sub"), ("sub", "quiz.yaml"), ("sub/quiz.yaml", ".")])
def test_a_change_in_both_is_told_of_both_in_whatever_order(paths: tuple[str, ...], outer: Bank, inner: Bank) -> None:
    change(inner, "inner")
    change(outer, "outer")
    assert sorted(told(outer, "HEAD", *paths)) == [("quiz.yaml", "KF203", "b"), ("sub/quiz.yaml", "KF203", "b")]


def test_a_submodule_is_compared_with_the_commit_that_the_outer_revision_had_of_it(outer: Bank, inner: Bank) -> None:
    change(inner, "inner")
    inner.commit()
    assert told(outer, "HEAD") == [("sub/quiz.yaml", "KF203", "b")]  # the outer repository does not have it yet
    assert told(outer, "HEAD", "sub") == []  # here HEAD is the submodule's own
    assert told(outer, "HEAD~1", "sub") == [("sub/quiz.yaml", "KF203", "b")]
    outer.commit()
    assert told(outer, "HEAD") == []
    assert told(outer, "HEAD~1") == [("sub/quiz.yaml", "KF203", "b")]


def test_a_name_means_one_thing_in_a_run(outer: Bank, inner: Bank) -> None:
    """`start` is a tag of both repositories, and not of the same time."""
    outer.git("tag", "start")
    change(inner, "inner")
    inner.commit()
    inner.git("tag", "start")
    assert told(outer, "start") == [("sub/quiz.yaml", "KF203", "b")]
    assert told(outer, "start", "sub") == []


def test_a_submodule_that_was_not_there_is_new(outer: Bank, inner: Bank) -> None:
    assert inner.root.is_dir()
    assert told(outer, "HEAD~1") == [("sub/quiz.yaml", "KF203", "a"), ("sub/quiz.yaml", "KF203", "b")]


def test_a_submodule_in_a_submodule(outer: Bank, inner: Bank, tmp_path: Path) -> None:
    bank(tmp_path / "deep", "deep")
    inner.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(tmp_path / "deep"), "deep")
    inner.commit()
    outer.commit()
    assert told(outer, "HEAD") == []
    path = inner.root / "deep" / "quiz.yaml"
    path.write_text(HEAD.replace("demo", "deep") + question("a", "Why?") + question("b"), encoding="utf-8")
    assert told(outer, "HEAD") == [("sub/deep/quiz.yaml", "KF203", "a")]
    new = [("sub/deep/quiz.yaml", "KF203", "a"), ("sub/deep/quiz.yaml", "KF203", "b")]
    assert told(outer, "HEAD~1") == new
    assert told(outer, "HEAD~2") == [*new, ("sub/quiz.yaml", "KF203", "a"), ("sub/quiz.yaml", "KF203", "b")]


def test_an_image_in_a_submodule(outer: Bank, inner: Bank) -> None:
    (inner.root / "net.png").write_bytes(PNG)
    inner.commit()
    outer.write(
        "quiz.yaml", question("a", "'![A net](sub/net.png)'"), question("b"), head=HEAD.replace("demo", "outer")
    )
    outer.commit()
    assert told(outer, "HEAD") == []
    (inner.root / "net.png").write_bytes(PNG + b"\0")
    assert told(outer, "HEAD", "quiz.yaml") == [("quiz.yaml", "KF203", "a")]
    (inner.root / "net.png").unlink()
    assert ("quiz.yaml", "KF030", "a") in told(outer, "HEAD")


def test_a_repository_that_is_no_submodule_is_asked_itself(outer: Bank) -> None:
    nested = bank(outer.root / "nested", "nested")
    assert told(outer, "HEAD") == []
    change(nested, "nested")
    assert told(outer, "HEAD") == [("nested/quiz.yaml", "KF203", "b")]


def test_a_repository_that_is_no_submodule_and_does_not_know_the_revision(outer: Bank) -> None:
    nested = bank(outer.root / "nested", "nested")
    outer.git("tag", "start")
    assert fails(outer.root, "start") == (
        f"{nested.root} is a repository of its own within {outer.root}, and there git knows no revision “start”. "
        "Check its spelling. Or leave its files away."
    )
    assert told(outer, "start", "quiz.yaml") == []


def test_a_submodule_that_lacks_the_commit(outer: Bank, inner: Bank, tmp_path: Path) -> None:
    change(inner, "inner")
    inner.commit()
    outer.commit()
    commit = inner.git("rev-parse", "HEAD").strip()
    # Who has cloned the outer repository gets a commit that was never pushed to the origin of the inner one.
    clone = tmp_path / "clone"
    outer.git("clone", "-q", str(outer.root), str(clone))
    outer.git("clone", "-q", str(tmp_path / "origin"), str(clone / "sub"))
    assert fails(clone, "HEAD") == (
        f"{clone / 'sub'} is a submodule of {clone}, and there git knows no revision “{commit}”. Check its spelling. "
        "Or leave its files away."
    )


def test_two_repositories_beside_each_other(outer: Bank, tmp_path: Path) -> None:
    other = bank(tmp_path / "other", "other")
    change(other, "other")
    assert told(outer, "HEAD", ".", "../other") == [("../other/quiz.yaml", "KF203", "b")]


def test_a_file_that_a_link_brings_in_is_compared_in_its_own_repository(outer: Bank, tmp_path: Path) -> None:
    other = bank(tmp_path / "other", "other")
    (outer.root / "link.yaml").symlink_to(other.root / "quiz.yaml")
    assert told(outer, "HEAD", "link.yaml") == []
    change(other, "other")
    assert told(outer, "HEAD", "link.yaml") == [("link.yaml", "KF203", "b")]


def test_a_worktree_is_no_submodule(outer: Bank) -> None:
    outer.git("worktree", "add", "-q", "-b", "feature", str(outer.root / "tree"))
    path = outer.root / "tree" / "quiz.yaml"
    path.write_text(HEAD.replace("demo", "outer") + question("a", "Why?") + question("b"), encoding="utf-8")
    assert told(outer, "main", "tree") == [("tree/quiz.yaml", "KF203", "a")]


def test_in_a_hook_git_says_where_the_outer_repository_is(outer: Bank, inner: Bank) -> None:
    """`git commit -a` gives its hooks the index of the outer repository, and a worktree its folder as well."""
    outer.git("worktree", "add", "-q", "-b", "feature", str(outer.root / "tree"))
    tree = outer.root / "tree"
    subprocess.run(
        ["git", "-c", "protocol.file.allow=always", "-C", str(tree), "submodule", "--quiet", "update", "--init"],
        check=True, capture_output=True,
    )  # fmt: skip
    (tree / "sub" / "quiz.yaml").write_text(HEAD.replace("demo", "inner") + question("a") + question("b", "What?"))
    (tree / "quiz.yaml").write_text(HEAD.replace("demo", "outer") + question("a", "Why?") + question("b"))
    hook = outer.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    root = Path(kfexport.__file__).parent.parent
    hook.write_text(
        f'#!/bin/sh\nenv | grep -q ^GIT_DIR= && echo "in a hook"\n'
        f"PYTHONPATH='{root}' '{sys.executable}' -m kfexport validate --since HEAD --select KF203 .\n"
    )
    hook.chmod(0o755)
    run = subprocess.run(
        ["git", "-C", str(tree), "commit", "-q", "-am", "change"], capture_output=True, text=True, check=False
    )
    lines = (run.stdout + run.stderr).splitlines()
    assert [line.split(" (")[-1] for line in lines if "error KF203" in line] == ["question a)", "question b)"]
    assert "in a hook" in lines
    assert inner.root.is_dir()
