"""The author's texts in a document, and the report of what XHTML could not carry of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from kfexport.diagnostics import Origin, Path, Severity, Step, below
from kfexport.model import Question, Quiz
from kfexport.richtext.places import places
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
        append_markup(parent, self.markup(text, what, *path, inline=inline))

    def put_cloze(
        self, parent: Element, text: str, fields: Mapping[str, str], what: str, *path: Step
    ) -> None:  # fmt: skip
        """Append a cloze text; ``fields`` maps the id of each blank to the markup of its interaction."""
        append_markup(parent, self._carried(cloze_to_xhtml(text, fields, safe=self._safe), text, what, path))

    def markup(self, text: str, what: str, *path: Step, inline: bool = False) -> str:
        """A Markdown text as the inside of an element; ``what`` and ``path`` as for :meth:`put`."""
        fragment = to_xhtml(text, inline=inline, safe=self.quiz is not None and self.quiz.safe_html)
        if not fragment.losses and "<img " not in fragment.markup:
            return fragment.markup  # nearly all texts
        return self._carried(fragment, text, what, path, inline=inline)

    def _carried(self, fragment: Fragment, text: str, what: str, path: Path, *, inline: bool = False) -> str:
        for loss in fragment.losses:
            code, severity = ("KF404", Severity.INFO) if loss.cosmetic else ("KF405", Severity.WARNING)
            at = _place(text, loss.tex, inline=inline, safe=self._safe) if loss.tex else 0
            self.report(code, severity, f"In {what}, {loss.clause}", *path, at=at)
        # Images stand beside the items, at the top of the package.
        return placed(self.quiz, fragment.markup) if self.quiz is not None else fragment.markup

    def report(self, code: str, severity: Severity, message: str, *path: Step, at: int = 0) -> None:
        """Report a loss at a place below the owner, or at that character of the text there."""
        where = below(self.origin, *path)
        if where is not None and at:
            where = where.offset(at)
        self.losses.add(code, severity, message, where, question=self.question)


def _place(text: str, tex: str, *, inline: bool, safe: bool) -> int:
    """Where a formula begins in a text, or 0."""
    formulas = (p for p in places(text, inline=inline, safe=safe) if p.kind == "Math")
    return next((p.start for p in formulas if text[p.start : p.end].strip("$").split() == tex.split()), 0)
