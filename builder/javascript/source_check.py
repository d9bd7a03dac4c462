"""Checks the JavaScript sources of the edge before anything runs them, so that each fault is named by file and line."""

import re
from collections.abc import Iterator
from pathlib import Path

# As in ``context``: the public package starts a thread on import.
from _quickjs import Context, JSException

from builder.input_errors import Problem

# Written by a build.
_GENERATED = "generated"
_IMPORT = re.compile(r"^import [^;]*? from '([^']+)';$", re.MULTILINE)
_EXPORT = re.compile(r"^export (?:default )?", re.MULTILINE)
_PLACE = re.compile(r"<input>:(\d+)")


def broken_modules(edge: Path) -> Iterator[Problem]:
    """Yield the modules below the folder *edge* that cannot be parsed, and each import of a module that is missing."""
    engine = Context()
    for path in sorted(edge.rglob("*.js")):
        name, source = str(path.relative_to(edge.parent)), path.read_text("utf-8")
        for imported in _IMPORT.findall(source):
            module = (path.parent / imported).resolve()
            if imported.startswith(".") and module.parent.name != _GENERATED and not module.is_file():
                yield Problem(str(module.relative_to(edge.resolve().parent)), "", f"is missing; {name} imports it")
        # An import has as many lines in its place, so that the numbers of lines stay.
        body = _EXPORT.sub("", _IMPORT.sub(lambda found: "\n" * found[0].count("\n"), source))
        try:
            engine.eval(f"(async () => {{{body}\n}});")
        except JSException as error:
            message, _, trace = str(error).partition("\n")
            place = _PLACE.search(trace)
            yield Problem(name, f"line {place[1]}" if place else "", message)
