"""Names that were meant by those that do not exist."""

from collections.abc import Iterable


def near(name: str, known: Iterable[str]) -> str:
    """The end of a sentence that says there is no ``name``: the one that was meant, or all there are."""
    from difflib import get_close_matches

    names = list(known)
    close = get_close_matches(name, names, 1)
    return f"; did you mean “{close[0]}”?" if close else f"; there are {', '.join(names)}"
