"""The outcome of a run."""

from dataclasses import dataclass

from kfexport.diagnostics import Diagnostic, Severity, has_errors
from kfexport.model import Quiz


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a run found, and what it wrote."""

    quizzes: tuple[Quiz, ...] = ()
    """The quizzes that could be read, with their good questions."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Findings, sorted by file and place."""
    files: int = 0
    """How many quiz files were read, faulty ones included."""
    questions: int = 0
    """How many questions they have, faulty ones included."""
    changed: int | None = None
    """How many of the questions that could be read have changed, where that was asked for."""
    written: tuple[str, ...] | None = None
    """Paths of the files that a build made, unchanged ones included; ``None`` where none were to be made."""
    notes: tuple[str, ...] = ()
    """Steps that the user has to do by hand, one sentence each."""

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return not has_errors(self.diagnostics)

    def fails(self, *, strict: bool) -> bool:
        """Whether there is an error, or with ``strict`` a warning."""
        return not self.ok or (strict and self.count(Severity.WARNING) > 0)

    def count(self, severity: Severity) -> int:
        """The number of findings of one severity."""
        return sum(d.severity is severity for d in self.diagnostics)
