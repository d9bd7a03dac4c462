"""Modules are linked and called in the embedded engine, and their faults are named."""

import pytest

from builder.javascript.context import JavaScriptContext, link_modules

MODULES = {
    "sum.js": "import { one } from './one.js';\nexport function add(number) { return number + one; }\n",
    "one.js": "export const one = 1;\n",
    "echo.js": "export function echo(value) { return value; }\n",
}


def test_module_uses_its_imports() -> None:
    assert JavaScriptContext(MODULES, ["sum.js"]).call("sum.js", "add", 41) == 42


def test_call_each_returns_the_results_in_order() -> None:
    assert JavaScriptContext(MODULES, ["sum.js"]).call_each("sum.js", "add", [1, 2]) == [2, 3]


@pytest.mark.parametrize(
    "text", ["Åland", "中国", "\x00 after NUL", "\ud800 lone surrogate", "\U0001f1e9\U0001f1ea", '"\\']
)
def test_text_is_passed_unchanged(text: str) -> None:
    assert JavaScriptContext(MODULES, ["echo.js"]).call("echo.js", "echo", text) == text


@pytest.mark.parametrize(
    ("modules", "reason"),
    [
        ({"a.js": "import { b } from './b.js';\n"}, "b.js: no such module"),
        ({"a.js": "import { b } from './b.js';\n", "b.js": "import { a } from './a.js';\n"}, "cycle.*a.js"),
    ],
)
def test_module_that_cannot_be_linked_is_named(modules: dict[str, str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        link_modules(modules, ["a.js"])
