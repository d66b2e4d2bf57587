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
    Author,
    Choice,
    Delivery,
    Essay,
    Feedback,
    Question,
    Quiz,
    Response,
    Section,
    SingleChoice,
    Stimulus,
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
QUESTIONS: st.SearchStrategy[Question] = SINGLE_CHOICES | ESSAYS


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
