"""The modules of the ``/v3.1`` routes in the folder of the core."""

import json

import pytest

from builder.annexes.restcountries.edge_modules import data_module, placed
from builder.javascript.context import JavaScriptContext, read_modules
from tests.support.project import ROOT

MODULES = placed(read_modules(ROOT / "edge/restcountries"))


def test_extra_handlers_replace_the_module_of_the_core() -> None:
    core = read_modules(ROOT / "edge/core")
    assert MODULES.keys() & core.keys() == {"extra_handlers.js"}
    assert {name for name in MODULES if not name.startswith("restcountries-")} == {"extra_handlers.js"}


def test_placed_modules_can_be_linked_with_the_core() -> None:
    modules = read_modules(ROOT / "edge/core") | MODULES | data_module("strict", [], MODULES)
    engine = JavaScriptContext(modules, ["answer.js", "extra_handlers.js"])
    assert json.loads(engine.evaluate("JSON.stringify(Object.keys(modules['extra_handlers.js'].EXTRA_HANDLERS))")) == [
        "restcountries"
    ]


Data = tuple[str, list[dict[str, int]], dict[str, str]]
SOME: Data = ("strict", [{"giniYear": 2020}], {"record.js": ""})


def digest(data: Data) -> object:
    """Return the digest in the module for *data*, and check that the module contains the data."""
    engine = JavaScriptContext(data_module(*data), ["restcountries-data.js"])
    read = json.loads(engine.evaluate("JSON.stringify(modules['restcountries-data.js'].restcountriesData)"))
    assert (read["mode"], read["extras"]) == data[:2]
    return read["digest"]


@pytest.mark.parametrize(
    "other",
    [
        ("lenient", *SOME[1:]),
        ("strict", [{"giniYear": 2021}], SOME[2]),
        (*SOME[:2], {"record.js": "changed"}),
    ],
)
def test_digest_changes_with_the_data_and_with_the_code(other: Data) -> None:
    assert digest(SOME) == digest(SOME) != digest(other)
