"""What a rule is."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from kfexport.diagnostics import Diagnostic, Origin, Related, Severity
from kfexport.model import Question, Quiz
from kfexport.richtext.texts import Text


@dataclass(frozen=True, slots=True)
class Context:
    """What a rule may know beside the quiz."""

    targets: Collection[str]
    """Names of the targets that exist."""
    partial: bool = False
    """Whether the file has errors, so that the quiz may lack some of what the file holds."""


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

    def in_text(self, text: Text, found: Sequence[tuple[int, str]], hint: str) -> Iterator[Diagnostic]:
        """Findings at offsets in a text, with what is wrong there; beyond the first 20 only their number is told."""
        rest = len(found) - MOST_IN_A_TEXT
        for i, (at, message) in enumerate(found[:MOST_IN_A_TEXT], start=1):
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
