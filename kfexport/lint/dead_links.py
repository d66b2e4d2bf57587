"""Links that lead nowhere.

What: a link whose address is not whole: a file beside the quiz (`notes.pdf`, `../notes.md`), a part of a page
(`#part`), a path (`/notes`), or a page without its `https:`.

Why: platforms keep such an address as it is, and a browser looks for it beside the page that shows the question, where
nothing is. kfexport embeds images, and no other files.

Fails: `[the notes](notes.pdf)`, `[Anki](www.example.org)`

Passes: `[the notes](https://example.org/notes.pdf)`, `[me](mailto:me@example.org)`, and the same in code
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from kfexport.diagnostics import Diagnostic, Severity, shortened
from kfexport.lint.base import Rule
from kfexport.richtext.literal import Parts, literal
from kfexport.richtext.places import Place
from kfexport.richtext.texts import Text

_WHOLE: Final = r"[a-z][a-z0-9+.-]+:"
"""A scheme of one letter is the drive of a Windows path."""
_IN_OUTPUT: Final = re.compile(rf'<a href="(?!"|{_WHOLE})', re.IGNORECASE)
_IS_WHOLE: Final = re.compile(_WHOLE, re.IGNORECASE)
_ADDRESS: Final = r"\s*(?:<([^<>\n]*)>|((?:[^\s()<]|\([^\s()]*\))+))"
_INLINE: Final = re.compile(rf"\]\({_ADDRESS}")
_DEFINITION: Final = re.compile(rf"^[ \t>]*\[([^\[\]]+)\]:{_ADDRESS}", re.MULTILINE)
_LABEL: Final = re.compile(r"\[([^\[\]]+)\](?:\[\])?\Z")
_MAIL: Final = re.compile(r"[^\s/@#?]+@[\w-]+(?:\.[\w-]+)+\Z")
_PAGE: Final = re.compile(r"//[^/]|www\.")
_IMAGE: Final = "To show an image mark as text, put the backslash before its bracket: `!\\[`."
_LONGEST: Final = 60
"""Characters of an address that a message shows."""


def _check(text: Text) -> Iterator[Diagnostic]:
    if not _IN_OUTPUT.search(text.html()):
        return
    places = text.places()
    defined = _definitions(text.source, literal(text))
    links = [p for p in places if p.kind == "Link" and p.value.url and not _IS_WHOLE.match(p.value.url.strip())]
    found: dict[tuple[int, str], str] = {}
    for link in links:
        at, address = _address(text.source, link, defined)
        is_image = text.source.endswith("\\!", 0, link.start)
        found[at, address] = _IMAGE if is_image else _cure(address)
    told = [(at, f"the link to `{_short(address)}` leads nowhere", cure) for (at, address), cure in found.items()]
    yield from RULE.cured_in_text(text, sorted(told))


def _definitions(source: str, typed: Parts) -> Mapping[str, tuple[int, str]]:
    """The first definition of each label: where its address stands, and the address."""
    found: dict[str, tuple[int, str]] = {}
    for definition in _DEFINITION.finditer(source):
        if definition.start(1) not in typed:
            group = 2 if definition[2] is not None else 3
            found.setdefault(_folded(definition[1]), (definition.start(group), definition[group]))
    return found


def _address(source: str, link: Place, defined: Mapping[str, tuple[int, str]]) -> tuple[int, str]:
    """Where the address stands, and the address: in the link or in the definition that it names."""
    at = source.rfind("](", link.start, link.end)
    written = _INLINE.match(source, at, link.end) if at >= 0 and source[link.end - 1 : link.end] == ")" else None
    if written is not None:
        group = 1 if written[1] is not None else 2
        return written.start(group), written[group]
    label = _LABEL.search(source, link.start, link.end)
    known = defined.get(_folded(label[1])) if label is not None else None
    return known or (link.start, link.value.url)


def _folded(label: str) -> str:
    return " ".join(label.casefold().split())


def _short(address: str) -> str:
    return shortened(address, _LONGEST)


def _cure(address: str) -> str:
    if _MAIL.match(address):
        return f"Write `mailto:{_short(address)}`."
    if _PAGE.match(address):
        return f"Write the whole address: `https://{_short(address.lstrip('/'))}`."
    if address.startswith("#"):
        return "Write the whole address of a page: `https://…`. Questions are no pages with parts."
    return "Put it on the network, and write the whole address: `https://…`. Only images come along with a quiz."


RULE: Final = Rule(code="KF308", name="dead-links", severity=Severity.WARNING, check_text=_check, signs=("](", "]:"))
