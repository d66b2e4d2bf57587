"""Colours for code blocks, by Pygments, as styles of their own: no platform ships a style sheet of ours.

The colours are those of Pygments' default style, which keep a contrast of 4.5 to 1 on its background. The background is
written as well, so that the code can be read in a dark theme.
"""

import html
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, Final

from kfexport.model import Quiz

_BLOCK: Final = re.compile(r'<pre><code class="language-([^"]+)">([^\ufdd0\ufdd1]*?)</code></pre>')
"""A code block whose fence names a language, without blanks of a cloze, which a token could tear apart."""
_LONGEST: Final = 5000
"""Characters of a code block that is coloured; some lexers take a time that grows faster than the code."""
_MOST: Final = 20_000
"""Characters of code blocks that are coloured in one text, from its beginning, their tags included."""
_PRE: Final = "background:#f8f8f8;color:#000"


def coloured(quiz: Quiz, fragment: str) -> str:
    """The canonical fragment, with its code blocks coloured where that is wanted."""
    return highlight(fragment) if quiz.colours else fragment


def highlight(fragment: str) -> str:
    """The canonical fragment with its code blocks coloured. Their text stays what it is, to the blank.

    A block without a language, with one that Pygments does not know, or with a very long text stays plain, and so do
    the blocks behind the first some hundred lines of code of a text.
    """
    if '<code class="language-' not in fragment:
        return fragment
    size = 0

    def replaced(block: re.Match[str]) -> str:
        nonlocal size
        size += len(block[0])
        return (size <= _MOST and _block(html.unescape(block[1]), block[2])) or block[0]

    return _BLOCK.sub(replaced, fragment)


@lru_cache(maxsize=2**12)
def _block(language: str, code: str) -> str:
    """A whole block from the inside of its element; empty where it stays plain."""
    lexer = _lexer(language)
    text = html.unescape(code)
    if lexer is None or len(text) > _LONGEST:
        return ""
    tokens = list(_tokens(lexer, text))
    if "".join(value for _, value in tokens) != text:
        return ""  # a lexer that changes the text it reads
    spans = (_span(style, "".join(value for _, value in run)) for style, run in groupby(tokens, lambda token: token[0]))
    name = html.escape(language)
    return f'<pre style="{_PRE}"><code class="language-{name}">{"".join(spans)}</code></pre>'


@cache
def _lexer(language: str) -> Any:
    """Pygments' lexer for a language, or ``None``."""
    from pygments.lexers import get_lexer_by_name  # slow to import, and few banks have code blocks
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def _tokens(lexer: Any, text: str) -> Iterator[tuple[str, str]]:
    """The style of each piece of a text, and the piece."""
    for _, kind, value in lexer.get_tokens_unprocessed(text):
        yield "" if value.isspace() else _style(kind), value


@cache
def _style(kind: Any) -> str:
    """The style of a kind of token; empty where it is that of the block."""
    from pygments.styles import get_style_by_name

    style = get_style_by_name("default")
    while not style.styles_token(kind):  # lexers have kinds of their own below the common ones
        kind = kind.parent
    found = style.style_for_token(kind)
    rules = [f"color:#{found['color']}"] if found["color"] else []
    rules += ["font-weight:bold"] if found["bold"] else []
    rules += ["font-style:italic"] if found["italic"] else []
    return ";".join(rules)


def _span(style: str, text: str) -> str:
    shown = html.escape(text, quote=False)
    return f'<span style="{style}">{shown}</span>' if style else shown
