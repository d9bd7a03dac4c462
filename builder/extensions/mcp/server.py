"""Serves a dataset to agents: a server of the Model Context Protocol over standard input and output.

It needs the extra ``mcp``. Nothing else may write to standard output, which carries the protocol.
"""

import asyncio
import os
import signal
from collections import Counter

import anyio
import orjson
from mcp import MCPError
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import (
    INVALID_PARAMS,
    PARSE_ERROR,
    CallToolRequestParams,
    CallToolResult,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from builder import __version__
from builder.api.types import JsonObject
from builder.extensions.mcp.tools import RefusedError, ToolAnswers
from builder.project.build_request import BuildRequest
from builder.site.reading import read_site
from builder.site.site import Site

_PARSE_ERROR_RESPONSE = SessionMessage(
    JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=PARSE_ERROR, message="is not a message of JSON-RPC 2.0"))
)


def serve(request: BuildRequest) -> None:
    """Serve the dataset of *request* until standard input ends. Raises ``InputError`` if the dataset is invalid."""
    site = read_site(request)
    # The thread that reads standard input would keep an interrupted server alive.
    signal.signal(signal.SIGINT, lambda *_: os._exit(128 + signal.SIGINT))
    try:
        asyncio.run(_run(make_server(site)))
    except BaseExceptionGroup as errors:
        if errors.subgroup(BrokenPipeError) is None:
            raise
        # The client has gone.
        raise BrokenPipeError from None


def make_server(site: Site) -> Server:
    """Make the server. It must answer in the thread that calls this function."""
    answers = ToolAnswers(site)

    async def list_tools(_context: object, _parameters: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=tools)

    async def call_tool(_context: object, parameters: CallToolRequestParams) -> CallToolResult:
        if parameters.name not in answers.tools:
            message = f"there is no tool {parameters.name!r}; the tools are {', '.join(answers.tools)}"
            raise MCPError(INVALID_PARAMS, message)
        try:
            return _result(answers.call(parameters.name, parameters.arguments or {}), is_error=False)
        except RefusedError as refusal:
            return _result(refusal.body, is_error=True)

    tools = [
        Tool(
            name=tool.name,
            description=tool.description,
            input_schema=tool.input,
            annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
        )
        for tool in answers.tools.values()
    ]
    return Server(
        site.config.site.slug,
        version=__version__,
        title=site.config.site.title,
        instructions=_instructions(site),
        website_url=site.config.repository_url,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _result(value: JsonObject, *, is_error: bool) -> CallToolResult:
    text = TextContent(text=orjson.dumps(value).decode())
    return CallToolResult(content=[text], structured_content=value, is_error=is_error)


def _instructions(site: Site) -> str:
    records, sources = site.dataset.records, site.dataset.sources
    licence = sources["licences"]["licence"] if "licences" in sources else ""
    return (
        f"{len(records)} country records of {site.date}, and tables beside them. Everything is local and read-only. "
        f"Data: {licence}; whoever publishes it names its source, {site.config.repository_url}."
    )


async def _run(server: Server) -> None:
    """Answer requests until the input has ended and each request has its response, as JSON-RPC 2.0 requires."""
    async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as tasks:
        # The server reads ``requests`` and writes ``responses``; ``read`` and ``write`` connect these with the client.
        readable, requests = anyio.create_memory_object_stream[SessionMessage | Exception]()
        responses, answered = anyio.create_memory_object_stream[SessionMessage]()
        # The number of requests by id, because a client can send an id twice.
        unanswered = Counter[object]()
        changed = anyio.Condition()

        async def read() -> None:
            async with readable:
                async for message in incoming:
                    # The server ignores malformed messages; without this response, the sender would wait for one.
                    if isinstance(message, Exception):
                        await outgoing.send(_PARSE_ERROR_RESPONSE)
                        continue
                    if isinstance(message.message, JSONRPCRequest):
                        unanswered[message.message.id] += 1
                    # A cancelled request has no response.
                    elif isinstance(message.message, JSONRPCNotification) and message.message.params:
                        unanswered.pop(message.message.params.get("requestId"), None)
                    await readable.send(message)
                # When its input ends, the server drops the requests that it has not answered.
                async with changed:
                    await changed.wait_for(lambda: unanswered.total() <= 0)

        async def write() -> None:
            async with answered, outgoing:
                async for message in answered:
                    await outgoing.send(message)
                    if isinstance(message.message, JSONRPCResponse | JSONRPCError):
                        async with changed:
                            unanswered.subtract([message.message.id] if unanswered[message.message.id] else [])
                            changed.notify_all()

        tasks.start_soon(read)
        tasks.start_soon(write)
        await server.run(requests, responses, server.create_initialization_options())
