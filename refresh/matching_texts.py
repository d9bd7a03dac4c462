"""Lists texts that a regular expression matches, by means of the parser of Python's module ``re``."""

import re._parser as regex_parser  # type: ignore[import-not-found]  # the public name of it is deprecated
from collections.abc import Sequence
from typing import Any

# Limits of ``some_texts``: the longest text, and the greatest number of texts.
_LONGEST = 30
_MOST = 64


def starts(pattern: str, length: int) -> set[str]:
    """List the first characters, *length* of them, of each text that *pattern* matches."""
    return {text for text in _texts(regex_parser.parse(pattern), length, each=True) if len(text) == length}


def some_texts(pattern: str) -> list[str]:
    """List texts that *pattern* matches: with its shortest and longest repeats, each branch, a character of a class."""
    return _texts(regex_parser.parse(pattern), _LONGEST, each=False)


def _texts(items: Sequence[Any], length: int, *, each: bool) -> list[str]:
    """List the texts of a sequence of parsed items, cut at *length*."""
    texts = [""]
    for operation, argument in items:
        longer = (
            (start + more)[:length]
            for start in texts
            for more in _of_item(str(operation), argument, length - len(start), each=each)
        )
        texts = [*dict.fromkeys(longer)][: None if each else _MOST]
    return texts


def _of_item(operation: str, argument: Any, length: int, *, each: bool) -> list[str]:
    match operation:
        case "LITERAL":
            return [chr(argument)]
        case "IN":
            texts = [text for kind, value in argument for text in _of_class(str(kind), value)]
            return texts if each else texts[:1]
        case "SUBPATTERN":
            return _texts(argument[-1], length, each=each)
        case "BRANCH":
            return [text for branch in argument[1] for text in _texts(branch, length, each=each)]
        case "MAX_REPEAT":
            least, most, inner = argument
            counts = range(least, min(most, least + length) + 1) if each else dict.fromkeys((least, most))
            repeated = ([*inner] * min(count, length) for count in counts)
            return [text for items in repeated for text in _texts(items, length, each=each)]
        case "AT":
            return [""]
    raise ValueError(f"an expression with {operation}")


def _of_class(kind: str, value: Any) -> str:
    match kind:
        case "LITERAL":
            return chr(value)
        case "RANGE":
            return "".join(map(chr, range(value[0], value[1] + 1)))
    return "1234567890"
