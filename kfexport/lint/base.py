"""What a rule is."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeAlias

from kfexport.diagnostics import Diagnostic, Origin, Related, Severity
from kfexport.model import Question, Quiz
from kfexport.richtext.texts import Text

OptionValue: TypeAlias = bool | float | tuple[str, ...]
"""What an option can be: a switch, a number, or a list of words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something about a rule that the user may choose."""

    name: str
    """Kebab-case."""
    default: OptionValue
    """Its value where nobody chose one; another one has the same type, and whole numbers stand for themselves."""
    least: float | None = None
    """The lowest number it may be."""
    most: float | None = None
    """The highest number it may be."""
    about: str
    """What it does, one sentence."""


Chosen: TypeAlias = Mapping[tuple[str, str], OptionValue]
"""Code of a rule and name of an option → what the user chose."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a rule may know beside the quiz."""

    targets: Collection[str]
    """Names of the targets that exist."""
    partial: bool = False
    """Whether the file has errors, so that the quiz may lack some of what the file holds."""
    off: frozenset[str] | None = None
    """Codes of the rules that do not run; ``None`` for those that are off by default."""
    chosen: Chosen = field(default_factory=lambda: MappingProxyType({}))

    def number(self, rule: "Rule", name: str) -> float:
        """The value of an option that is a number."""
        value = self._value(rule, name)
        assert isinstance(value, (int, float))
        return value

    def switch(self, rule: "Rule", name: str) -> bool:
        """The value of an option that is a switch."""
        value = self._value(rule, name)
        assert isinstance(value, bool)
        return value

    def words(self, rule: "Rule", name: str) -> tuple[str, ...]:
        """The value of an option that is a list of words."""
        value = self._value(rule, name)
        assert isinstance(value, tuple)
        return value

    def _value(self, rule: "Rule", name: str) -> OptionValue:
        default = next(option.default for option in rule.options if option.name == name)
        return self.chosen.get((rule.code, name), default)


MOST_IN_A_TEXT: Final = 20
"""Findings of one rule in one text that are told one by one."""

TextCheck: TypeAlias = Callable[[Text], Iterator[Diagnostic]]
Check: TypeAlias = Callable[[Quiz, Context], Iterator[Diagnostic]]
BankCheck: TypeAlias = Callable[[Sequence[Quiz], Context], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule. Its module's docstring says what, why, what fails and what passes."""

    code: str
    name: str
    """Kebab-case, as stable as the code."""
    severity: Severity
    """The usual severity."""
    check: Check | None = None
    """Looks at one quiz."""
    check_text: TextCheck | None = None
    """Looks at one Markdown text. All such rules share one walk over the quiz."""
    signs: tuple[str, ...] = ()
    """``check_text`` is called for texts that hold one of these; empty means all."""
    check_all: BankCheck | None = None
    """Looks at all quizzes of a run together."""
    on: bool = True
    """Whether it runs where the user says nothing: a rule that is wrong too often waits to be asked for."""
    in_builds: bool = True
    """Whether it runs in a build as well. No export depends on advice about item writing: that is for who checks."""
    options: tuple[Option, ...] = ()
    milder: bool = False
    """Whether some of its findings are warnings or notes although its own severity is error."""

    def in_text(self, text: Text, found: Sequence[tuple[int, str]], hint: str) -> Iterator[Diagnostic]:
        """Findings at offsets in a text, with what is wrong there; beyond the first 20 only their number is told."""
        yield from self._told(text, [(at, message, hint) for at, message in found[:MOST_IN_A_TEXT]], len(found))

    def cured_in_text(self, text: Text, found: Sequence[tuple[int, str, str]]) -> Iterator[Diagnostic]:
        """The same, each finding with a cure of its own."""
        yield from self._told(text, found[:MOST_IN_A_TEXT], len(found))

    def _told(self, text: Text, found: Sequence[tuple[int, str, str]], count: int) -> Iterator[Diagnostic]:
        rest = count - MOST_IN_A_TEXT
        for i, (at, message, hint) in enumerate(found, start=1):
            more = f" ({rest} more follow)" if i == MOST_IN_A_TEXT and rest > 0 else ""
            yield self.found(f"{text.name}: {message}{more}", text.at(at), hint=hint, question=text.question)

    def found(
        self,
        message: str,
        where: Origin | None,
        *,
        hint: str | None = None,
        related: tuple[Related, ...] = (),
        question: Question | None = None,
        severity: Severity | None = None,
    ) -> Diagnostic:
        """A finding of this rule."""
        return Diagnostic(
            code=self.code,
            severity=severity or self.severity,
            message=message,
            where=where,
            hint=hint,
            related=related,
            question=question.id if question is not None else None,
        )
