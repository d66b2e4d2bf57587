"""The author's texts in a document, and the report of what XHTML could not carry of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from kfexport.diagnostics import Origin, Path, Severity, Step, below
from kfexport.model import Question, Quiz
from kfexport.richtext.xhtml import Fragment, cloze_to_xhtml, to_xhtml
from kfexport.targets.base import Losses
from kfexport.targets.media import placed
from kfexport.targets.qti21.xml import Element, append_markup


@dataclass(frozen=True, slots=True)
class Texts:
    """Puts texts of one owner (a question, section, stimulus or quiz) into a document."""

    losses: Losses
    origin: Origin | None
    """Where the owner stands."""
    question: Question | None = None
    """The owner, where it is a question."""
    quiz: Quiz | None = None
    """The quiz whose texts they are; reports alone need none."""

    @property
    def _safe(self) -> bool:
        return self.quiz is not None and self.quiz.safe_html

    def put(self, parent: Element, text: str, what: str, *path: Step, inline: bool = False) -> None:
        """Append a Markdown text to ``parent``; ``what`` and ``path`` say which of the owner's texts it is."""
        self._put(parent, to_xhtml(text, inline=inline, safe=self._safe), what, path)

    def put_cloze(
        self, parent: Element, text: str, fields: Mapping[str, str], what: str, *path: Step
    ) -> None:  # fmt: skip
        """Append a cloze text; ``fields`` maps the id of each blank to the markup of its interaction."""
        self._put(parent, cloze_to_xhtml(text, fields, safe=self._safe), what, path)

    def _put(self, parent: Element, fragment: Fragment, what: str, path: Path) -> None:
        # Images stand beside the items, at the top of the package.
        append_markup(parent, placed(self.quiz, fragment.markup) if self.quiz is not None else fragment.markup)
        for loss in fragment.losses:
            code, severity = ("KF404", Severity.INFO) if loss.cosmetic else ("KF405", Severity.WARNING)
            self.report(code, severity, f"In {what}, {loss.clause}", *path)

    def report(self, code: str, severity: Severity, message: str, *path: Step) -> None:
        """Report a loss at a place below the owner."""
        where = below(self.origin, *path)
        self.losses.add(code, severity, message, where, question=self.question)
