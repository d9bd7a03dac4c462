"""The server for agents as a process, asked by the client of the protocol's own SDK, compared with the preview."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from builder.extensions.mcp.server import make_server
from builder.project.build_request import BuildRequest
from builder.site.reading import read_site
from scripts.preview_process import Served
from tests.support.engines.raw_requests import get
from tests.support.processes import run
from tests.support.project import ROOT
from tests.support.sites import SLUG, TITLE

if TYPE_CHECKING:
    from mcp_types import CallToolResult, Tool

_COUNTRIES = str(Path(sys.executable).with_name("countries"))
_VECTORS = json.loads((ROOT / "tests/extensions/mcp/tool_vectors.json").read_bytes())
_OTHERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_table", {"table": "history", "codes": "deu,fr", "limit": 3, "offset": 1}),
    ("get_table", {"table": "calling-codes", "limit": 10, "offset": 10}),
    ("get_table", {"table": "calling-codes", "codes": "zzz"}),
    ("get_table", {"table": "calling-codes", "limit": 101}),
)
_INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
_CALL = {"name": "get_country", "arguments": {"codes": "de", "fields": "cca2"}}


@dataclass(frozen=True)
class Session:
    """The answers of one session: the tools, the result of each call, and the error of an unknown tool."""

    tools: "list[Tool]"
    results: "list[CallToolResult]"
    unknown: str


async def _ask(calls: Sequence[tuple[str, dict[str, Any]]], served: Served, folder: Path) -> Session:
    from mcp import Client, MCPError, StdioServerParameters

    # A client starts its servers in a folder of its own.
    arguments = ["--config", str(served.request.config), "mcp", "--base-url", served.origin]
    server = StdioServerParameters(command=_COUNTRIES, args=arguments, cwd=folder)
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
        results = [await client.call_tool(name, arguments) for name, arguments in calls]
        with pytest.raises(MCPError) as refused:
            await client.call_tool("get_weather", {})
        return Session(tools, results, str(refused.value))


@pytest.fixture(scope="module")
def session(small_served: Served, tmp_path_factory: pytest.TempPathFactory) -> Session:
    """Call every vector in one session."""
    calls = [*((vector["tool"], vector["arguments"]) for vector in _VECTORS), *_OTHERS]
    return asyncio.run(_ask(calls, small_served, tmp_path_factory.mktemp("client")))


@pytest.mark.parametrize("number", range(len(_VECTORS)), ids=[vector["target"] for vector in _VECTORS])
def test_tool_answers_as_the_route_does(session: Session, small_served: Served, number: int) -> None:
    reply = get(small_served.origin, _VECTORS[number]["target"])
    result = session.results[number]
    body = json.loads(reply.body)
    assert result.is_error == (reply.status != 200)
    value = result.structured_content
    if result.is_error:
        # What an error says after the semicolon names a tool here, and an address there.
        assert value == {**body, "message": value["message"]}
        assert value["message"].split("; list_countries")[0] == body["message"].split("; /")[0]
    else:
        headers = {"x-total-count": "total", "x-rank-definition": "definition", "x-ignored-fields": "ignoredFields"}
        headers |= {"x-ignored-codes": "ignoredCodes"}
        sent = {name.lower(): value for name, value in reply.headers}
        shown = {member: sent[name] for name, member in headers.items() if name in sent}
        assert value == {"countries": body, **shown, "total": int(shown["total"])}
    assert [json.loads(block.text) for block in result.content if block.type == "text"] == [value]


def test_table_has_the_rows_of_its_file(session: Session, small_served: Served) -> None:
    history, calling_codes, unknown, refused = session.results[len(_VECTORS) :]
    file = json.loads(get(small_served.origin, "/tables/history.json").body)
    rows = [row for row in file["rows"] if row["cca2"] in ("DE", "FR")]
    answer = history.structured_content
    assert answer.pop("columns").keys() == rows[0].keys()
    counts = {"total": len(rows), "offset": 1, "limit": 3, "count": 3}
    assert answer == {**file, **counts, "rows": rows[1:4]}
    file = json.loads(get(small_served.origin, "/tables/calling-codes.json").body)
    assert calling_codes.structured_content["rows"] == file["rows"][10:20]
    assert unknown.structured_content["status"] == 404
    assert refused.structured_content == json.loads(get(small_served.origin, "/v1/meta/tlds?limit=101").body)


def test_unknown_tool_is_an_error_of_the_protocol_that_lists_the_tools(session: Session) -> None:
    assert all(tool.name in session.unknown for tool in session.tools)


def test_page_names_every_tool_with_its_arguments(session: Session) -> None:
    page = (ROOT / "builder/extensions/mcp/templates/pages/agents.md").read_text("utf-8")
    for tool in session.tools:
        (row,) = (line for line in page.splitlines() if line.startswith(f"| `{tool.name}` |"))
        assert {*tool.input_schema["properties"]} == {*row.split("|")[3].split("`")[1::2]}


_UNREADABLE = (
    "{bad json",
    '{"jsonrpc": "2.0", "id": 9, "method": "ping", "params": {"x": "\\ud800x"}}',
    f'{{"jsonrpc": "2.0", "id": {"9" * 5000}, "method": "ping"}}',
)


@contextmanager
def _server(folder: Path, config: Path) -> Iterator[Any]:
    pipe = subprocess.PIPE
    command = [_COUNTRIES, "--config", str(config), "mcp"]
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=folder, start_new_session=True
    ) as server:
        assert server.stdin
        assert server.stdout
        server.stdin.write(f"{json.dumps(_INITIALIZE)}\n")
        server.stdin.flush()
        answer = json.loads(server.stdout.readline())
        assert (answer["id"], answer["result"]["serverInfo"]["name"]) == (1, "country-reference")
        yield server


def test_output_is_protocol_alone_and_an_interrupt_ends_the_server(tmp_path: Path, small: BuildRequest) -> None:
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": _CALL}
    with _server(tmp_path, small.config) as server:
        server.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        for message in _UNREADABLE:
            server.stdin.write(f"{message}\n")
            server.stdin.flush()
            answer = json.loads(server.stdout.readline())
            assert (answer["jsonrpc"], answer["id"], answer["error"]["code"]) == ("2.0", None, -32700)
        server.stdin.write(f"{json.dumps(call)}\n")
        server.stdin.flush()
        answer = json.loads(server.stdout.readline())
        assert (answer["jsonrpc"], answer["id"]) == ("2.0", 2)
        assert answer["result"]["structuredContent"] == {"countries": [{"cca2": "DE"}], "total": 1}
        server.send_signal(signal.SIGINT)
        assert server.wait(60) == 130
        assert server.stdout.read() == ""
    assert list(tmp_path.iterdir()) == []


def test_every_request_is_answered_before_the_server_ends(tmp_path: Path, small: BuildRequest) -> None:
    ids = [*range(2, 22), "last", "last"]
    with _server(tmp_path, small.config) as server:
        calls = (json.dumps({"jsonrpc": "2.0", "id": one, "method": "tools/call", "params": _CALL}) for one in ids)
        printed, faults = server.communicate("".join(f"{call}\n" for call in calls), timeout=60)
        assert (server.returncode, faults) == (0, "")
    assert sorted((json.loads(line)["id"] for line in printed.splitlines()), key=str) == sorted(ids, key=str)


def test_client_that_goes_away_ends_the_server(tmp_path: Path, small: BuildRequest) -> None:
    with _server(tmp_path, small.config) as server:
        server.stdout.close()
        server.stdin.write('{"jsonrpc": "2.0", "id": 2, "method": "ping"}\n')
        server.stdin.close()
        assert (server.wait(60), server.stderr.read()) == (0, "")


def test_without_the_extra_the_error_names_the_command_that_installs_it(tmp_path: Path) -> None:
    # Python refuses to import a module with such an entry, as if it were not installed.
    code = "import sys; sys.modules['mcp'] = None; import builder.__main__; builder.__main__.start()"
    done = run(sys.executable, "-c", code, "mcp", folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert '-py3-none-any.whl[mcp]"' in done.stderr


def test_server_is_named_after_the_site(named: BuildRequest) -> None:
    server = make_server(read_site(named))
    assert (server.name, server.title) == (SLUG, TITLE)
