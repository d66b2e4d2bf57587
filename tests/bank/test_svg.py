"""An SVG that could run or load something is refused, with the reason; pictures are not touched."""

import time

import pytest

from kfexport.bank.svg import fault

NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def svg(inside: str) -> bytes:
    return f"<svg {NAMES}>{inside}</svg>".encode()


@pytest.mark.parametrize(
    "inside",
    [
        "<rect width='1' height='1' fill='url(#g)'/>",
        "<use xlink:href='#a'/><use href='#a'/>",
        "<style>.a { fill: url(#g); font-family: serif } /* a comment */</style>",
        "<style><![CDATA[ a > b { fill: red } ]]></style>",
        "<image href='data:image/png;base64,AAAA' width='1' height='1'/>",
        "<rect style='fill:url(\"#g\")' transform='rotate(3)'/>",
        "<text>javascript: onload= @import url(http://e.org)</text>",
        "<animate attributeName='width' from='1' to='2'/>",
        "<title>On and on</title><desc>one</desc><metadata><x:y xmlns:x='urn:x'/></metadata>",
        "<path d='M0 0' clip-path='url(#c)' mask='url( \"#m\" )'/>",
    ],
)
def test_pictures_pass(inside: str) -> None:
    assert fault(svg(inside)) == ""


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ("<script>alert(1)</script>", "has a `<script>` element"),
        ("<SCRIPT/>", "has a `<SCRIPT>` element"),
        ("<x:script xmlns:x='http://www.w3.org/2000/svg'/>", "has a `<script>` element"),
        ("<rect onclick='x'/>", "runs something: `onclick` in `<rect>`"),
        ("<rect OnLoad='x'/>", "runs something: `OnLoad` in `<rect>`"),
        ("<foreignObject/>", "holds HTML (`<foreignObject>`)"),
        ("<b xmlns='http://www.w3.org/1999/xhtml'/>", "holds HTML (`<b>`)"),
        ("<a href='javascript:x'/>", "runs something: `href` in `<a>` is a script"),
        ("<a href='&#1' />", "is not well-formed XML in line 1"),
        ("<a href='java&#10;script:x'/>", "runs something: `href` in `<a>` is a script"),
        ("<a xlink:href='https://e.org'/>", "refers to something outside of it: `https://e.org`"),
        ("<image href='a.png'/>", "refers to something outside of it: `a.png`"),
        ("<use href='other.svg#a'/>", "refers to something outside of it: `other.svg#a`"),
        ("<image href='data:image/svg+xml,x'/>", "refers to something outside of it: `data:image/svg+xml,x`"),
        ("<g xml:base='http://e.org/'/>", "refers to something outside of it: `http://e.org/`"),
        ("<rect fill='url(http://e.org/a#b)'/>", "refers to something outside of it: `http://e.org/a#b`"),
        ("<style>@import 'a.css';</style>", "loads or runs something by its style: `@import`"),
        ("<style>a{b:url(//e.org/x)}</style>", "refers to something outside of it: `//e.org/x`"),
        ("<style>a{b:u\\72 l(//e.org/x)}</style>", "refers to something outside of it: `//e.org/x`"),
        ("<style>a{b:ur/**/l(#x)} @im\\port 'x'</style>", "loads or runs something by its style: `@import`"),
        ("<style>a{b:image-set('x' 1x)}</style>", "loads or runs something by its style: `image-set(`"),
        ("<set attributeName='xlink:href' to='x'/>", "changes an address or a handler by `<set>`"),
        ("<animate attributeName='onclick' to='x'/>", "changes an address or a handler by `<animate>`"),
        ("<iframe/>", "has a `<iframe>` element"),
        ("<rect", "is not well-formed XML in line 1"),
    ],
)
def test_what_could_run_or_load_is_refused(inside: str, reason: str) -> None:
    assert fault(svg(inside)) == reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
         b'<svg xmlns="http://www.w3.org/2000/svg"/>', ""),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>',
         "declares entities in its DOCTYPE"),
        (b'<!DOCTYPE svg [<!ELEMENT svg ANY>]><svg xmlns="http://www.w3.org/2000/svg"/>',
         "declares entities in its DOCTYPE"),
        (b'<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>'
         b'<svg xmlns="http://www.w3.org/2000/svg" id="&c;"/>', "declares entities in its DOCTYPE"),
        (b'<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]><svg xmlns="http://www.w3.org/2000/svg"/>',
         "declares attributes in its DOCTYPE"),
        (b"<!DOCTYPE svg [<!-- none -->]><svg xmlns='http://www.w3.org/2000/svg'><text>&lt;!ATTLIST</text></svg>", ""),
        (b'<?xml-stylesheet href="a.css"?><svg xmlns="http://www.w3.org/2000/svg"/>',
         "names a style sheet outside of it"),
        (b"<svg/>", 'lacks `xmlns="http://www.w3.org/2000/svg"`, so browsers do not draw it'),
        (b"<feed/>", "is some other XML: it begins with `<feed>`"),
        (b"\xef\xbb\xbf" + svg(""), ""),
        (svg("").decode().encode("utf-16"), ""),
        (b'<?xml version="1.0" encoding="ISO-8859-1"?>' + svg("<text>\xe9</text>").decode().encode("latin-1"), ""),
        (b'<?xml version="1.0" encoding="x-none"?><svg/>', "is not well-formed XML in line 1"),
        (svg("<g>" * 100_000), "is not well-formed XML in line 1"),
        (b"<", "is not well-formed XML in line 1"),
    ],
)  # fmt: skip
def test_whole_files(data: bytes, reason: str) -> None:
    assert fault(data) == reason


@pytest.mark.parametrize("piece", ["<g>", "<style>/*", "<rect style='/*'/>", "<rect fill='url('/>", "<!--"])
def test_a_large_one_takes_no_time(piece: str) -> None:
    data = svg(piece * (4_000_000 // len(piece)))
    began = time.process_time()
    fault(data)
    assert time.process_time() - began < 10
    data = svg("<style>" + "/* url(" * 500_000 + "</style>")
    began = time.process_time()
    fault(data)
    assert time.process_time() - began < 5
