r"""Texts that lose their line breaks, or some of their characters.

What: lines of code, a list or a table that become one run of words, because YAML joins the lines of a block with `>`
and of a text without a block, or because Markdown joins the lines of a paragraph. And in all texts but choices of one
line, of which KF307 speaks: names such as `__init__` that became bold, stars between letters or digits that became
emphasis, backslashes that vanish beside others that stay, and `f[0](x)` that became a link. Texts of more
than 20,000 characters are passed over.

Why: nobody can read code or find the items of a list on one line, and marks that vanish are a part of what is asked.
The file looks right, so reviewers do not see it.

Fails:

    prompt: >
      What does this print?
      x = 1
      print(x)

Passes:

    prompt: |
      What does this print?

      ```python
      x = 1
      print(x)
      ```
"""

import re
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Origin, Severity, Span
from kfexport.lint.base import Context, Rule
from kfexport.lint.markdown_surprise import backslashes
from kfexport.lint.writing.lines import CODE, ITEMS, PAIRS, ROWS, Run, folded_run, may_hold_lines, run_of_lines
from kfexport.model import Cloze, MultipleResponse, Quiz, SingleChoice
from kfexport.richtext.fences import outside_fences
from kfexport.richtext.texts import Text, markdown_texts

_MOST: Final = 20_000
"""Longer texts are books, of which the parser's tree would be too large."""
_CURES: Final = {
    CODE: "Put the lines between two lines of three backticks",
    ITEMS: "Begin each item with `- ` or `1. `, after an empty line",
    PAIRS: "Put the lines between two lines of three backticks, or make a list of them",
    ROWS: "Leave an empty line before the table, and write a row of dashes below its head",
}
_DUNDER: Final = re.compile(
    r"__(?:init|main|name|str|repr|call|len|new|del|eq|ne|lt|le|gt|ge|hash|bool|add|sub|mul|iter|next|enter|exit|file"
    r"|doc|all|class|dict|slots|getattr|setattr|getitem|setitem|contains|import|future|proto|dirname|filename|FILE|LINE"
    r"|DATE|TIME|CLASS|METHOD|FUNCTION|NAMESPACE|func|attribute|construct|destruct|toString|get|set|pycache|version"
    r"|author|module|bases|mro|qualname|annotations|post_init)__"
)
_MAY_LOSE: Final = re.compile(r"\*(?<=[A-Za-z0-9]\*)\*?[A-Za-z0-9]|__[A-Za-z_]{3,11}__|\\[A-Za-z0-9]|\]\(\w{0,12}\)")
_NO_ADDRESS: Final = re.compile(r"\w{0,12}")


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    short = (source for source in _sources(quiz) if len(source) <= _MOST)
    suspects = {source for source in short if may_hold_lines(source) or _may_be_folded(source)}
    if not suspects:
        return
    for text in markdown_texts(quiz, lambda source: source not in suspects):
        if text.source in suspects and not text.inline:
            found = _joined_by_markdown(text)
            if found is None and _may_be_folded(text.source):
                found = _joined_by_yaml(text)
            if found is not None:
                yield found


def _sources(quiz: Quiz) -> Iterator[str]:
    """The texts in which somebody may have put code or a list. Feedback and hints are short, and passed over."""
    yield quiz.description
    for stimulus in quiz.stimuli:
        yield stimulus.text
    for section in quiz.sections:
        yield section.description
        for question in section.questions:
            yield question.prompt
            yield question.explanation
            if isinstance(question, (SingleChoice, MultipleResponse)):
                for choice in question.choices:
                    if "\n" in choice.text:
                        yield choice.text
            elif isinstance(question, Cloze):
                yield question.text


def _joined_by_markdown(text: Text) -> Diagnostic | None:
    # Most code stands in a fence, and what is outside of it is soon seen.
    if run_of_lines(outside_fences(text.source).split("\n")) is None:
        return None
    for paragraph in text.places():
        if paragraph.kind == "Paragraph":
            source = text.source[paragraph.start : paragraph.end]
            run = run_of_lines(source.split("\n"))
            if run is not None and "$$" not in source:
                before = source.split("\n")[: run.first]
                at = paragraph.start + sum(len(line) + 1 for line in before)
                return _lost(text, run, text.at(at), "Markdown", f"{_CURES[run.what]}.")
    return None


def _may_be_folded(source: str) -> bool:
    """A quick look: whether a line of the text, outside of code whose fences have lines of their own, has signs of
    several lines of something."""
    source = outside_fences(source)
    return (
        (": " in source and source.count(": ") > 1)
        or ("; " in source and (source.count("; ") > 1 or source.rstrip()[-1] in ";}"))
        or (" - " in source and source.count(" - ") > 1)
        or (" = " in source and source.count(" = ") > 1)
        or (" | " in source and source.count(" | ") > 1)
        or (") " in source and (source.count(") ") > 2 or " b) " in source or " B) " in source or "(2) " in source))
        or "{ " in source
        or "``` " in source
        or " 2. " in source
        or " B. " in source
    )


def _joined_by_yaml(text: Text) -> Diagnostic | None:
    where = text.where
    span = where.span() if where is not None else None
    if where is None or span is None or span.line == span.end_line:
        return None
    source = where.source
    first = source.line(span.line)[span.col - 1 :]
    if first.startswith("|"):
        return None
    begin = span.line + 1 if first.startswith(">") else span.line
    lines = [source.line(number) for number in range(begin, span.end_line + 1)]
    if begin == span.line:
        lines[0] = " " * (len(lines[1]) - len(lines[1].lstrip())) + first.lstrip("\"'")
    run = folded_run(lines)
    if run is None:
        return None
    line = begin + run.first
    row = source.line(line)
    start = span.col if line == span.line else len(row) - len(row.lstrip()) + 1
    known = Span(line, start, line, len(row) + 1)
    hint = f"Write the text as a block with `|`. {_CURES[run.what]}."
    return _lost(text, run, Origin(where.source, where.path, known=known), "YAML", hint)


def _lost(text: Text, run: Run, where: Origin | None, who: str, hint: str) -> Diagnostic:
    return RULE.found(
        f"{text.name}: {run.what} stand here, and {who} joins them to one line",
        where, hint=hint, question=text.question,
    )  # fmt: skip


def _check_text(text: Text) -> Iterator[Diagnostic]:
    if not text.inline and len(text.source) <= _MOST and _MAY_LOSE.search(text.source):
        hint = "Write it as code, or put a backslash before each sign to show."
        yield from RULE.in_text(text, list(_characters(text)), hint)


def _characters(text: Text) -> Iterator[tuple[int, str]]:
    source, found = text.source, text.places()
    for part in found:
        written = source[part.start : part.end]
        if part.kind == "Strong" and _DUNDER.fullmatch(written):
            yield part.start, f"`{written}` became bold, and its marks are not shown"
        elif part.kind in ("Emph", "Strong") and written.startswith("*"):
            around = source[part.start - 1 : part.start] + source[part.end : part.end + 1]
            if len(around) == 2 and around.isascii() and around.isalnum():
                became = "bold" if part.kind == "Strong" else "emphasis"
                yield part.start, f"`{written}` became {became}, and its marks are not shown"
        elif part.kind == "Link" and source[part.start - 1 : part.start].isalnum():
            label, _, address = written.partition("](")
            if "\n" not in label and _NO_ADDRESS.fullmatch(address.removesuffix(")")):
                yield part.start, f"`{written}` became a link, and its brackets are not shown"
    if not any(part.kind in ("Code", "CodeBlock", "Math") for part in found):
        yield from backslashes(text)


RULE: Final = Rule(
    code="KF262",
    name="swallowed-text",
    in_builds=False,
    severity=Severity.WARNING,
    check=_check,
    check_text=_check_text,
    signs=("*", "__", "\\", "]("),
)
