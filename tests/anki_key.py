"""What a careful learner reads off an Anki card, and how that learner marks an answer by it.

Anki judges nothing: the card shows the key, and the learner compares. So a response is marked here by the visible text
of the two fields alone, with the shares that the quiz format gives to partly right answers ("Meaning of marks"), since
a card does not repeat those. What a card does not show (letter case that counts, weights of blanks, credits of choices,
all or nothing) plays no part.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

import lxml.html
from anki_reader import dom, gaps

Share = Fraction
_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?"
_RANGE = re.compile(rf"({_NUMBER}) … ({_NUMBER})")
_AROUND = re.compile(rf"({_NUMBER}) ± ({_NUMBER})(?!%)")
_LETTERED = re.compile(r"([A-Z]+)\. (.*)", re.DOTALL)
_CREDIT = re.compile(r"(.*) \(([0-9.]+%|[0-9]+/[0-9]+)\)", re.DOTALL)


def choices(front: str, back: str, picked: Collection[str]) -> Share:
    """Marks for the texts that were picked of a lettered list: each right one earns, each wrong one costs a share."""
    shown = dict(zip("ABCDEFGHIJ", _list(front, "A"), strict=False))
    right = {_letter(line, shown) for line in _answers(back)}
    chosen = {letter for letter, text in shown.items() if text in picked}
    assert len(chosen) == len(picked)
    return max(Fraction(len(chosen & right) - len(chosen - right), len(right)), Fraction(0))


def single(front: str, back: str, picked: str) -> Share:
    """Marks for the one text that was picked."""
    return Fraction(choices(front, back, [picked]) == 1)


def truth(front: str, back: str, word: str) -> Share:
    """Marks for one of the two words."""
    assert word in [li.text_content() for li in dom(front).xpath(".//ul/li")]
    return Fraction(_answers(back) == [word])


def typed(back: str, response: str) -> Share:
    """Marks for a text, without outer blanks and without letter case."""
    return _best(share for text, share in map(_credit, _answers(back)) if _same(text, response))


def counted(back: str, response: str) -> Share:
    """Marks for a number."""
    return _best(share for text, share in map(_credit, _answers(back)) if _inside(text, Decimal(response)))


def pairs(front: str, back: str, chosen: Mapping[str, str]) -> Share:
    """Marks for a match by each item, the same for every item."""
    shown = dict(zip("ABCDEFGHIJ", _list(front, "A"), strict=False))
    items = [li.text_content() for li in dom(front).xpath(".//ol[not(@type)]/li")]
    key = {}
    for line in (li.text_content() for li in dom(back).xpath("(.//ol)[1]/li")):
        item, _, match = line.partition(" — ")
        key[item] = shown[_letter(match, shown)]
    assert list(key) == items
    assert set(chosen.values()) <= set(shown.values())
    return Fraction(sum(chosen.get(item) == match for item, match in key.items()), len(key))


def sequence(front: str, back: str, letters: Sequence[str]) -> Share:
    """Marks for the letters of the items in some order: the share of the items at their right place."""
    shown = dict(zip("ABCDEFGHIJ", _list(front, "A"), strict=False))
    right = _answers(back)[0].split(", ")
    assert [shown[letter] for letter in right] == [li.text_content() for li in dom(back).xpath("(.//ol)[1]/li")]
    return Fraction(sum(a == b for a, b in zip(letters, right, strict=True)), len(right))


def filled(front: str, back: str, responses: Sequence[str]) -> Share:
    """Marks for what was put into the blanks, in their order in the text, the same for every blank."""
    others = {int(li.get("value")): _lines(li) for li in dom(back).xpath(".//ol/li[@value]")}
    marks = []
    for gap, response in zip(gaps(front), responses, strict=True):
        accepted = others.get(gap.number) or [dom(gap.answer).text_content()]
        assert gap.hint is None or response in dom(gap.hint).text_content().split(" | ")
        found = [s for t, s in map(_credit, accepted) if _same(t, response) or _inside(t, _decimal(response))]
        marks.append(_best(found))
    return sum(marks, Fraction(0)) / len(marks)


def _answers(back: str) -> list[str]:
    """The lines under the first word of ours, up to the next one."""
    body = dom(back)
    if body[0].tag == "div":  # the element around a whole field
        body = body[0]
    lines: list[str] = []
    for i, block in enumerate(body):
        if i and block.tag == "p" and len(block) == 1 and block[0].tag == "b":
            break
        if block.tag == "p":
            lines += _lines(block)
    return lines[1:]


def _lines(block: lxml.html.HtmlElement) -> list[str]:
    for line_break in block.iter("br"):
        line_break.tail = f"\n{line_break.tail or ''}"
    return block.text_content().split("\n")


def _list(field: str, kind: str) -> list[str]:
    return [li.text_content().strip() for li in dom(field).xpath(f".//ol[@type='{kind}']/li")]


def _letter(line: str, shown: Mapping[str, str]) -> str:
    match = _LETTERED.fullmatch(line)
    assert match is not None
    assert shown[match[1]] == match[2], "the letter on the back is not that of the front"
    return match[1]


def _credit(line: str) -> tuple[str, Share]:
    match = _CREDIT.fullmatch(line)
    if match is None:
        return line, Fraction(1)
    return match[1], Fraction(match[2][:-1]) / 100 if match[2].endswith("%") else Fraction(match[2])


def _same(text: str, response: str) -> bool:
    return text.strip().casefold() == response.strip().casefold()


def _decimal(response: str) -> Decimal | None:
    return Decimal(response) if re.fullmatch(_NUMBER, response) else None


def _inside(text: str, response: Decimal | None) -> bool:
    if response is None:
        return False
    if match := _RANGE.search(text):
        return Decimal(match[1]) <= response <= Decimal(match[2])
    if match := _AROUND.search(text):
        return abs(response - Decimal(match[1])) <= Decimal(match[2])
    match = re.match(_NUMBER, text)
    return match is not None and Decimal(match[0]) == response


def _best(shares: Iterable[Share]) -> Share:
    return max(shares, default=Fraction(0))
