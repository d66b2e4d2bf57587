"""Keys that sit at one position.

What: in the questions of a quiz that have one right choice, the same number of choices and no `shuffle`, the right
choice stands at one position far more often than chance would put it there: at least five such questions, one and a
half times as often as chance would do (`times`), and so that fewer than one in two hundred banks with keys at random
positions get a finding.

Why: who has seen the pattern passes without knowing anything. Authors put the right choice into the middle, and
learners guess there (Attali and Bar-Hillel 2003, "Guess Where", Journal of Educational Measurement 40(2)); Haladyna,
Downing and Rodriguez (2002, Applied Measurement in Education 15(3)) advise to vary the place of the right choice.

Fails: seven questions of four choices, and the right one is always the second.

Passes: the same questions with `shuffle: true`, or with right choices at all four positions.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity, below
from kfexport.lint.base import Context, Option, Rule
from kfexport.lint.writing.chance import RARE, tail
from kfexport.lint.writing.words import letter, right
from kfexport.model import Quiz, SingleChoice

_HINT: Final = "Write `shuffle: true` below `defaults` at the top of the file, or reorder the choices."


def _check(quiz: Quiz, context: Context) -> Iterator[Diagnostic]:
    if context.partial:
        return
    groups: dict[int, list[int]] = {}
    for question in quiz.questions():
        if isinstance(question, SingleChoice) and not question.shuffle:
            groups.setdefault(len(question.choices), []).append(right(question.choices))
    least, times = context.number(RULE, "questions"), context.number(RULE, "times")
    groups = {count: keys for count, keys in groups.items() if len(keys) >= least}
    for count, keys in groups.items():
        position, hits = Counter(keys).most_common(1)[0]
        # Each position of each group is a chance to find something that is none.
        if hits * count >= times * len(keys) and tail(hits, len(keys), 1 / count) * count * len(groups) < RARE:
            yield RULE.found(
                f"in {hits:,} of {len(keys):,} questions with {count} choices the right choice is {letter(position)}",
                below(quiz.origin, "id"),
                hint=_HINT,
            )


RULE: Final = Rule(
    code="KF250",
    name="key-position",
    in_builds=False,
    severity=Severity.WARNING,
    check=_check,
    options=(
        Option(name="questions", default=5, least=2, about="Fewer questions than these show no pattern."),
        Option(name="times", default=1.5, least=1, about="How many times as often as by chance is too often."),
    ),
)
