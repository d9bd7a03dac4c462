"""Lists texts that a regular expression matches, by means of the parser of Python's module ``re``."""

import re._parser as regex_parser  # type: ignore[import-not-found]  # the public name of it is deprecated
from collections.abc import Sequence
from typing import Any

# Limits of ``some_texts``: the length at which a text is cut, and the greatest number of texts.
_LONGEST = 30
_MOST = 64


def starts(pattern: str, length: int) -> set[str]:
    """Return every beginning of *length* characters of the texts that *pattern* matches; shorter texts are left out."""
    return {text for text in _texts(regex_parser.parse(pattern), length, exhaustive=True) if len(text) == length}


def some_texts(pattern: str) -> list[str]:
    """List texts that *pattern* matches: each branch, each repeat at its fewest and most, a character of each class."""
    return _texts(regex_parser.parse(pattern), _LONGEST, exhaustive=False)


def _texts(items: Sequence[Any], length: int, *, exhaustive: bool) -> list[str]:
    """List the texts of a sequence of parsed items, cut at *length*."""
    texts = [""]
    for operation, argument in items:
        longer = (
            (start + more)[:length]
            for start in texts
            for more in _of_item(str(operation), argument, length - len(start), exhaustive=exhaustive)
        )
        texts = [*dict.fromkeys(longer)][: None if exhaustive else _MOST]
    return texts


def _of_item(operation: str, argument: Any, length: int, *, exhaustive: bool) -> list[str]:
    match operation:
        case "LITERAL":
            return [chr(argument)]
        case "IN":
            texts = [text for kind, value in argument for text in _characters(str(kind), value)]
            return texts if exhaustive else texts[:1]
        case "SUBPATTERN":
            return _texts(argument[-1], length, exhaustive=exhaustive)
        case "BRANCH":
            return [text for branch in argument[1] for text in _texts(branch, length, exhaustive=exhaustive)]
        case "MAX_REPEAT":
            least, most, inner = argument
            counts = range(least, min(most, least + length) + 1) if exhaustive else dict.fromkeys((least, most))
            repeated = ([*inner] * min(count, length) for count in counts)
            return [text for items in repeated for text in _texts(items, length, exhaustive=exhaustive)]
        case "AT":
            return [""]
    raise ValueError(f"cannot list the texts of an expression with {operation}")


def _characters(kind: str, value: Any) -> str:
    match kind:
        case "LITERAL":
            return chr(value)
        case "RANGE":
            return "".join(map(chr, range(value[0], value[1] + 1)))
        case "CATEGORY" if str(value) == "CATEGORY_DIGIT":
            return "1234567890"
    raise ValueError(f"cannot list the characters of a class with {value}")
