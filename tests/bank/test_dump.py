"""Any model dumps to valid YAML and loads back equal."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

from hypothesis import given, settings
from hypothesis import strategies as st

from kfexport.bank.dump import dump
from kfexport.bank.reader import read
from kfexport.model import (
    Answer,
    Author,
    Choice,
    ChoiceBlank,
    Cloze,
    Delivery,
    Description,
    Essay,
    Feedback,
    Matching,
    MultipleResponse,
    NumberBlank,
    Numerical,
    NumericalAnswer,
    Ordering,
    Pair,
    Question,
    Quiz,
    Response,
    Section,
    ShortAnswer,
    SingleChoice,
    Stimulus,
    TextBlank,
    TrueFalse,
)
from kfexport.model.labels import LABEL_NAMES

# What a file can hold: no characters that the format refuses, and no carriage return, which YAML makes a line feed.
CHARACTERS = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff\ufeff") | st.sampled_from(
    "\n\t -:#'\"|>&*!%@`[]{},?\\~.0"
)
BLOCKS = st.text(CHARACTERS, min_size=1, max_size=60).filter(str.strip)
LINES = BLOCKS.map(lambda t: " ".join(t.split())).filter(str.strip)
IDS = st.from_regex(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,20}[A-Za-z0-9])?", fullmatch=True)
TEXT = st.just("") | BLOCKS
LINE = st.just("") | LINES
MAYBE = st.none()
SHARES = st.fractions(min_value=0, max_value=1, max_denominator=1000)
POINTS = st.decimals(min_value="0.0000001", max_value=99999, places=7) | st.integers(1, 99999).map(Decimal)
EXTRAS = st.just({}) | st.fixed_dictionaries({"x-team": LINES | st.lists(LINES, min_size=1, max_size=2)})

CHOICES = st.builds(
    Choice,
    text=BLOCKS,
    correct=st.just(False),
    feedback=TEXT,
    fixed=st.booleans(),
    credit=MAYBE | st.fractions(min_value=-1, max_value=Fraction(99, 100), max_denominator=100),
    id=MAYBE | IDS,
    extras=EXTRAS,
)
COMMON = {
    "id": IDS,
    "prompt": BLOCKS,
    "title": LINE,
    "explanation": TEXT,
    "hints": st.lists(BLOCKS, max_size=2).map(tuple),
    "feedback": st.builds(Feedback, correct=TEXT, partial=TEXT, incorrect=TEXT),
    "points": POINTS,
    "penalty": MAYBE | SHARES,
    "tags": st.lists(LINES, max_size=2).map(tuple),
    "category": st.lists(LINES, max_size=2).map(tuple),
    "stimulus": MAYBE | st.just("shared"),
    "notes": TEXT,
    "draft": st.booleans(),
    "omit": st.lists(st.sampled_from(["moodle", "anki"]), max_size=2, unique=True).map(tuple),
    "key": MAYBE | st.just("old/a"),
    "extras": EXTRAS,
}
SINGLE_CHOICES = st.builds(
    SingleChoice,
    **COMMON,
    choices=st.lists(CHOICES, min_size=2, max_size=4).map(
        lambda cs: (replace(cs[0], correct=True, credit=None), *cs[1:])
    ),
    shuffle=st.booleans(),
)
ESSAYS = st.builds(
    Essay,
    **COMMON,
    model_answer=TEXT,
    grading_notes=TEXT,
    response=st.builds(
        Response,
        format=st.sampled_from(["rich", "plain", "code", "file"]),
        lines=MAYBE | st.integers(1, 1000),
        min_words=MAYBE | st.integers(1, 100),
        max_words=MAYBE | st.integers(100, 1000),
        attachments=st.integers(0, 100),
        starter=TEXT,
    ),
)
CREDITS = st.just(Fraction(1)) | st.fractions(min_value=0, max_value=1, max_denominator=1000)
ANSWERS = st.lists(st.builds(Answer, text=LINES, credit=CREDITS, feedback=TEXT, extras=EXTRAS), min_size=1, max_size=3)
NUMBERS = (
    st.integers(-(10**9), 10**9).map(Decimal)
    | st.decimals(-1000, 1000, places=6)
    | st.sampled_from(["1e300", "-9.99999999999999e300", "1e-300", "-1.5e-299", "0.1", "0", "12345678901234.5"]).map(
        Decimal
    )
)
DISTANCES = st.just(Decimal(0)) | NUMBERS.map(abs)
PERCENTAGES = st.decimals(0, 1000, places=9) | st.sampled_from(["0", "0.01", "1e-20"]).map(Decimal)
RATED = {"credit": CREDITS, "feedback": TEXT, "extras": EXTRAS}
ACCEPTED = (
    st.builds(NumericalAnswer, value=NUMBERS, tolerance=DISTANCES, **RATED)
    | st.builds(NumericalAnswer, value=NUMBERS, tolerance=PERCENTAGES, relative=st.just(True), **RATED)
    | st.builds(NumericalAnswer, range=st.tuples(NUMBERS, NUMBERS), **RATED)
)
ONE_NUMBER = ACCEPTED.map(lambda a: (replace(a, credit=Fraction(1), feedback="", extras={}),))
ALL_NUMBERS = ONE_NUMBER | st.lists(ACCEPTED, min_size=1, max_size=3).map(tuple)
PLAIN_CHOICES = st.builds(Choice, text=LINES, correct=st.just(False), feedback=TEXT, extras=EXTRAS)
# Keys that mean something elsewhere, and words that YAML or the format takes for something else.
BLANK_IDS = IDS.filter(lambda i: not i.startswith("x-")) | st.sampled_from(
    ["answer", "range", "feedback", "labels", "type", "true", "No", "1.50", "null", "2024-01-15"]
)
WEIGHTS = st.just(1) | st.integers(1, 1000)


def one_right(choices: list[Choice]) -> tuple[Choice, ...]:
    """The choices, the last of them right."""
    return (*choices[:-1], replace(choices[-1], correct=True, credit=None))


BLANKS = (
    st.builds(
        TextBlank, id=BLANK_IDS, answers=ANSWERS.map(tuple), case_sensitive=st.booleans(), weight=WEIGHTS, extras=EXTRAS
    )
    | st.builds(NumberBlank, id=BLANK_IDS, answers=ALL_NUMBERS, weight=WEIGHTS, extras=EXTRAS)
    | st.builds(
        ChoiceBlank,
        id=BLANK_IDS,
        choices=st.lists(PLAIN_CHOICES, min_size=2, max_size=3).map(one_right),
        weight=WEIGHTS,
        extras=EXTRAS,
    )
)
SCORING = st.sampled_from(["partial", "all_or_nothing"])
MULTIPLE_RESPONSES = st.builds(
    MultipleResponse,
    **COMMON,
    choices=st.lists(CHOICES, min_size=2, max_size=4).map(
        lambda cs: (replace(cs[0], correct=True), *(replace(c, correct=c.fixed) for c in cs[1:]))
    ),
    shuffle=st.booleans(),
    scoring=SCORING,
).map(lambda q: replace(q, scoring="partial") if q.has_credits else q)
DESCRIPTIONS = st.builds(
    Description, **{k: v for k, v in COMMON.items() if k not in ("points", "penalty", "hints", "feedback")}
)
CLOZES = st.builds(
    Cloze,
    **{**COMMON, "prompt": TEXT},
    text=BLOCKS,
    blanks=st.lists(BLANKS, min_size=1, max_size=3, unique_by=lambda b: b.id).map(tuple),
)
# With and without points of its own: those of the blanks need not be written.
COUNTED_CLOZES = CLOZES.map(lambda q: replace(q, points=Decimal(sum(blank.weight for blank in q.blanks))))
QUESTIONS: st.SearchStrategy[Question] = st.one_of(
    SINGLE_CHOICES,
    MULTIPLE_RESPONSES,
    st.builds(TrueFalse, **COMMON, answer=st.booleans(), feedback_true=TEXT, feedback_false=TEXT),
    st.builds(ShortAnswer, **COMMON, answers=ANSWERS.map(tuple), case_sensitive=st.booleans()),
    st.builds(Numerical, **COMMON, answers=ALL_NUMBERS, unit=LINE),
    ESSAYS,
    st.builds(
        Matching,
        **COMMON,
        pairs=st.lists(st.builds(Pair, item=BLOCKS, match=LINES, extras=EXTRAS), min_size=2, max_size=3).map(tuple),
        distractors=st.lists(LINES, max_size=2).map(tuple),
    ),
    st.builds(Ordering, **COMMON, items=st.lists(BLOCKS, min_size=2, max_size=4).map(tuple), scoring=SCORING),
    CLOZES,
    COUNTED_CLOZES,
    DESCRIPTIONS,
)


@st.composite
def quizzes(draw: st.DrawFn) -> Quiz:
    questions = draw(st.lists(QUESTIONS, min_size=1, max_size=4, unique_by=lambda q: q.id.lower()))
    keyed = [replace(q, key=None) if i else q for i, q in enumerate(questions)]
    sections: tuple[Section, ...] = (Section(id=None, questions=tuple(keyed)),)
    if draw(st.booleans()):
        cut = draw(st.integers(1, len(keyed)))
        parts = [p for p in (keyed[:cut], keyed[cut:]) if p]
        sections = tuple(
            Section(
                id=f"s{i}",
                questions=tuple(part),
                title=draw(LINE),
                description=draw(TEXT),
                tags=tuple(draw(st.lists(LINES, max_size=1))),
                extras=draw(EXTRAS),
            )
            for i, part in enumerate(parts)
        )
    return Quiz(
        id=draw(IDS.filter(lambda i: i.lower().split(".")[0] not in ("con", "nul", "aux", "prn"))),
        title=draw(LINES),
        lang=draw(st.sampled_from(["en", "ja", "no", "pt-BR"])),
        sections=sections,
        description=draw(TEXT),
        category=tuple(draw(st.lists(LINES, max_size=2))),
        tags=tuple(draw(st.lists(LINES, max_size=2))),
        delivery=draw(
            st.builds(
                Delivery,
                time_limit=MAYBE | st.integers(1, 10**6),
                attempts=MAYBE | st.integers(1, 9) | st.just("unlimited"),
                shuffle_questions=st.booleans(),
            )
        ),
        stimuli=(Stimulus(id="shared", text=draw(BLOCKS), title=draw(LINE)),),
        translation_of=draw(MAYBE | IDS),
        authors=tuple(draw(st.lists(st.builds(Author, name=LINES, email=LINE, url=LINE), max_size=2))),
        license=draw(LINE),
        version=draw(LINE),
        source=draw(LINE),
        labels=MappingProxyType(draw(st.dictionaries(st.sampled_from(sorted(LABEL_NAMES)), LINES, max_size=2))),
        html=draw(st.sampled_from(["text", "safe"])),
        draft=draw(st.booleans()),
        extras=draw(EXTRAS),
    )


@settings(max_examples=250, deadline=None)
@given(quizzes())
def test_a_dumped_quiz_loads_back_equal(quiz: Quiz) -> None:
    text = dump(quiz)
    reading = read("quiz.yaml", text.encode(), named=True)
    assert [d.message for d in reading.diagnostics] == [], text
    assert reading.quiz == quiz, text
    assert dump(reading.quiz) == text
