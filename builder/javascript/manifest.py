"""Makes the generated modules of the edge: the manifest, the kinds of routes of extensions, and the records."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson

from builder.api.types import JsonObject, Names, Record

Manifest = Mapping[str, Any]
"""All that the core has to know about a site, except its records, as plain JSON.

``edge/core/types.d.ts`` declares its members, and a test checks that every manifest fits.
"""

# The members that only searches read.
_SEARCHED = ("names", "capitals")
# The characters that a string in single quotes escapes, and their escapes.
_QUOTED = re.compile(r"[\\']")
_ESCAPE = r"\\\g<0>"
_ESCAPED = re.compile(r"\\(.)")
_QUOTED_SIGNS = "'\\"
# Texts that records repeat, the most frequent first. A character stands for each, which makes the function a fifth
# smaller. The apostrophe is among them, because a bundler writes strings with both kinds of quotation marks as
# templates, which engines read more slowly.
_REPEATED = (
    "'",
    '"types":["public"]},{"date":"',
    '","localName":"',
    '":{"official":"',
    '","common":"',
    '","name":"',
    '"types":["public","estimated"]},{"date":"',
    '"},"',
)


def searched_names(names: Sequence[Names]) -> JsonObject:
    """Arrange the names of each record as the core searches them."""
    numbers: dict[str, list[str]] = {}
    for number, name in enumerate(names):
        for text in name.in_other_languages:
            numbers.setdefault(text, []).append(str(number))
    letters: dict[str, list[str]] = {}
    for text in sorted(numbers):
        letters.setdefault(text[0], []).append(",".join([text, *numbers[text]]))
    return {
        "own": [(name.common, name.others, name.exact_names) for name in names],
        "otherLanguages": {letter: " ".join(entries) for letter, entries in letters.items()},
    }


def manifest_module(manifest: Manifest) -> str:
    """Write the module that exports *manifest*.

    The module passes strings to ``JSON.parse``, because engines read that faster than an object literal. The names for
    searches, which are most of the manifest, are parsed at the first search.
    """
    rest = {name: value for name, value in manifest.items() if name not in _SEARCHED}
    getters = [f"  get {name}() {{ return JSON.parse({_literal(manifest[name])}); }},\n" for name in _SEARCHED]
    return f"export const manifest = {{\n  ...JSON.parse({_literal(rest)}),\n{''.join(getters)}}};\n"


def kinds_module(**modules: str) -> dict[str, str]:
    """Make the module of the kinds of routes that extensions add; *modules* has their modules in ``edge/`` by name."""
    imports = "".join(f"import {{ {name} }} from '../{module}';\n" for name, module in modules.items())
    names = f"{{ {', '.join(modules)} }}" if modules else "{}"
    return {"generated/kinds.js": f"{imports}export const extensionKinds = {names};\n"}


def _literal(value: object) -> str:
    """Encode *value* as JSON in a string literal.

    Apostrophes are escaped, because a bundler would write a string with both kinds of quotation marks as a template.
    """
    text = orjson.dumps(value).decode().replace("'", r"\u0027").replace("\\", "\\\\")
    return f"'{text}'"


def records_module(records: Iterable[Record]) -> str:
    """Write the module that exports *records*: ``Records`` in ``edge/core/types.d.ts``, a line for each record."""
    texts = [record.body.decode() for record in records]
    used = {*_QUOTED_SIGNS}.union(*texts)
    unused = (sign for sign in map(chr, range(0x21, 0x7F)) if sign not in used)
    parts = [*zip(unused, _REPEATED, strict=False)]
    for sign, part in parts:
        texts = [text.replace(part, sign) for text in texts]
    lines = "".join(f"'{_QUOTED.sub(_ESCAPE, text)}',\n" for text in texts)
    return f"export const records = {{\n  parts: {orjson.dumps(parts).decode()},\n  packed: [\n{lines}]}};\n"


def read_records(source: str) -> list[str]:
    """Read each record, as JSON, from the *source* of a module made by ``records_module``."""
    _, parts, _, *lines, _ = source.strip().split("\n")
    texts = [_ESCAPED.sub(r"\1", line[1:-2]) for line in lines]
    for sign, part in orjson.loads(parts.strip().removeprefix("parts: ").removesuffix(",")):
        texts = [text.replace(sign, part) for text in texts]
    return texts
