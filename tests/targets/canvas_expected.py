"""What a bank holds, as both Canvas importers are to have it: worked out from the format and from what Canvas is.

Each question becomes a mapping of facts, under the names that ``canvas_facts`` gives to what the two readers find.
Independent of the writer: only the bank, its Markdown and its names of questions are asked.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from hashlib import sha256
from typing import Any

from targets import canvas_text as text

from kfexport import model
from kfexport.model.labels import label
from kfexport.richtext.cloze import fill, to_html_with_blanks
from kfexport.richtext.markdown import is_inline, to_html
from kfexport.targets.names import fit, names

GAP = "___"
Facts = dict[str, Any]


def identifier(prefix: str, name: str, key: str) -> str:
    """By DESIGN: a letter, 15 characters of the id, and 12 digits of the SHA-256 of the key."""
    digits = sha256(key.encode()).hexdigest()[:12]
    return f"{prefix}-{re.sub('[^A-Za-z0-9]', '-', name[:15])}-{digits}"


def settings(quiz: model.Quiz, left_out: frozenset[str] = frozenset()) -> Facts:
    """What is said of the whole quiz."""
    limit, attempts = quiz.delivery.time_limit, quiz.delivery.attempts
    points = Decimal(0)
    for section in quiz.sections:
        kept = [q for q in section.questions if exported(q, left_out) and not isinstance(q, model.Description)]
        if section.pick is not None and kept:
            points += min(section.pick, len(kept)) * kept[0].points
        else:
            points += sum((question.points for question in kept), Decimal(0))
    kept = [question for question in quiz.questions() if exported(question, left_out)]
    lists = [question for question in kept if isinstance(question, model.SingleChoice | model.MultipleResponse)]
    menus = [b for q in kept if isinstance(q, model.Cloze) for b in q.blanks if isinstance(b, model.ChoiceBlank)]
    pinned = [choice for question in lists for choice in question.choices if choice.fixed]
    return {
        "ident": identifier("t", quiz.id, quiz.id),
        # Of the whole quiz, so only where no question wants it otherwise; drop-downs would be shuffled as well.
        "shuffle_answers": bool(lists) and all(q.shuffle for q in lists) and not pinned and not menus,
        "shuffle_questions": quiz.delivery.shuffle_questions,
        "description": _shown(quiz, quiz.description),
        "time_limit": None if limit is None else max(1, -(-limit // 60)),
        "attempts": -1 if attempts == "unlimited" else attempts or 1,
        "points": float(points),
        "kind": "assignment",
        "show_correct_answers": True,
        "available": False,
    }


def exported(question: model.Question, left_out: frozenset[str] = frozenset()) -> bool:
    return not question.draft and "canvas" not in question.omit and question.id not in left_out


def entries(quiz: model.Quiz, left_out: frozenset[str] = frozenset()) -> Iterator[Facts]:
    """Questions, groups and texts, in the order in which a learner meets them."""
    called = names(_exported(quiz, left_out), 255)
    for section in quiz.sections:
        kept = [question for question in section.questions if exported(question, left_out)]
        if not kept:
            continue
        if section.title or section.description:
            title = text.visible(f"<p>{_escaped(section.title)}</p>")
            key = f"{quiz.id}#section/{section.id}"
            shown = f"{title} {_shown(quiz, section.description)}".strip()
            yield {"entry": "text", "ident": identifier("q", section.id or "", key), "shown": shown}
        if section.pick is not None:
            assert section.id is not None
            yield {
                "entry": "group",
                "ident": re.compile(rf"g-{re.escape(re.sub('[^A-Za-z0-9]', '-', section.id[:15]))}-[0-9a-f]{{12}}"),
                "title": section.title or section.id,
                "pick": min(section.pick, len(kept)),
                "points": float(kept[0].points),
                "questions": [_question(quiz, section, q, called[q.id], drawn=True) for q in kept],
            }
            continue
        before: str | None = None
        above = None
        for question in kept:
            stimulus = quiz.stimulus(question)
            if stimulus is not None and question.stimulus != before:
                above = identifier("q", stimulus.id, f"{quiz.id}#stimulus/{stimulus.id}/{question.id}")
                yield {"entry": "text", "ident": above, "shown": _stimulus(quiz, stimulus)}
            before = question.stimulus
            facts = _question(quiz, section, question, called[question.id], drawn=False)
            yield facts | {"stimulus": above if stimulus is not None and facts["entry"] == "question" else None}


def _exported(quiz: model.Quiz, left_out: frozenset[str]) -> model.Quiz:
    """Without what is left out: names of questions tell only those apart that there are."""
    sections = (
        replace(section, questions=tuple(question for question in section.questions if exported(question, left_out)))
        for section in quiz.sections
    )
    return replace(quiz, sections=tuple(sections))


def _escaped(said: str) -> str:
    return said.replace("&", "&amp;").replace("<", "&lt;")


def _shown(quiz: model.Quiz, said: str, *, inline: bool = False) -> str:
    return text.visible(_typeset(to_html(said, inline=inline, safe=quiz.safe_html))) if said else ""


def _typeset(html: str) -> str:
    """Formulas as Canvas's pages look for them."""
    html = re.sub(r'<span data-math-style="inline">([^<]*)</span>', r"\\(\1\\)", html)
    return re.sub(r'<span data-math-style="display">([^<]*)</span>', r"$$\1$$", html)


def _stimulus(quiz: model.Quiz, stimulus: model.Stimulus) -> str:
    return f"{flat(stimulus.title)} {_shown(quiz, stimulus.text)}".strip()


def _question(quiz: model.Quiz, section: model.Section, question: model.Question, name: str, *, drawn: bool) -> Facts:
    stimulus = quiz.stimulus(question) if drawn else None
    above = _stimulus(quiz, stimulus) if stimulus is not None else ""
    if isinstance(question, model.Description):
        ident = identifier("q", question.id, quiz.key(question))
        return {"entry": "text", "ident": ident, "shown": f"{above} {_shown(quiz, question.prompt)}".strip()}
    graded = not isinstance(question, model.Essay)
    facts: Facts = {
        "entry": "question",
        "ident": identifier("q", question.id, quiz.key(question)),
        "name": name,
        "points": float(question.points),
        "bank": fit(" / ".join(quiz.path(section, question)), 255),
        "stem": " ".join(part for part in (above, _shown(quiz, question.prompt), _gaps(quiz, question)) if part),
        "below": _below(question),
        "neutral": _shown(quiz, question.explanation),
        "correct": _shown(quiz, question.feedback.correct) if graded else "",
        "incorrect": _shown(quiz, question.feedback.incorrect) if graded else "",
    }
    return facts | _of_type(quiz, question)


def _gaps(quiz: model.Quiz, question: model.Question) -> str:
    if not isinstance(question, model.Cloze):
        return ""
    ids = [blank.id for blank in question.blanks]
    return text.visible(fill(to_html_with_blanks(question.text, ids, safe=quiz.safe_html), lambda _: GAP))


def _below(question: model.Question) -> str:
    """What is somewhere below the prompt."""
    match question:
        case model.Numerical(unit=unit):
            return flat(unit)
        case model.Essay(response=response):
            return flat(response.starter)
    return ""


def _of_type(quiz: model.Quiz, question: model.Question) -> Facts:
    match question:
        case model.SingleChoice():
            return {"kind": "multiple_choice_question", **_choices(quiz, question)}
        case model.MultipleResponse():
            return {
                "kind": "multiple_answers_question",
                "algorithm": "AllOrNothing" if question.scoring == "all_or_nothing" else "PartialScore",
                **_choices(quiz, question),
            }
        case model.TrueFalse():
            words = label(quiz, "true"), label(quiz, "false")
            english = words == ("True", "False")
            comments = _shown(quiz, question.feedback_true), _shown(quiz, question.feedback_false)
            right = question.answer, not question.answer
            return {
                "kind": "true_false_question" if english else "multiple_choice_question",
                "choices": list(zip(words, right, comments, strict=True)),
                "shuffled": False,
                "locked": [],
            }
        case model.ShortAnswer():
            words = [(answer.text, _shown(quiz, answer.feedback)) for answer in question.answers if answer.credit == 1]
            return {"kind": "short_answer_question", "words": sorted(words), "case": question.case_sensitive}
        case model.Numerical():
            return {"kind": "numerical_question", "numbers": sorted(_numbers(quiz, question))}
        case model.Essay():
            return _essay(quiz, question)
        case model.Matching():
            pairs = [(_shown(quiz, pair.item, inline=True), flat(pair.match)) for pair in question.pairs]
            return {"kind": "matching_question", "pairs": pairs, "matches": sorted(map(flat, question.matches))}
        case model.Ordering():
            return {"kind": "ordering_question", "steps": [_shown(quiz, item, inline=True) for item in question.items]}
        case model.Cloze():
            return _blanks(question)
    raise AssertionError(question.kind)


def flat(said: str) -> str:
    """White space as a browser shows it; a no-break space stays."""
    return re.sub(r"[ \t\r\n]+", " ", said).strip(" ")


def _choices(quiz: model.Quiz, question: model.SingleChoice | model.MultipleResponse) -> Facts:
    found = [
        (_shown(quiz, c.text, inline=is_inline(c.text)), c.correct, _shown(quiz, c.feedback)) for c in question.choices
    ]
    locked = [i for i, choice in enumerate(question.choices) if choice.fixed and question.shuffle]
    return {"choices": found, "shuffled": question.shuffle, "locked": locked}


def _numbers(quiz: model.Quiz, question: model.Numerical) -> Iterator[tuple[str, Decimal, Decimal, str]]:
    for answer in question.answers:
        if answer.credit != 1:
            continue
        comment = _shown(quiz, answer.feedback)
        if answer.range is not None:
            yield ("range", *answer.range, comment)
            continue
        assert answer.value is not None
        margin = abs(answer.value) * answer.tolerance if answer.relative else answer.tolerance
        yield "exact", answer.value, margin, comment


def _essay(quiz: model.Quiz, question: model.Essay) -> Facts:
    response = question.response
    if response.format == "file":
        return {"kind": "file_upload_question"}
    limits = response.min_words, response.max_words
    return {
        "kind": "essay_question",
        "notes": [_shown(quiz, said) for said in (question.model_answer, question.grading_notes) if said],
        "words_allowed": None if limits == (None, None) else limits,
        "rich": response.format == "rich" if response.format in ("rich", "plain") else None,
    }


def _blanks(question: model.Cloze) -> Facts:
    by_id: Mapping[str, Any] = {blank.id: blank for blank in question.blanks}
    order = re.findall("\ufdd0([A-Za-z0-9._-]+)\ufdd1", to_html_with_blanks(question.text, list(by_id)))
    found: list[Any] = []
    for blank in (by_id[name] for name in order):
        if isinstance(blank, model.ChoiceBlank):
            found.append([(choice.text, choice.correct) for choice in blank.choices])
        else:
            found.append((sorted(answer.text for answer in blank.answers if answer.credit == 1), blank.case_sensitive))
    menus = all(isinstance(blank, model.ChoiceBlank) for blank in question.blanks)
    return {"kind": "multiple_dropdowns_question" if menus else "fill_in_multiple_blanks_question", "blanks": found}
