"""Compares expressions for postal codes with two lists: libaddressinput, and that of the European Central Bank.

An expression must match real codes and those that a list's own expression begins with, and refuse what is not a code.
"""

import ast
import re
import re._parser as regex_parser  # type: ignore[import-not-found]  # the public name of it is deprecated
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any

from builder.annexes.tables.models.conventions import Conventions
from refresh.package_archive import Archive
from refresh.refresh_types import Compared
from refresh.sources import libaddressinput

_FORMATS = "postal_codes_tools/formats_constants.py"
# Codes that are tried of each form of a list.
_MOST = 64
# Places whose codes libaddressinput has apart from the country.
_PARTS = {"SH": ("AC", "TA")}
# Expressions of the Bank that match every text.
_ANY = "^."


def postal_codes(rows: Iterable[Conventions], addresses: Archive, bank: Archive) -> Iterator[Compared]:
    """Compare the expressions of *rows* with both lists, and with texts that are no codes."""
    about = libaddressinput.entries_of(addresses)
    forms = _forms(bank.files(_FORMATS)[_FORMATS].decode())
    for row in rows:
        code, ours = row["cca2"], row.get("postalCodeExpression")
        real = [text for part in (code, *_PARTS.get(code, ())) for text in _real(about.get(part, {}))]
        if code in about:
            yield "postalCodeExpression", code, *_held(ours, real)
        if code in forms and not forms[code].startswith(_ANY):
            yield "postalCodeExpression (European Central Bank)", code, *_held(ours, codes_of(forms[code]))
        if ours and real:
            wrong = [text for one in real for text in (f"x{one}", f"{one}x", one + one) if re.search(ours, text)]
            yield "postalCodeExpression (near misses)", code, _text(wrong), "none", not wrong


def _real(about: Mapping[str, str]) -> list[str]:
    """List codes of an entry of libaddressinput: its examples, with and without letters before them, and its form's."""
    if "Z" not in about.get("fmt", "") or "zip" not in about:
        return []
    examples = libaddressinput.examples_of(about)
    prefix = about.get("postprefix", "")
    return [*dict.fromkeys([*examples, *(prefix + text for text in examples), *codes_of(about["zip"])])]


def _held(ours: str | None, real: Sequence[str]) -> tuple[str, str, bool]:
    """Return an expression, the codes that it refuses, and whether it refuses none; no codes need no expression."""
    if ours is None or not real:
        return ours or "none", real[0] if real else "none", ours is None and not real
    refused = [text for text in real if not re.search(f"^(?:{ours})$", text)]
    return ours, ", ".join(refused[:3]) or real[0], not refused


def _text(texts: Sequence[str]) -> str:
    return ", ".join(texts) or "none"


def _forms(module: str) -> dict[str, str]:
    """Read the expressions in the module of constants, by country, without running it."""
    named = (node for node in ast.walk(ast.parse(module)) if isinstance(node, ast.Dict))
    pairs = [(key, value) for node in named for key, value in zip(node.keys, node.values, strict=True)]
    # The first table has those of the list, the last stricter ones for territories.
    return {
        str(key.value): str(value.value)
        for key, value in reversed(pairs)
        if isinstance(key, ast.Constant) and isinstance(value, ast.Constant)
    }


def codes_of(expression: str) -> list[str]:
    """List codes that *expression* matches: those with its shortest and longest repeats and each of its branches."""
    return [*islice(_codes(regex_parser.parse(expression)), _MOST)]


def _codes(items: Sequence[Any]) -> Iterator[str]:
    parts = [[*islice(_item(str(operation), argument), _MOST)] for operation, argument in items]
    return ("".join(texts) for texts in product(*parts))


def _item(operation: str, argument: Any) -> Iterator[str]:
    match operation:
        case "LITERAL":
            yield chr(argument)
        case "IN":
            yield _first(*argument[0])
        case "SUBPATTERN":
            yield from _codes(argument[-1])
        case "BRANCH":
            for branch in argument[1]:
                yield from _codes(branch)
        case "MAX_REPEAT":
            least, most, inner = argument
            for count in dict.fromkeys((least, most)):
                yield from _codes(inner) if count == 1 else (next(_codes(inner)) * count,)
        case "AT":
            yield ""
        case _:
            raise ValueError(f"an expression with {operation}")


def _first(kind: Any, value: Any) -> str:
    """Return the first character of a class: of a range its start, of a category a digit."""
    return {"LITERAL": lambda: chr(value), "RANGE": lambda: chr(value[0])}.get(str(kind), lambda: "1")()
