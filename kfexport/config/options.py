"""Options of rules: whether a value is what an option takes."""

import math
from typing import Any

from kfexport.lint.base import Option, OptionValue


def option_value(option: Option, value: Any) -> OptionValue | str:
    """The value; or what it must be instead, as the end of a sentence."""
    match option.default:
        case bool():
            return value if isinstance(value, bool) else "`true` or `false`"
        case tuple():
            return _words(value)
        case _:
            return _number(option, value)


def _words(value: Any) -> OptionValue | str:
    if isinstance(value, list) and all(isinstance(word, str) and word.strip() for word in value):
        return tuple(value)
    return "a list of texts in quotes"


def _number(option: Option, value: Any) -> OptionValue | str:
    whole = isinstance(option.default, int)
    low, high = option.least, option.most
    good = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    if good and (low is None or value >= low) and (high is None or value <= high):
        number: OptionValue = value
        return number
    return bounds(option)


def bounds(option: Option) -> str:
    """What a number may be, such as "a whole number from 1 to 10"."""
    kind = "a whole number" if isinstance(option.default, int) else "a number"
    low, high = option.least, option.most
    if low is not None and high is not None:
        return f"{kind} from {low:g} to {high:g}"
    if low is not None:
        return f"{kind} of at least {low:g}"
    return f"{kind} of at most {high:g}" if high is not None else kind
