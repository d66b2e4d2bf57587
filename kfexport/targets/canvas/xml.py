"""Elements of QTI 1.2 as Canvas writes them, as strings.

No CDATA, and no white space around a text: New Quizzes takes the inside of an element as it stands.
"""

from collections.abc import Iterable
from typing import Final

from kfexport.targets.markup import encoded, escape

RESPONSE: Final = "response1"
"""Identifier of the only response of an item."""
HTML: Final = "text/html"
PLAIN: Final = "text/plain"

_XSI: Final = "http://www.w3.org/2001/XMLSchema-instance"


def leaf(name: str, content: str) -> str:
    """An element with a text."""
    return f"<{name}>{escape(content)}</{name}>" if content else f"<{name}/>"


def field(label: str, entry: str) -> str:
    """An entry of the metadata of an item or assessment."""
    inside = f"<fieldlabel>{label}</fieldlabel><fieldentry>{escape(entry)}</fieldentry>"
    return f"<qtimetadatafield>{inside}</qtimetadatafield>"


def material(content: str, kind: str = HTML) -> str:
    """A text, HTML or plain. HTML is escaped once more: both importers take it as text and then parse it."""
    return f'<material><mattext texttype="{kind}">{escape(content)}</mattext></material>'


def label(ident: str, content: str, kind: str = HTML, attributes: str = "") -> str:
    """One of the answers that a response can be."""
    return f'<response_label ident="{ident}"{attributes}>{material(content, kind)}</response_label>'


def choice_response(
    ident: str, labels: Iterable[str], *, cardinality: str = "", before: str = "", shuffle: bool = False
) -> str:
    """A response that is one of the labels, or several; ``before`` is what stands before them."""
    counted = f' rcardinality="{cardinality}"' if cardinality else ""
    shuffled = ' shuffle="Yes"' if shuffle else ""
    choices = f"<render_choice{shuffled}>{''.join(labels)}</render_choice>"
    return f'<response_lid ident="{ident}"{counted}>{before}{choices}</response_lid>'


def text_response(*, number: bool = False, attributes: str = "") -> str:
    """A response that is typed."""
    kind = ' fibtype="Decimal"' if number else ""
    answer = '<response_label ident="answer1" rshuffle="No"/>'
    inside = f"<render_fib{kind}>{answer}</render_fib>"
    return f'<response_str ident="{RESPONSE}" rcardinality="Single"{attributes}>{inside}</response_str>'


def equals(value: str, response: str = RESPONSE, attributes: str = "") -> str:
    """The test whether a response is a value."""
    return f'<varequal respident="{response}"{attributes}>{escape(value)}</varequal>'


ANYTHING: Final = "<other/>"
"""The test that every response passes."""


def condition(
    test: str, *, score: str = "", add: bool = False, shown: Iterable[str] = (), goes_on: bool | None = False
) -> str:
    """What a response that passes a test earns in percent, and which feedback is shown."""
    further = "" if goes_on is None else f' continue="{"Yes" if goes_on else "No"}"'
    earned = f'<setvar action="{"Add" if add else "Set"}" varname="SCORE">{score}</setvar>' if score else ""
    feedback = "".join(f'<displayfeedback feedbacktype="Response" linkrefid="{ident}"/>' for ident in shown)
    return f"<respcondition{further}><conditionvar>{test}</conditionvar>{earned}{feedback}</respcondition>"


def root(name: str, namespace: str, schema: str, attributes: str, inside: str) -> bytes:
    """A document in UTF-8 with ``namespace`` as its default one; both importers look elements up in it.

    Raises:
        ValueError: a text holds a character that XML 1.0 forbids.
    """
    return b"".join(root_of(name, namespace, schema, attributes, (encoded(inside),)))


def root_of(name: str, namespace: str, schema: str, attributes: str, inside: Iterable[bytes]) -> tuple[bytes, ...]:
    """Such a document in pieces, from what is in it, encoded already: the questions of a big bank are never copied."""
    spaces = f'xmlns="{namespace}" xmlns:xsi="{_XSI}" xsi:schemaLocation="{namespace} {schema}"'
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return encoded(f"{head}<{name}{attributes} {spaces}>\n"), *inside, encoded(f"</{name}>\n")
