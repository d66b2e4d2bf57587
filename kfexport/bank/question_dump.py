"""Question → plain data for the emitter: what :mod:`kfexport.bank.question_codec` reads, the other way round."""

from typing import Any, assert_never

from kfexport.bank.emitter import Node, Word, filled, flag, number, share
from kfexport.model import (
    Answer,
    Blank,
    Choice,
    ChoiceBlank,
    Cloze,
    Description,
    Essay,
    Feedback,
    Matching,
    MultipleResponse,
    NumberBlank,
    Numerical,
    NumericalAnswer,
    Ordering,
    Question,
    Response,
    ShortAnswer,
    SingleChoice,
    TextBlank,
    TrueFalse,
)
from kfexport.model.parts import EXACT, FULL, NO_FEEDBACK, NO_RESPONSE, Scoring


def question_node(question: Question) -> dict[str, Any]:
    """The keys of a question, in the order in which people write them."""
    points = number(question.points) if question.points != _default_points(question) else None
    return filled(
        {
            "id": question.id,
            "type": Word(question.kind),
            "title": question.title,
            "prompt": question.prompt,
            **_own(question),
            "explanation": question.explanation,
            "hints": list(question.hints),
            "feedback": _feedback(question.feedback),
            "points": points,
            "penalty": share(question.penalty),
            "tags": list(question.tags),
            "category": list(question.category),
            "stimulus": question.stimulus,
            "notes": question.notes,
            "draft": flag(question.draft),
            "omit": list(question.omit),
            "key": question.key,
            **question.extras,
        }
    )


def _default_points(question: Question) -> int:
    return sum(blank.weight for blank in question.blanks) if isinstance(question, Cloze) else 1


def _own(question: Question) -> dict[str, Any]:
    """The keys that only questions of one type have."""
    match question:
        case SingleChoice():
            return {"choices": [_choice(c) for c in question.choices], "shuffle": flag(question.shuffle)}
        case MultipleResponse():
            return {
                "choices": [_choice(c) for c in question.choices],
                "shuffle": flag(question.shuffle),
                "scoring": _scoring(question.scoring),
            }
        case TrueFalse():
            return {
                "answer": Word("true" if question.answer else "false"),
                "feedback_true": question.feedback_true,
                "feedback_false": question.feedback_false,
            }
        case ShortAnswer():
            return {
                "answers": [_answer(a) for a in question.answers],
                "case_sensitive": flag(question.case_sensitive),
            }
        case Numerical():
            return {**_numbers(question.answers), "unit": question.unit}
        case Essay():
            return {
                "model_answer": question.model_answer,
                "grading_notes": question.grading_notes,
                "response": _response(question.response),
            }
        case Matching():
            pairs = [{"item": p.item, "match": p.match, **p.extras} for p in question.pairs]
            return {"pairs": pairs, "distractors": list(question.distractors)}
        case Ordering():
            return {"items": list(question.items), "scoring": _scoring(question.scoring)}
        case Cloze():
            return {"text": question.text, "blanks": {b.id: _blank(b) for b in question.blanks}}
        case Description():
            return {}
        case _:
            assert_never(question)


def _scoring(scoring: Scoring) -> Word | None:
    return Word(scoring) if scoring != "partial" else None


def _answer(answer: Answer) -> Node:
    if answer == Answer(text=answer.text):
        return answer.text
    credit = share(answer.credit) if answer.credit != FULL else None
    return filled({"text": answer.text, "credit": credit, "feedback": answer.feedback, **answer.extras})


def _numbers(answers: tuple[NumericalAnswer, ...]) -> dict[str, Any]:
    """A single answer by keys of the question, unless it has a credit or feedback of its own."""
    if len(answers) == 1 and answers[0].credit == FULL and not answers[0].feedback and not answers[0].extras:
        return filled(_number_answer(answers[0], "answer"))
    return {"answers": [filled(_number_answer(a, "value")) for a in answers]}


def _number_answer(answer: NumericalAnswer, key: str) -> dict[str, Any]:
    tolerance = None
    if answer.relative:
        tolerance = Word(f"{answer.tolerance.scaleb(2, EXACT).normalize(EXACT):f}%")
    elif answer.tolerance:
        tolerance = number(answer.tolerance)
    return {
        key: number(answer.value),
        "tolerance": tolerance,
        "range": [number(end) for end in answer.range] if answer.range is not None else None,
        "credit": share(answer.credit) if answer.credit != FULL else None,
        "feedback": answer.feedback,
        **answer.extras,
    }


def _blank(blank: Blank) -> dict[str, Any]:
    own: dict[str, Any]
    match blank:
        case TextBlank():
            own = {"answers": [_answer(a) for a in blank.answers], "case_sensitive": flag(blank.case_sensitive)}
        case NumberBlank():
            own = _numbers(blank.answers)
        case ChoiceBlank():
            own = {"choices": [_choice(c) for c in blank.choices]}
        case _:
            assert_never(blank)
    return filled({**own, "weight": number(blank.weight) if blank.weight != 1 else None, **blank.extras})


def _choice(choice: Choice) -> Node:
    if choice == Choice(text=choice.text):
        return choice.text
    return filled(
        {
            "text": choice.text,
            "correct": flag(choice.correct),
            "feedback": choice.feedback,
            "fixed": flag(choice.fixed),
            "credit": share(choice.credit),
            "id": choice.id,
            **choice.extras,
        }
    )


def _feedback(feedback: Feedback) -> dict[str, Any]:
    if feedback == NO_FEEDBACK:
        return {}
    return filled({"correct": feedback.correct, "partial": feedback.partial, "incorrect": feedback.incorrect})


def _response(response: Response) -> dict[str, Any]:
    if response == NO_RESPONSE:
        return {}
    return filled(
        {
            "format": Word(response.format) if response.format != "rich" else None,
            "lines": number(response.lines),
            "min_words": number(response.min_words),
            "max_words": number(response.max_words),
            "attachments": number(response.attachments or None),
            "starter": response.starter,
            **response.extras,
        }
    )
