r"""Marks of Markdown in texts that are plain.

What: an accepted text that stands in backticks or between two stars, while the same text without them is not accepted;
and code spans, bold words and formulas in a `match`, in `distractors` and in the choices of a drop-down.

Why: these texts are plain. Learners would have to type the backticks, or would read them.

Fails:

    answers: ['`kubectl`']

Passes:

    answers: [kubectl]
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from kfexport.diagnostics import Diagnostic, Path, Severity, below, shortened
from kfexport.lint.base import Context, Rule
from kfexport.model import Answer, ChoiceBlank, Cloze, Matching, Question, Quiz, ShortAnswer, TextBlank

_WHOLE: Final = re.compile(r"(`+)(?![^`]*\$\{)([^`\s](?:[^`]*[^`\s])?)\1|\*\*([^*\s](?:[^*]*[^*\s])?)\*\*")
_WITHIN: Final = re.compile(
    r"(?<!`)`(?![^`]*\$\{)[^`\s](?:[^`]*[^`\s])?`(?![`A-Za-z0-9])"
    r"|(?<![*A-Za-z0-9])\*\*[^*\s](?:[^*]*[^*\s])?\*\*(?![*A-Za-z0-9/])"
    r"|(?<![A-Za-z0-9$\\+*?)\]}])\$(?=[^$]*(?:\\[A-Za-z]|[\^_]))[^$\s](?:[^$]*[^$\s])?\$(?![A-Za-z0-9$])"
)
"""Without what belongs to a language: templates of JavaScript, escapes of PowerShell, alternatives of expressions."""
_LONGEST: Final = 40
"""Characters of a text that a message shows."""


def _check(quiz: Quiz, _context: Context) -> Iterator[Diagnostic]:
    for question in quiz.questions():
        match question:
            case ShortAnswer():
                yield from _of_answers(question, question.answers, ())
            case Matching():
                for i, pair in enumerate(question.pairs):
                    yield from _of_shown(question, pair.match, f"the match of pair {i + 1}", ("pairs", i, "match"))
                for i, text in enumerate(question.distractors):
                    yield from _of_shown(question, text, f"distractor {i + 1}", ("distractors", i))
            case Cloze():
                for blank in question.blanks:
                    base: Path = ("blanks", blank.id)
                    if isinstance(blank, TextBlank):
                        yield from _of_answers(question, blank.answers, base)
                    elif isinstance(blank, ChoiceBlank):
                        for i, choice in enumerate(blank.choices):
                            yield from _of_shown(question, choice.text, f"choice {i + 1}", (*base, "choices", i))
            case _:
                pass


def _of_answers(question: Question, answers: Sequence[Answer], base: Path) -> Iterator[Diagnostic]:
    accepted = {answer.text for answer in answers}
    for i, answer in enumerate(answers):
        marked = _WHOLE.fullmatch(answer.text) if answer.text[:1] in ("`", "*") else None
        bare = (marked[2] or marked[3]) if marked is not None else ""
        if marked is not None and bare not in accepted:
            yield RULE.found(
                f"answer {i + 1} has to be typed with its marks, since it is plain text",
                below(question.origin, *base, "answers", i),
                hint=f"Write `{shortened(bare, _LONGEST)}`, or add that as well.",
                question=question,
            )


def _of_shown(question: Question, text: str, what: str, path: Path) -> Iterator[Diagnostic]:
    marked = _WITHIN.search(text) if "`" in text or "**" in text or "$" in text else None
    if marked is not None:
        yield RULE.found(
            f"{what} is plain text, and learners see the marks of {shortened(marked[0], _LONGEST)}",
            below(question.origin, *path),
            hint="Leave the marks out.",
            question=question,
        )


RULE: Final = Rule(code="KF214", name="plain-marks", severity=Severity.WARNING, check=_check)
