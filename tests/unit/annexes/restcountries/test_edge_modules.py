"""The module with the data of the ``/v3.1`` routes."""

import json

import pytest

from builder.annexes.restcountries.edge_modules import data_module
from builder.javascript.context import JavaScriptContext

Data = tuple[str, list[dict[str, int]], dict[str, str]]
SOME: Data = ("strict", [{"giniYear": 2020}], {"record.js": ""})


def digest(data: Data) -> object:
    """Return the digest in the module for *data*, and check that the module contains the data."""
    engine = JavaScriptContext(data_module(*data), ["generated/restcountries.js"])
    read = json.loads(engine.evaluate("JSON.stringify(modules['generated/restcountries.js'].restcountriesData)"))
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
