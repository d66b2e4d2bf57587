"""Names that stand for nothing.

What: `stimulus` names an entry of `stimuli`, and `omit` names targets that exist.

Why: a misspelt name would leave the text out, or export a question where its author did not want it.

Fails:

    omit: [moddle]

Passes:

    omit: [moodle]
"""

from collections.abc import Collection, Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity, below
from kfexport.lint.base import Context, Rule
from kfexport.model import Quiz

_MOST_COMPARED: Final = 100
"""Names among which the one that was meant is looked for."""


def _check(quiz: Quiz, context: Context) -> Iterator[Diagnostic]:
    stimuli = {s.id for s in quiz.stimuli}
    for question in quiz.questions():
        if question.stimulus is not None and question.stimulus not in stimuli and not context.partial:
            yield RULE.found(
                f"no stimulus is called `{question.stimulus}`",
                below(question.origin, "stimulus"),
                hint=_hint(question.stimulus, stimuli, "Add it under `stimuli` at the top of the file."),
                question=question,
            )
        for i, name in enumerate(question.omit):
            if name not in context.targets:
                yield RULE.found(
                    f"no target is called `{name}`",
                    below(question.origin, "omit", i),
                    hint=_hint(name, context.targets, ""),
                    question=question,
                )


def _hint(name: str, known: Collection[str], otherwise: str) -> str:
    from difflib import get_close_matches  # slow to import, and good files do not need it

    near = get_close_matches(name, sorted(known), 1) if len(known) <= _MOST_COMPARED else []
    if near:
        return f"Did you mean `{near[0]}`?"
    return otherwise or f"One of: {', '.join(known)}."


RULE: Final = Rule(code="KF205", name="references", severity=Severity.ERROR, check=_check)
