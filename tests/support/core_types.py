"""The types of the edge core, read from their declarations in TypeScript."""

import re

from tests.support.project import ROOT

DECLARED = (ROOT / "edge/core/types.d.ts").read_text("utf-8")


def members(declaration: str) -> dict[str, bool]:
    """List the members of a declaration in braces, and whether each is required."""
    plain = re.sub(r"/\*.*?\*/", "", declaration, flags=re.DOTALL)
    return {name: not mark for name, mark in re.findall(r"(?:^|[;{\n]) *(\w+)(\??): ", plain)}


def interface(name: str) -> dict[str, bool]:
    """List the members of an interface of the core, including inherited ones."""
    found = re.search(rf"interface {name}(?: extends (\w+))? \{{\n(.*?)\n\}}", DECLARED, re.DOTALL)
    assert found, f"the core declares no {name}"
    return (interface(found[1]) if found[1] else {}) | members(re.sub(r"\{.*?\}", "", found[2]))
