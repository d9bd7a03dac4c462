"""All documents: every route, field, header and parameter has a line in a guide, and URLs are those of the config."""

import json
import re
from pathlib import Path

import pytest

from builder.api.parameters import PARAMETERS
from builder.api.response_headers import HEADERS
from builder.project.config import load_config
from tests.support import sites
from tests.support.project import WORLD
from tests.support.values import INTERFACE

BASE = load_config(WORLD.parent / "site_config.toml").base_url


def test_every_route_has_a_line_in_a_guide(prose: str, site: Path) -> None:
    listed = (site / "public/llms.txt").read_text("utf-8")
    for route in INTERFACE.routes:
        line = rf"^\| `GET {re.escape(route.path)}`.*{re.escape(route.summary)}"
        assert route.family == "documents" or re.search(line, prose, re.M), route.path
        assert f"- `GET {route.path}`" in listed


def test_every_field_has_a_line_in_a_guide(prose: str) -> None:
    parts: dict[str, str] = {}
    for part in prose.split("\n#"):
        heading = part.split("\n", 1)[0].lstrip("# ").replace("Errors", "Error")
        parts[heading] = parts.get(heading, "") + part
    for model, field in ((name, field) for name, schema in INTERFACE.schemas.items() for field in schema["properties"]):
        line = rf"\n\| `{field}` \|[^|]+\|[^|]+\| [^|]*\w[^|]* \|"
        assert re.search(line, parts.get(model, "")), f"no page has a line for {model}.{field}"


def test_every_header_has_a_line_in_a_guide(texts: dict[str, str]) -> None:
    assert [header.name for header in HEADERS if f"\n| `{header.name}` |" not in texts["headers"]] == []


def test_every_parameter_has_a_line_in_a_guide(prose: str) -> None:
    for parameter in PARAMETERS.values():
        line = rf"^\| `{parameter.name}` \|.*{re.escape(parameter.description)}"
        assert re.search(line, prose, re.M), parameter.name


@pytest.mark.slow
def test_documents_use_only_the_three_configured_urls(on_three_hosts: Path) -> None:
    public = on_three_hosts
    for path in (public / "llms.txt", public / "openapi.json", *(public / "docs").glob("*.txt")):
        assert "127.0.0.1:8000" not in path.read_text("utf-8"), path.name
    assert "https://docs.example.org/errors.txt" in (public / "llms.txt").read_text("utf-8")
    described = json.loads((public / "openapi.json").read_text("utf-8"))
    assert described["servers"][0]["url"] == sites.ORIGINS["base_url"]
    assert described["paths"]["/get/{code}"]["servers"][0]["url"] == sites.ORIGINS["cdn_url"]
