"""The types of the core in Python have the members of those in TypeScript."""

import re
from typing import Any, is_typeddict

import pytest

from builder.javascript import manifest as twins
from tests.support.project import ROOT

DECLARED = (ROOT / "edge/core/types.d.ts").read_text("utf-8")
# The names of these types in the core; the builder uses other names where one would have two meanings.
NAMES = {
    "Manifest": "Manifest",
    "RouteEntry": "Route",
    "ParameterEntry": "Param",
    "RequestBounds": "Bounds",
    "ListingEntry": "Listing",
    "CatalogEntry": "Catalog",
    "AssetEntry": "Asset",
    "HeaderTable": "HeaderTable",
    "MissingPage": "MissingPage",
    "PagePolicy": "Policy",
    "FileResult": "FileResult",
    "RecordsResult": "RecordsResult",
    "BodyResult": "BodyResult",
}
# Members of the manifest that the core declares inline.
INLINE = {"MetricEntry": "metrics"}


def members(declaration: str) -> dict[str, bool]:
    """List the members of a declaration in braces, and whether each is required."""
    plain = re.sub(r"/\*.*?\*/", "", declaration, flags=re.DOTALL)
    return {name: not mark for name, mark in re.findall(r"(?:^|[;{\n]) *(\w+)(\??): ", plain)}


def interface(name: str) -> dict[str, bool]:
    """List the members of an interface of the core, including inherited ones."""
    found = re.search(rf"interface {name}(?: extends (\w+))? \{{\n(.*?)\n\}}", DECLARED, re.DOTALL)
    assert found, f"the core declares no {name}"
    return (interface(found[1]) if found[1] else {}) | members(re.sub(r"\{.*?\}", "", found[2]))


def inline(member: str) -> dict[str, bool]:
    """List the members of the object type of a member of the manifest, or of its records."""
    found = re.search(rf"^  {member}: (?:Record<string, )?\{{(.*)\}}>?;$", DECLARED, re.MULTILINE)
    assert found, f"the manifest of the core has no {member} declared in place"
    return members(found[1])


def typed(name: str) -> dict[str, bool]:
    """List the keys of a Python type, and whether each is required."""
    twin: Any = getattr(twins, name)
    return {key: key in twin.__required_keys__ for key in twin.__annotations__}


def test_every_python_type_has_a_type_in_the_core() -> None:
    assert {name for name, value in vars(twins).items() if is_typeddict(value)} == {*NAMES, *INLINE}


@pytest.mark.parametrize("name", NAMES)
def test_python_type_has_the_members_of_the_interface(name: str) -> None:
    assert typed(name) == interface(NAMES[name])


@pytest.mark.parametrize("name", INLINE)
def test_python_type_has_the_members_of_the_inline_type(name: str) -> None:
    assert typed(name) == inline(INLINE[name])
