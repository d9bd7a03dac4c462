"""The tools of the server for agents: schemas from the declarations, and what is refused before the core is asked."""

from typing import Any

import pytest

from builder.annexes.mcp.tools import RefusedError, ToolAnswers, tools_of
from builder.annexes.tables.models import TABLES
from builder.api.figures import METRICS
from builder.api.parameters import LIMIT, MAX_LIMIT
from builder.build_request import BuildRequest
from builder.config import load_config
from builder.site.reading import read_site
from builder.site.site import Site

TOOLS = tools_of(TABLES)


@pytest.fixture(scope="module")
def data(small: BuildRequest) -> Site:
    """Derive the site of few countries."""
    return read_site(small, load_config(small.config))


@pytest.mark.parametrize("name", TOOLS)
def test_schemas_of_a_tool_are_valid_and_described(name: str) -> None:
    from jsonschema import Draft202012Validator

    tool = TOOLS[name]
    for schema in (tool.input, tool.output):
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
    assert all(argument["description"] for argument in tool.arguments.values())


def test_arguments_have_the_bounds_and_values_of_the_declared_parameters() -> None:
    arguments = TOOLS["rank_countries"].arguments
    assert arguments["metric"]["enum"] == [metric.name for metric in METRICS]
    assert arguments["limit"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": MAX_LIMIT,
        "default": LIMIT.default,
        "description": LIMIT.description,
    }


def test_comparison_has_every_country_that_is_asked_for(data: Site) -> None:
    codes = [record.cca2 for record in data.dataset.records][:8]
    answer = ToolAnswers(data).call("compare_countries", {"codes": ",".join(codes)})
    assert [*answer["countries"]] == codes
    assert all([*metric["values"]] == codes for metric in answer["metrics"])


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("get_country", {}, "codes is missing; get_country requires it"),
        ("get_country", {"codes": None}, "codes is missing; get_country requires it"),
        ("get_country", {"code": "de", "x": 1}, "code, x is no argument of get_country; it accepts codes, fields, "),
        ("get_country", {"codes": ["de"]}, "codes must be a text, a number or a boolean"),
        ("search_countries", {}, "search_countries requires exactly one of name, capital; none is given"),
        ("list_countries", {"region": "europe", "lang": "de"}, "region and lang is given"),
        ("get_table", {"table": "cities"}, 'table is "cities"; it must be one of calling-codes, '),
    ],
)
def test_call_that_names_no_route_is_refused(data: Site, name: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(RefusedError, match=message) as refused:
        ToolAnswers(data).call(name, arguments)
    assert refused.value.body == {"message": str(refused.value), "status": 400}
