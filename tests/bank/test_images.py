"""Images are found in every text, read once, checked by their bytes, and told at their place."""

import os
import socket
import sys
import time
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from pictures import BLUE, GIF, GREEN, JPEG, RED, SVG, WEBP, put, sha, write
from sandbox import run

import kfexport
from kfexport.bank import images as limits
from kfexport.diagnostics import Severity
from kfexport.pipeline import Report

HEAD = "format: 1\nid: demo\ntitle: Demo\nlang: en\nquestions:\n  - id: q\n    type: essay\n    model_answer: So.\n"


def quiz(prompt: str) -> str:
    body = "".join(f"      {line}\n" for line in prompt.split("\n"))
    return f"{HEAD}    prompt: |\n{body}"


def load(folder: Path, prompt: str, name: str = "demo.yaml") -> Report:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(quiz(prompt), encoding="utf-8")
    return kfexport.load(path)


def told(report: Report) -> list[tuple[str, int, int, str, str | None]]:
    """Code, line, column, message and cure of each finding that is no note."""
    found = []
    for d in report.diagnostics:
        span = d.where.span() if d.where is not None else None
        assert span is not None
        if d.severity is not Severity.INFO:
            found.append((d.code, span.line, span.col, d.message, d.hint))
    return found


def codes(report: Report) -> list[str]:
    return [d.code for d in report.diagnostics]


def assets(report: Report) -> dict[str, str]:
    """Reference → SHA-256."""
    return {name: asset.digest for name, asset in report.quizzes[0].assets.items()}


# What is found


@pytest.mark.parametrize(("data", "format"), [(RED, "png"), (JPEG, "jpeg"), (GIF, "gif"), (WEBP, "webp"), (SVG, "svg")])
def test_the_bytes_say_the_format(data: bytes, format: str, tmp_path: Path) -> None:
    write(tmp_path, "x.png", data)
    report = load(tmp_path, "![x](x.png)")
    assert codes(report) == []
    (asset,) = report.quizzes[0].assets.values()
    assert (asset.reference, asset.format, asset.data, asset.digest) == ("x.png", format, data, sha(data))


@pytest.mark.parametrize(
    ("mark", "name"),
    [
        ("![x](a.png)", "a.png"),
        ("![x](./a.png)", "a.png"),
        ("![x](figures//sub/a.png)", "figures/sub/a.png"),
        ("![x](figures/../a.png)", "a.png"),
        ("![x](<Q&A 'draft' - v1.png>)", "Q&A 'draft' - v1.png"),  # I03
        ("![x](Q&A%20'draft'%20-%20v1.png)", "Q&A 'draft' - v1.png"),
        ("![x](a%20b.png)", "a b.png"),
        ("![x](<a b.png>)", "a b.png"),
        ("![x](a%20b.png)", "a%20b.png"),  # somebody's file is really called so
        ("![x](a%2520b.png)", "a%20b.png"),
        ("![x](100%.png)", "100%.png"),
        ("![x](100%25.png)", "100%.png"),
        ("![x](a:b.png)", "a:b.png"),
        ("![x](c#.png)", "c#.png"),
        ("![x](a?b.png)", "a?b.png"),
        ("![x](a~b.png)", "a~b.png"),
        ("![x](a_b_c*d*.png)", "a_b_c*d*.png"),
        ("![x](a$b$.png)", "a$b$.png"),
        ("![x](<a<b>.png>)", None),
        ("![x](a(n).png)", "a(n).png"),
        ("![x](a+b&c=d;e.png)", "a+b&c=d;e.png"),
        ("![x](a&amp;b.png)", "a&b.png"),
        ("![x](図/ネット.png)", "図/ネット.png"),
        ("![x](%E5%9B%B3.png)", "図.png"),
        ("![x](é.png)", unicodedata.normalize("NFD", "é.png")),
        (f"![x]({unicodedata.normalize('NFD', 'é.png')})", "é.png"),
        ("![x][pic]\n\n[pic]: figures/a.png", "figures/a.png"),
        ('![x](a.png "A title")', "a.png"),
        ("[![x](a.png)](https://example.org)", "a.png"),
        ("| a |\n|---|\n| ![x](a.png) |", "a.png"),
        ("Look:\n\n# ![x](a.png)", "a.png"),
        ("Look:\n\n- > ![x](a.png)", "a.png"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="names that Windows does not allow")
def test_an_address_finds_its_file(mark: str, name: str | None, tmp_path: Path) -> None:
    if name is None:
        assert load(tmp_path, mark).quizzes[0].assets == {}
        return
    write(tmp_path, name, RED)
    (tmp_path / "figures" / "sub").mkdir(parents=True, exist_ok=True)
    report = load(tmp_path, mark)
    assert told(report) == []
    assert list(assets(report).values()) == [sha(RED)]


def test_an_image_in_code_is_none(tmp_path: Path) -> None:
    assert told(load(tmp_path, "`![x](no.png)`\n\n```\n![x](no.png)\n```\n\n!\\[x](no.png)")) == []


def test_an_image_that_is_used_often_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, a=RED)
    opened: list[str] = []
    genuine = Path.open

    def counting(self: Path, *arguments: Any, **more: Any) -> Any:
        if self.suffix == ".png":
            opened.append(self.name)
        return genuine(self, *arguments, **more)

    monkeypatch.setattr(Path, "open", counting)
    write(tmp_path, "one.yaml", quiz("![x](a.png) ![x](./a.png) ![x](a.png)").encode())
    write(tmp_path, "two.yaml", quiz("![x](a.png)").replace("id: demo", "id: other").encode())
    report = kfexport.load(tmp_path)
    assert opened == ["a.png"]
    assert [sorted(quiz.assets) for quiz in report.quizzes] == [["./a.png", "a.png"], ["a.png"]]


def test_standard_input_begins_in_the_current_folder(tmp_path: Path) -> None:
    put(tmp_path, figures__a=RED)
    good = run("validate", "-", cwd=tmp_path, stdin=quiz("![x](figures/a.png)").encode())
    assert (good.returncode, good.stderr) == (0, b"")
    bad = run("validate", "-", cwd=tmp_path, stdin=quiz("![x](figures/b.png)").encode())
    assert bad.returncode == 1
    assert b"<stdin>:10:7: error KF030: the prompt: `figures/b.png` is not there" in bad.stdout


# What is not there


def test_each_missing_image_is_told_at_its_place(tmp_path: Path) -> None:  # I04
    second = "  - id: two\n    type: essay\n    prompt: 'A ![x](nofile.png)'\n    model_answer: '![x](b.png)'\n"
    first = quiz("Look: ![x](nofile.png)\nand `![x](nofile.png)` ![y](nofile.png)")
    write(tmp_path, "demo.yaml", (first + second).encode())
    report = kfexport.build([tmp_path / "demo.yaml"], out=tmp_path / "out")
    hint = "Paths are relative to the quiz file."
    assert told(report) == [
        ("KF030", 10, 13, "the prompt: `nofile.png` is not there", hint),
        ("KF030", 11, 30, "the prompt: `nofile.png` is not there", hint),
        ("KF030", 14, 16, "the prompt: `nofile.png` is not there", hint),
        ("KF030", 15, 20, "the model answer: `b.png` is not there", hint),
    ]
    assert not report.written
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("mark", "name", "hint"),
    [
        ("Diagram.PNG", "diagram.png", "Write `diagram.png`; letter case counts on every system."),  # I11
        ("Figures/a.png", "figures/a.png", "Write `figures/a.png`; letter case counts on every system."),
        ("Figures/Nets/A.png", "figures/nets/a.png", "Write `figures/nets/a.png`; letter case counts on every system."),
        ("Figures/no.png", "figures/a.gif", "Paths are relative to the quiz file."),
        ("my_net.png", "my net.png", "Write `<my net.png>`."),
        ("my-net.png", "my_net.png", "Write `my_net.png`."),
        ("net.png", "net.jpg", "Did you mean `net.jpg`?"),
        ("nett.png", "net.png", "Did you mean `net.png`?"),
        ("É.png", unicodedata.normalize("NFD", "é.png"), None),
        ("a.png?raw=1", "a.png", "Did you mean `a.png`?"),
    ],
)
def test_the_near_name_is_told(mark: str, name: str, hint: str | None, tmp_path: Path) -> None:
    write(tmp_path, name, RED)
    ((code, _, _, message, cure),) = told(load(tmp_path, f"![x]({mark})"))
    assert (code, message) == ("KF030", f"the prompt: `{mark}` is not there")
    assert cure == (hint or f"Write `{name}`; letter case counts on every system.")


def test_paths_are_relative_to_the_quiz_file(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", b"")
    put(tmp_path, figures__a=RED)
    good = load(tmp_path, "![x](../figures/a.png)", "source/demo.yaml")
    assert told(good) == []
    ((code, _, _, _, hint),) = told(load(tmp_path, "![x](figures/a.png)", "source/demo.yaml"))
    assert (code, hint) == ("KF030", "Write `../figures/a.png`: paths are relative to the quiz file.")


# What leads elsewhere


@pytest.mark.parametrize("marker", ["pyproject.toml", "kfexport.toml", ".git"])
def test_the_root_is_the_nearest_marked_folder(marker: str, tmp_path: Path) -> None:
    put(tmp_path, outside=RED, bank__inside=RED)
    if marker == ".git":
        (tmp_path / "bank" / marker).mkdir()
    else:
        write(tmp_path / "bank", marker, b"")
    report = load(tmp_path, "![x](../../outside.png) ![x](../inside.png)", "bank/source/demo.yaml")
    assert [(code, message) for code, _, _, message, _ in told(report)] == [
        ("KF031", "the prompt: `../../outside.png` leads out of the bank by `..`")
    ]
    assert list(assets(report)) == ["../inside.png"]


def test_without_a_mark_the_root_is_the_folder_that_was_given(tmp_path: Path) -> None:
    put(tmp_path, a=RED)
    load(tmp_path, "![x](../a.png)", "sub/demo.yaml")
    assert codes(kfexport.load(tmp_path)) == []
    assert codes(kfexport.load(tmp_path / "sub")) == ["KF031"]
    assert codes(kfexport.load(tmp_path / "sub" / "demo.yaml")) == ["KF031"]


def test_a_path_that_leaves_and_comes_back_is_refused(tmp_path: Path) -> None:
    put(tmp_path, bank__a=RED)
    assert codes(load(tmp_path / "bank", "![x](../bank/a.png)")) == ["KF031"]


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need rights there")
def test_symbolic_links_are_followed_inside_the_bank_only(tmp_path: Path) -> None:
    put(tmp_path, outside=RED, bank__inside=BLUE, secret__a=RED)
    bank = tmp_path / "bank"
    (bank / "in.png").symlink_to("inside.png")
    (bank / "out.png").symlink_to("../outside.png")
    (bank / "folder").symlink_to("../secret")
    (bank / "round.png").symlink_to("round.png")
    report = load(bank, "![x](in.png) ![x](out.png) ![x](folder/a.png) ![x](round.png)")
    assert [(code, message) for code, _, _, message, _ in told(report)] == [
        ("KF031", "the prompt: `out.png` leads out of the bank by a symbolic link"),
        ("KF031", "the prompt: `folder/a.png` leads out of the bank by a symbolic link"),
        ("KF038", "the prompt: `round.png` cannot be read (too many levels of symbolic links)"),
    ]
    assert assets(report) == {"in.png": sha(BLUE)}


def test_the_cure_for_a_link_that_leads_nowhere_is_to_mend_it(tmp_path: Path) -> None:
    (tmp_path / "a.png").symlink_to("gone.png")
    (tmp_path / "b.png").symlink_to("b.png")
    report = load(tmp_path, "![x](a.png) ![x](b.png)")
    assert [(code, message, cure) for code, _, _, message, cure in told(report)] == [
        ("KF030", "the prompt: `a.png` is a symbolic link to what is not there", "Mend the link, or put a file there."),
        ("KF038", "the prompt: `b.png` cannot be read (too many levels of symbolic links)", "Mend the link."),
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="symbolic links need rights there")
def test_no_cure_names_a_link_that_would_be_refused(tmp_path: Path) -> None:
    put(tmp_path, outside=RED, bank__inside=BLUE)
    bank = tmp_path / "bank"
    (bank / "diagram.png").symlink_to("../outside.png")
    (bank / "schema.png").symlink_to("gone.png")
    (bank / "circle.png").symlink_to("circle.png")
    (bank / "drawing.png").symlink_to("inside.png")
    report = load(bank, "![x](Diagram.png) ![x](Schema.png) ![x](Circle.png) ![x](Drawing.png)")
    assert [cure for *_, cure in told(report)] == [
        "Paths are relative to the quiz file.",
        "Paths are relative to the quiz file.",
        "Paths are relative to the quiz file.",
        "Write `drawing.png`; letter case counts on every system.",
    ]


def test_a_bad_file_of_two_names_is_told_by_the_one_in_the_text(tmp_path: Path) -> None:
    write(tmp_path, "sub/a.png", b"BM")
    load(tmp_path, "![x](../sub/./a.png)", "sub/other.yaml")
    load(tmp_path, "![x](sub/a.png) ![x](./sub/../sub/a.png)")
    found = told(kfexport.load(tmp_path))
    assert [message for code, *_, message, _ in found if code == "KF032"] == [
        "the prompt: `sub/a.png` is a BMP image",
        "the prompt: `./sub/../sub/a.png` is a BMP image",
        "the prompt: `../sub/./a.png` is a BMP image",
    ]


@pytest.mark.parametrize(
    ("mark", "code"),
    [
        ("![x](/etc/passwd)", "KF031"),
        ("![x](/a.png)", "KF031"),
        ("![x](%2Fetc%2Fpasswd)", "KF031"),
        ("![x](..%2F..%2Fetc/passwd)", "KF031"),
        ("![x](C:/a.png)", "KF031"),
        (r"![x](C:\\a.png)", "KF031"),
        ("![x](file:///etc/passwd)", "KF031"),
        ("![x](file:a.png)", "KF031"),
        ("![x](javascript:alert(1))", "KF031"),
        ("![x](vbscript:x)", "KF031"),
        ("![x](ftp://example.org/a.png)", "KF031"),
        ("![x](blob:x)", "KF031"),
        ("![x](data:text/html,x)", "KF031"),
        ("![x](data:image/svg+xml,x)", "KF031"),
        ("![x]()", "KF031"),
        ("![x](<>)", "KF031"),
        ("![x](a%00.png)", "KF031"),
        ("![x](a%0Ab.png)", "KF031"),
        (r"![x](figures\net.png)", "KF030"),
        (r"![x](..\..\net.png)", "KF030"),
        ("![x](.)", "KF032"),
        ("![x](figures)", "KF032"),
        ("![x](figures/)", "KF032"),
        ("![x](~/a.png)", "KF030"),
        ("![x](a.png/../a.png)", "KF030"),
        ("![x](" + "a" * 5000 + ".png)", "KF030"),
    ],
)
def test_hostile_addresses_are_refused(mark: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    report = load(tmp_path, mark)
    assert [found for found in codes(report) if found != "KF262"] == [code]
    assert all(len(d.message) < 200 for d in report.diagnostics)
    assert report.quizzes[0].assets == {}


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("somebody asks the network")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)


@pytest.mark.usefixtures("no_network")
@pytest.mark.parametrize(
    "address", ["https://example.org/a.png", "http://example.org/a", "HTTPS://e.org/a.svg", "//e.org/a.png"]
)
def test_a_remote_image_stays_a_link(address: str, tmp_path: Path) -> None:  # I09
    report = load(tmp_path, f"![x]({address})")
    assert told(report) == [
        ("KF035", 10, 7, f"the prompt: the image `{address}` stays a link: nothing is fetched from the network",
         "Save it beside the quiz file and name that file.")
    ]  # fmt: skip
    assert report.ok
    assert report.quizzes[0].assets == {}


# What it may be


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "empty"),
        (b"hello", "no image that browsers know"),
        (b"<!DOCTYPE html><p>Not found", "a web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:x\n",
         "a pointer of Git LFS, not the image itself; run `git lfs pull`"),
        (b"BM\0\0", "a BMP image"),
        (b"II*\0\0", "a TIFF image"),
        (b"%PDF-1.7", "a PDF"),
        (b"\0\0\0\x1cftypavif", "an AVIF image"),
        (b"\0\0\0\x18ftypheic", "a HEIC image"),
        (b"\0\0\0\x18ftypisom", "a video"),
        (b"ID3\4", "a sound"),
        (b"\x89PNG", "no image that browsers know"),
    ],
)  # fmt: skip
def test_what_is_no_image_is_refused(data: bytes, what: str, tmp_path: Path) -> None:
    write(tmp_path, "a.png", data)
    ((code, line, col, message, _),) = told(load(tmp_path, "![x](a.png)"))
    assert (code, line, col, message) == ("KF032", 10, 7, f"the prompt: `a.png` is {what}")


def test_an_image_may_have_ten_megabytes(tmp_path: Path) -> None:
    write(tmp_path, "fits.png", RED + bytes(10_000_000 - len(RED)))
    write(tmp_path, "large.png", RED + bytes(10_000_001 - len(RED)))
    report = load(tmp_path, "![x](fits.png) ![x](large.png)")
    assert told(report) == [
        ("KF033", 10, 22, "the prompt: `large.png` has 10 MB; an image may have 10",
         "Make it smaller: 2,000 pixels are wide enough for any screen.")
    ]  # fmt: skip
    assert list(assets(report)) == ["fits.png"]


def test_fifty_megabytes_are_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MANY_BYTES", 2 * len(RED))
    put(tmp_path, a=RED, b=BLUE, c=GREEN, again=RED)
    assert codes(load(tmp_path, "![x](a.png) ![x](b.png) ![x](again.png)")) == []
    report = load(tmp_path, "![x](a.png) ![x](b.png) ![x](c.png)")
    assert codes(report) == ["KF036"]
    assert report.ok


@pytest.mark.parametrize("name", ["a.mp3", "a.OGG", "a.mp4", "https://e.org/a.webm", "a.mov?x", "film.m4v", "a.wav"])
def test_sound_and_film_are_refused(name: str, tmp_path: Path) -> None:
    assert codes(load(tmp_path, f"![x]({name})")) == ["KF037"]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="whoever may read everything")
def test_what_may_not_be_read_is_told(tmp_path: Path) -> None:
    put(tmp_path, a=RED)
    (tmp_path / "a.png").chmod(0)
    assert codes(load(tmp_path, "![x](a.png)")) == ["KF038"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are none")
def test_a_pipe_is_no_image_and_nobody_waits_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.png")
    ((code, _, _, message, _),) = told(load(tmp_path, "![x](a.png)"))
    assert (code, message) == ("KF032", "the prompt: `a.png` is no file")


# Images in the text itself


def test_a_data_address_is_unpacked(tmp_path: Path) -> None:  # I09
    from base64 import b64encode
    from urllib.parse import quote_from_bytes

    address = "data:image/png;base64," + b64encode(RED).decode()
    report = load(tmp_path, f"![x]({address}) ![y](data:image/gif,{quote_from_bytes(GIF)})")
    assert told(report) == []
    assert list(assets(report).values()) == [sha(RED), sha(GIF)]


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("data:image/png;base64,!!!!", "KF032"),
        ("data:image/png;base64,AAA", "KF032"),
        ("data:image/png;base64,", "KF032"),
        ("data:image/png,", "KF032"),
        ("data:image/png", "KF032"),
        ("data:image/png;base64,aGVsbG8=", "KF032"),
    ],
)
def test_faulty_data_addresses_are_refused(address: str, code: str, tmp_path: Path) -> None:
    assert codes(load(tmp_path, f"![x]({address})")) == [code]


def test_large_data_addresses_are_refused(tmp_path: Path) -> None:
    from base64 import b64encode

    data = b64encode(RED + bytes(10_000_001)).decode()
    ((code, _, _, message, _),) = told(load(tmp_path, f"![x](data:image/png;base64,{data})"))
    assert (code, message) == ("KF033", "the prompt: the image in the text has 10 MB; an image may have 10")


# Many


def test_many_faulty_images_are_told_in_time(tmp_path: Path) -> None:
    mark = "![x](no.png) " * 100
    began = time.process_time()
    more = "".join(
        f"  - id: q{i}\n    type: essay\n    model_answer: '{mark}'\n    prompt: '{mark}'\n" for i in range(20)
    )
    write(tmp_path, "demo.yaml", (quiz(mark) + more).encode())
    report = kfexport.load(tmp_path)
    assert time.process_time() - began < 5
    assert codes(report).count("KF030") == 1000
    assert codes(report).count("KF020") == 1


def test_a_text_of_nothing_but_images_is_read_in_time(tmp_path: Path) -> None:
    began = time.process_time()
    report = load(tmp_path, "![x](no.png) " * 20_000)
    assert time.process_time() - began < 5
    assert set(codes(report)) == {"KF020", "KF030"}


def test_many_images_of_a_large_folder_are_found_in_time(tmp_path: Path) -> None:
    for i in range(2000):
        write(tmp_path, f"figures/{i}.png", RED)
    began = time.process_time()
    report = load(tmp_path, "\n".join(f"![x](figures/{i}.png)" for i in range(2000)))
    assert time.process_time() - began < 3
    assert len(report.quizzes[0].assets) == 2000
