"""Bytes → quiz and findings. Every mistake of the file is told in one run; nothing here raises for bad input."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

import yaml

from kfexport.bank import defaults, keys, phrases, schema, wording
from kfexport.bank.builder import MAX_FLAWS, Built, build
from kfexport.bank.codec import to_quiz
from kfexport.bank.problems import Problem
from kfexport.bank.recovery import CUT, cut
from kfexport.bank.scene import SyntaxFault
from kfexport.bank.source import MAX_BYTES, SourceFile, decode
from kfexport.bank.syntax import retell
from kfexport.bank.tokens import Flaw
from kfexport.codes import finding
from kfexport.diagnostics import Diagnostic, Origin, Path, Related, Span, has_errors
from kfexport.model import Quiz

_FORBIDDEN: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff\x85\u2028\u2029]"
)
_PLAIN: Final = b"\t\n\r" + bytes(range(0x20, 0x7F))
_NAMED: Final = {"\x85": " (next line)", "\u2028": " (line separator)", "\u2029": " (paragraph separator)"}
"""Characters that YAML takes for line ends, and editors do not."""
_MAX_PROBLEMS: Final = 2000
"""Mistakes of one file that are told; a file with more is no quiz that somebody wrote by hand."""
_MAX_FORBIDDEN: Final = 20
_PARSE_BUDGET: Final = 12_000_000
"""Characters parsed while cutting out faulty questions, so that a hostile file cannot take long …"""
_LEAST_PASSES: Final = 20
"""… but at least so many faulty questions are cut out of any file."""
_CAN_BE_CUT: Final = frozenset({"KF010", "KF015", "KF007"})
_ANCHOR: Final = re.compile(r"(?:^|[\s\[{,])&([^\s,\[\]{}]+)")
_QUIZ_KEYS: Final[tuple[Path, ...]] = (("format",), ("questions",), ("sections",))


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file held."""

    quiz: Quiz | None
    """The quiz with all its good questions; ``None`` where there is none to speak of."""
    diagnostics: list[Diagnostic] = field(default_factory=list)
    questions: int = 0
    """How many questions the file has, faulty ones included, as far as they can be told apart."""
    source: SourceFile | None = None
    """The file, where it holds a quiz."""


def read(name: str, raw: bytes, *, named: bool) -> Reading:
    """Read one quiz file. ``named`` says that the user named this very file, so that it has to be a quiz."""
    source = SourceFile(name, "")
    top = Origin(source)
    if len(raw) > MAX_BYTES:
        limit = MAX_BYTES // (1024 * 1024)
        return Reading(None, [finding("KF007", f"the file has more than {limit} MB; no more are read", top,
                                      hint="Split it into several quizzes.")])  # fmt: skip
    text, wrong = decode(raw)
    source.text = source.readable = text
    if wrong is not None:
        return Reading(None, [finding("KF005", "the file is not UTF-8 from here on", Origin(source, known=wrong),
                                      hint="Save it as UTF-8 in your editor.")])  # fmt: skip
    found = [] if _is_harmless(raw) else list(_forbidden(source))
    if found:
        source.readable = _FORBIDDEN.sub("\ufffd", text)
    built, faults = _parse(source)
    source.starts = built.starts
    found += faults
    return _interpret(source, built, found, named=named)


def _is_harmless(raw: bytes) -> bool:
    """Whether the bytes are plain ASCII without control characters, which is told faster than by the expression."""
    return raw.isascii() and not raw.translate(None, _PLAIN)


def _forbidden(source: SourceFile) -> Iterator[Diagnostic]:
    for count, match in enumerate(_FORBIDDEN.finditer(source.text)):
        if count == _MAX_FORBIDDEN:
            return
        line = source.text.count("\n", 0, match.start()) + 1
        col = match.start() - source.text.rfind("\n", 0, match.start())
        yield finding(
            "KF006",
            f"the character U+{ord(match[0]):04X}{_NAMED.get(match[0], '')} is not allowed in a quiz",
            Origin(source, known=Span(line, col, line, col + 1)),
            hint="Delete it; it is invisible in most editors.",
        )


def _parse(source: SourceFile) -> tuple[Built, list[Diagnostic]]:
    """Build the data, cutting out each question at which reading would stop."""
    found: list[Diagnostic] = []
    lost: frozenset[str] = frozenset()
    passes = max(_LEAST_PASSES, _PARSE_BUDGET // max(len(source.readable), 1))
    while True:
        built = Built()
        try:
            built = build(source.readable, lost)
            if built.stopped is None:
                return built, found
            stop, line = _word_flaw(source, built.stopped), built.stopped.span.line
        except yaml.MarkedYAMLError as error:
            stop, line = _syntax_error(source, retell(error, _lines(source)))
        except yaml.YAMLError as error:
            return built, [*found, finding("KF010", "this is not valid YAML", Origin(source), hint=str(error))]
        found.append(stop)
        passes -= 1
        lines = _lines(source)
        removed = cut(lines, line) if stop.code in _CAN_BE_CUT and passes > 0 else None
        if removed is None:
            if passes <= 0:
                found.append(finding("KF020", f"more than {len(found)} mistakes; the rest of the file was not read",
                                     Origin(source), hint="Mend these first."))  # fmt: skip
            return built, found
        gone = set(lines) - set(removed)
        lost |= {name for text in gone for name in _ANCHOR.findall(text)}
        source.readable = "\n".join(removed)


def _lines(source: SourceFile) -> list[str]:
    """The lines of what is being read, without those that were cut out."""
    return source.lines if source.readable is source.text else source.readable.split("\n")


def _syntax_error(source: SourceFile, fault: SyntaxFault) -> tuple[Diagnostic, int]:
    related: tuple[Related, ...] = ()
    if fault.related is not None:
        related = (Related(fault.related[0], Origin(source, known=fault.related[1])),)
    where = Origin(source, known=fault.span)
    return finding("KF010", fault.message, where, hint=fault.hint, related=related), fault.anchor_line


def _interpret(source: SourceFile, built: Built, found: list[Diagnostic], *, named: bool) -> Reading:
    top, data = Origin(source), built.data
    if data is None and has_errors(found):
        return Reading(None, found + _flaws(source, built.flaws))
    if data is None:
        return Reading(None, [*found, finding("KF008", "the file is empty", top, hint="Write a quiz, or delete it.")])
    if not schema.is_quiz(data) and not any(path in built.empties for path in _QUIZ_KEYS):
        stops = {"KF014"}  # a second document of somebody else's file is not our business
        return Reading(None, [*(d for d in found if d.code not in stops), _no_quiz(top, named=named)])
    found += _flaws(source, built.flaws)
    if max(len(built.flaws), len(built.empties), len(built.gaps)) >= MAX_FLAWS:
        found.append(finding("KF020", f"more than {MAX_FLAWS:,} mistakes of one kind; the rest is not told", top,
                             hint="Mend these first."))  # fmt: skip
    bad = _check(top, built, found)
    count = sum(1 for _ in schema.questions(data))
    return Reading(to_quiz(data, top, lambda path: path not in bad), found, count, source)


def _no_quiz(top: Origin, *, named: bool) -> Diagnostic:
    if named:
        return finding("KF003", "this is no quiz: none of `format`, `questions` and `sections` stands at its top", top,
                       hint="Begin it with `format: 1`, `id`, `title`, `lang` and `questions`.")  # fmt: skip
    return finding("KF004", "passed over: none of `format`, `questions` and `sections` stands at its top", top)


def _flaws(source: SourceFile, flaws: Iterable[Flaw]) -> list[Diagnostic]:
    return [_word_flaw(source, flaw) for flaw in flaws]


def _word_flaw(source: SourceFile, flaw: Flaw) -> Diagnostic:
    where, detail = Origin(source, known=flaw.span), flaw.detail
    match flaw.code, detail:
        case "KF007", "depth":
            message, hint = "the file is nested deeper than 60 levels here", "A quiz needs no more than 12."
        case "KF007", _:
            message, hint = "aliases make the file more than 10 times larger", "Write the repeated parts out."
        case "KF010", _ if source.line(flaw.span.line)[flaw.span.col - 2 : flaw.span.col] in ("[[", "{{"):
            sign = source.line(flaw.span.line)[flaw.span.col - 1]
            message = f"a value cannot begin with `{sign}{sign}` unless it is in quotes"
            hint = "Put the whole value in single quotes, or write it as a block (`|`)."
        case "KF010", _:
            message, hint = (
                "a key must be a word, not a list or a map",
                "Put the whole value in quotes if it is a text.",
            )
        case "KF011", _:
            first = source.first_key(flaw.span)
            related = (Related("first given here", Origin(source, known=first)),) if first else ()
            lines = f" (first in line {first.line})" if first else ""
            cure = "Is a dash missing before it, `- id: …`?" if detail == "id" else "Delete or rename one of them."
            return finding("KF011", f"the key `{detail}` is given twice{lines}", where, related=related, hint=cure)
        case "KF012", _:
            message, hint = "the merge key `<<` is not part of the format", "Write the keys out, or use `defaults`."
        case "KF013", _:
            message, hint = "a tag (`!…`) is not part of the format", "Put the value in quotes if `!` belongs to it."
        case "KF014", _:
            message, hint = "a second document begins here; one file is one quiz", "Move it to a file of its own."
        case "KF015", "":
            message, hint = "this alias contains itself", "Write the repeated part out."
        case "KF015", _:
            message = f"`*{detail}` is read as an alias, and nothing is named `&{detail}` above"
            hint = "Put the value in single quotes if the star belongs to it."
        case "KF016", _:
            message = f"`{detail}` in double quotes becomes a control character"
            hint = "Use single quotes or a block (`|`), where a backslash is a backslash."
        case "KF017", _:
            message = f"`{detail}` in double quotes begins with a line end"
            hint = "If it is LaTeX, use single quotes or a block (`|`)."
        case "KF018", _:
            message = f"this is a comment, not part of the text: {phrases.show(detail)}"
            hint = "Put the text in quotes if it belongs to it; two blanks before `#` make a silent comment."
        case "KF022", _:
            message, hint = "a value cannot begin with `?` unless it is in quotes", "Put it in single quotes."
        case "KF021", _:
            message = f"`&{detail}` before the text is taken for its name and is not part of it"
            hint = "Put the text in single quotes if it belongs to it; otherwise delete it, since no alias uses it."
        case _:
            message, hint = "this is not part of the format", "Delete it."
    return finding(flaw.code, message, where, hint=hint)


def _check(top: Origin, built: Built, found: list[Diagnostic]) -> set[Path]:
    """Report schema errors; return the paths of questions that have some."""
    data = built.data
    gaps = [path for path in built.gaps if not _is_foreign(path)]
    hollow = [*gaps, *(path for path in built.empties if phrases.is_blank(path) and not _is_foreign(path))]
    bad = _holding(hollow, data)
    if len(built.gaps) >= MAX_FLAWS or len(built.empties) >= MAX_FLAWS:
        bad = {at for at, _ in schema.questions(data)}  # what else is missing in them is not known
    problems = [wording.gap(path) for path in gaps]
    known = set(gaps)
    if built.stopped is not None or not schema.is_valid(data):
        shell = (p for violation in schema.shell_violations(data) for p in wording.word(violation))
        problems += islice(shell, _MAX_PROBLEMS + 1)
        for path, question in schema.questions(data):
            ours = list(islice(_question_problems(question, path), _MAX_PROBLEMS + 1))
            if ours or question == CUT:
                bad.add(path)
            problems += ours
            if len(problems) > _MAX_PROBLEMS:
                found.append(finding("KF020", f"more than {_MAX_PROBLEMS:,} mistakes; the rest is not told", top,
                                     hint="Mend these first."))  # fmt: skip
                bad |= {at for at, _ in schema.questions(data)}
                break
    problems += keys.empty_keys(built.empties)
    problems += defaults.problems(data)
    found += islice(_doubled_ids(top, data, bad), _MAX_PROBLEMS)
    merged = set(built.merged)
    problems = [p for p in problems if not (p.code == "KF102" and p.path[:-1] in merged)]
    kept = [p for p in _without_follow_ons(problems) if p.code == "KF103" or p.path not in known]
    told = {p.path for p in kept}
    empties = set(built.empties)
    found += [_diagnostic(top, p, data, empties) for p in kept]
    found += [
        finding("KF019", f"`{path[-1]}` has no value and counts as absent", top.child(*path).key(),
                hint="Give it a value, or delete the key.", question=_question_id(data, path))
        for path in built.empties
        if path not in told and not _is_foreign(path)
    ]  # fmt: skip
    return bad


def _holding(places: Iterable[Path], data: Any) -> set[Path]:
    """The paths of the questions that hold one of the places."""
    above = {path[:depth] for path in places for depth in range(len(path) + 1)}
    return {at for at, _ in schema.questions(data) if at in above} if above else set()


def _doubled_ids(top: Origin, data: Any, bad: set[Path]) -> Iterator[Diagnostic]:
    """Ids that a faulty question shares with another one; the rules see the good questions only."""
    first: dict[str, Path] = {}
    for path, question in schema.questions(data) if bad else ():
        name = question.get("id") if isinstance(question, dict) else None
        if not isinstance(name, str):
            continue
        earlier = first.setdefault(name.lower(), path)
        if earlier != path and (path in bad or earlier in bad):
            yield finding(
                "KF201", f"the question id `{name}` is given twice", top.child(*path, "id"),
                hint="Give one of them another id.", question=name,
                related=(Related("first given here", top.child(*earlier, "id")),),
            )  # fmt: skip


def _is_foreign(path: Path) -> bool:
    """Whether a value belongs to another tool."""
    return any(isinstance(step, str) and step.startswith("x-") for step in path)


def _question_problems(question: Any, path: Path) -> Iterator[Problem]:
    if question == CUT or question is None or schema.is_valid_question(question):
        return
    if not isinstance(question, dict):
        yield wording.no_question(question, path)
        return
    question, problem = keys.settle_type(question, path)
    if problem is not None:
        yield problem
    yield from keys.unknown_without_type(question, path)
    for violation in schema.question_violations(question, path):
        yield from wording.word(violation)


def _without_follow_ons(problems: list[Problem]) -> Iterator[Problem]:
    """Leave out what is wrong only because of another mistake that is told."""
    blamed = {(*p.path[:-1], key) for p in problems for key in p.blames}
    stray = {key for p in problems if p.stray for key in p.blames}
    above = {p.path[:depth] for p in problems for depth in range(len(p.path))}
    for problem in problems:
        if problem.code == "KF102" and (problem.path in blamed or problem.path[-1] in stray):
            continue
        if problem.code == "KF106" and problem.path in above:
            continue
        yield problem


def _diagnostic(top: Origin, problem: Problem, data: Any, empties: set[Path]) -> Diagnostic:
    where, message = top.child(*problem.path), problem.message
    if problem.part == "key":
        where = where.key()
    if problem.code == "KF102" and problem.path in empties:
        where, message = where.key(), f"`{problem.path[-1]}` has no value"
    return finding(problem.code, message, where, hint=problem.hint, question=_question_id(data, problem.path))


def _question_id(data: Any, path: Path) -> str | None:
    """The id of the question that holds ``path``."""
    depth = 2 if path[:1] == ("questions",) else 4 if path[:1] == ("sections",) and path[2:3] == ("questions",) else 0
    if not depth or len(path) < depth:
        return None
    for step in path[:depth]:
        if isinstance(data, dict):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
    found = data.get("id") if isinstance(data, dict) else None
    return found if isinstance(found, str) else None
