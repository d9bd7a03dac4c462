"""The edge core, run inside Python by an embedded JavaScript engine.

A context belongs to the thread that made it: sharing one between threads crashes the process.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, cast

# The public package around this module starts a thread when it is imported, and a process with threads cannot be
# forked, which writing pages needs. That package hands out this very class, and the requirements pin it by hash.
from _quickjs import Context

_IMPORT = re.compile(r"^import \{([^}]*)\} from '\./([\w.-]+\.js)';$", re.MULTILINE)
_CALL = r"""
const ascii = (text) => text.replace(/[\u007f-\uffff]/g, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
globalThis.call = (module, name, input) =>
  ascii([JSON.stringify(modules[module][name](...JSON.parse(input)))].join(''));
globalThis.callEach = (module, name, input) =>
  ascii([JSON.stringify(JSON.parse(input).map((one) => modules[module][name](one)))].join(''));
"""
_EXPORT = re.compile(r"^export ((?:function\*?|const|class) (\w+))", re.MULTILINE)


def read_modules(folder: Path) -> dict[str, str]:
    """Read the JavaScript modules of *folder* by file name."""
    return {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.js"))}


def link(modules: Mapping[str, str], entries: Iterable[str]) -> str:
    """Join ES modules into one script that leaves a global object ``modules`` of their exports.

    The engine's package gives scripts no module loader, and a bundler would be one more program that a build needs: it
    takes 110 ms for what takes half of one here. This understands what the core's lint rules allow: one-line named
    imports of a sibling, and exported declarations. Raises ``ValueError`` naming what it cannot link.
    """
    order: list[str] = []
    visiting: list[str] = []

    def visit(name: str) -> None:
        if name in order:
            return
        if name in visiting or name not in modules:
            raise ValueError(f"cannot link {name}: {'an import cycle' if name in visiting else 'no such module'}")
        visiting.append(name)
        for found in islice(_IMPORT.finditer(modules[name]), _count("import ", modules[name])):
            visit(found[2])
        visiting.remove(name)
        order.append(name)

    for entry in entries:
        visit(entry)
    parts = ["'use strict';", "const modules = {};"]
    for name in order:
        imported, exported = _count("import ", modules[name]), _count("export ", modules[name])
        source = _IMPORT.sub(_require, modules[name], imported) if imported else modules[name]
        exports = ", ".join(found[2] for found in islice(_EXPORT.finditer(source), exported))
        body = _EXPORT.sub(r"\1", source, exported) if exported else source
        parts.append(f"modules['{name}'] = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();")
    return "\n".join([*parts, "globalThis.modules = modules;"])


def _count(word: str, source: str) -> int:
    """Count the lines that start with *word*: a pattern tried to the end of the records takes longer than they do."""
    return source.startswith(word) + source.count(f"\n{word}")


def _require(found: re.Match[str]) -> str:
    return f"const {{{found[1].replace(' as ', ': ')}}} = modules['{found[2]}'];"


class JavaScriptContext:
    """A context that has linked some modules; every call crosses as ASCII JSON.

    ASCII, because a NUL would cut a string short and a lone surrogate would raise on the way.
    """

    def __init__(self, modules: Mapping[str, str], entries: Iterable[str]) -> None:
        self._context = Context()
        self._context.eval(link(modules, entries))
        self._context.eval(_CALL)
        self._call = self._context.get("call")
        self._call_each = self._context.get("callEach")

    def call(self, module: str, name: str, *arguments: Any) -> Any:
        """Call an exported function with JSON-able *arguments* and return its JSON-able result."""
        return json.loads(self._call(module, name, json.dumps(arguments)))

    def call_each(self, module: str, name: str, arguments: list[Any]) -> list[Any]:
        """Call an exported function of one argument with each of *arguments*."""
        return cast("list[Any]", json.loads(self._call_each(module, name, json.dumps(arguments))))

    def offer(self, name: str, function: Callable[[int], str]) -> None:
        """Let scripts call *function* under the global *name*; what it returns has to be ASCII."""
        self._context.add_callable(name, function)

    def evaluate(self, script: str) -> Any:
        """Evaluate a script and return its primitive result."""
        return self._context.eval(script)
