"""The tools of the server for agents: schemas from the declarations, and what is refused before the core is asked."""

from typing import Any

import pytest

from builder.api.parameters import LIMIT, MAX_LIMIT
from builder.extensions.mcp.tools import RefusedError, ToolAnswers, tools_of
from builder.extensions.tables.models import TABLES
from builder.project.build_request import BuildRequest
from builder.site.reading import read_site
from builder.site.site import Site
from tests.support.cases import load_cases
from tests.support.values import INTERFACE

CASES = load_cases("tools")

TOOLS = tools_of(INTERFACE, TABLES)


@pytest.fixture(scope="module")
def data(small: BuildRequest) -> Site:
    """Derive the site of few countries."""
    return read_site(small)


@pytest.mark.parametrize("name", TOOLS)
def test_schemas_of_a_tool_are_valid_and_described(name: str) -> None:
    from jsonschema import Draft202012Validator

    tool = TOOLS[name]
    Draft202012Validator.check_schema(tool.input)
    assert tool.input["type"] == "object"
    assert all(argument["description"] for argument in tool.arguments.values())


def test_arguments_have_the_bounds_and_values_of_the_declared_parameters() -> None:
    arguments = TOOLS["rank_countries"].arguments
    assert arguments["metric"]["enum"] == [metric.name for metric in INTERFACE.ranked_metrics]
    assert arguments["limit"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": MAX_LIMIT,
        "default": LIMIT.default,
        "description": LIMIT.description,
    }


@pytest.mark.parametrize(("name", "arguments", "message"), CASES["refused"])
def test_call_that_names_no_route_is_refused(data: Site, name: str, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(RefusedError, match=message) as refused:
        ToolAnswers(data).call(name, arguments)
    assert refused.value.body == {"message": str(refused.value), "status": 400}


@pytest.mark.parametrize(("name", "arguments", "plain"), CASES["forms"])
def test_argument_in_the_form_of_an_agent_is_read(
    data: Site, name: str, arguments: dict[str, Any], plain: dict[str, Any]
) -> None:
    answers = ToolAnswers(data)
    assert answers.call(name, arguments) == answers.call(name, plain)


def test_list_of_all_has_as_many_records_as_asked(data: Site) -> None:
    answers = ToolAnswers(data)
    codes = [record.cca2 for record in data.dataset.records]
    for query in ({"limit": 12}, {"limit": 25, "offset": 3}, {"offset": len(codes) - 2}, {"offset": len(codes)}):
        found: Any = answers.call("list_countries", {**query, "fields": "cca2"})
        first = query.get("offset", 0)
        assert [one["cca2"] for one in found["countries"]] == codes[first : first + query.get("limit", 5)]
        assert found["total"] == len(codes)


@pytest.mark.parametrize(("name", "arguments"), CASES["unknown values"])
def test_errors_name_tools_and_no_address(data: Site, name: str, arguments: dict[str, str]) -> None:
    with pytest.raises(RefusedError) as refused:
        ToolAnswers(data).call(name, arguments)
    message = str(refused.value)
    assert "/" not in message
    assert any(tool in message for tool in TOOLS) or "known are" in message


def test_argument_cannot_be_the_address_of_a_file(data: Site) -> None:
    answers = ToolAnswers(data)
    for key in ("../alpha/de", "..", ".", "europe/5-0", "index.json"):
        with pytest.raises(RefusedError) as refused:
            answers.call("list_countries", {"region": key})
        assert refused.value.body["status"] == 404
