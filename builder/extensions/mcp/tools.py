"""The tools of ``countries mcp``: their arguments as JSON Schema, and their answers.

Arguments are the parameters of routes; the edge core validates and answers them. Only the rows of tables are read here,
because the core does not have them.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import orjson

from builder.api.interface import Interface
from builder.api.json_schemas import Schema
from builder.api.parameters import PARAMETERS
from builder.api.response_headers import IGNORED_CODES, IGNORED_FIELDS, RANK_DEFINITION, TOTAL_COUNT
from builder.api.route_type import Route
from builder.api.types import JsonObject
from builder.documents.openapi.components import describe_parameter, describe_path_parameter
from builder.extensions.tables.loading import tables_of
from builder.extensions.tables.table import Table, table_head
from builder.javascript.core_calls import core_request, open_in_memory
from builder.javascript.manifest import Manifest
from builder.site.site import Site

_ALPHA = "/v1/alpha/{codes}"
_CATALOG = "/v1/meta/tlds"
# Headers of the core that become members of an answer.
_MEMBERS = {
    TOTAL_COUNT: "total",
    RANK_DEFINITION: "definition",
    IGNORED_FIELDS: "ignoredFields",
    IGNORED_CODES: "ignoredCodes",
}

# The most characters of a name or of a list of codes.
_LONGEST = 1000
# Agents send these words for an argument that they mean to leave out.
_ABSENT = ("null", "none", "undefined")
# The end of an error message, which names an address that lists values. The field of records with the same values, by
# the index of the route, for the tool that lists them instead.
_ADDRESS_ADVICE = re.compile(r"; \S+ lists (?:every |the )?(\w+)[^;]*$")
_FIELD_BY_INDEX = {
    "names": "name.common",
    "capitals": "capital",
    "subregion": "subregion",
    "lang": "languages",
    "currency": "currencies",
    "cioc": "cioc",
}
_FORMER_ADVICE = "; get_table with the table former-codes lists former codes"

Arguments = dict[str, str]


class RefusedError(Exception):
    """Raised for a call that is refused. ``body`` has ``message`` and ``status``, as an error body of the core."""

    def __init__(self, message: str, status: int = 400) -> None:
        self.body = {"message": message, "status": status}
        super().__init__(message)


class Tool(NamedTuple):
    """A tool: its texts, the JSON Schema of each argument, the required arguments, and the function that answers."""

    name: str
    description: str
    arguments: Mapping[str, Schema | JsonObject]
    required: tuple[str, ...]
    answer: Callable[["ToolAnswers", Arguments], JsonObject]

    @property
    def input(self) -> JsonObject:
        """JSON Schema of the arguments."""
        schema = {"type": "object", "properties": self.arguments, "additionalProperties": False}
        return {**schema, "required": [*self.required]} if self.required else schema


class Answer(NamedTuple):
    """The body of an answer of the core as a value, and the members that its headers become."""

    body: Any
    members: dict[str, Any]


class ToolAnswers:
    """Answers calls of tools from a site. It must be used in the thread that makes it, as the core must."""

    def __init__(self, site: Site) -> None:
        self._core = open_in_memory(site.core, _with_advice_for_agents(site.manifest), site.dataset.records)
        tables = tables_of(site).rows
        self._tables = {table.table.name: table for table in tables}
        self._sources = site.sources
        self.tools = tools_of(site.interface, [loaded.table for loaded in tables])

    def call(self, name: str, arguments: Mapping[str, object]) -> JsonObject:
        """Answer a call of the tool *name*. Raises ``RefusedError``, and ``KeyError`` for an unknown tool."""
        tool = self.tools[name]
        return tool.answer(self, _texts_of_arguments(tool, arguments))

    def ask(self, template: str, key: str, query: Arguments) -> Answer:
        """Ask the core for the route with the path *template*. Raises ``RefusedError``."""
        # With a plain dot, the path could be the address of a file.
        path = template.partition("{")[0] + quote(key, safe=",").replace(".", "%2E")
        result = self._core.answer(core_request(f"{path}?{urlencode(query)}"))
        body = orjson.loads(self._core.body(result))
        if result["status"] != 200:
            raise RefusedError(body["message"], body["status"])
        headers = dict(result["headers"])
        members = {member: headers[header.name] for header, member in _MEMBERS.items() if header.name in headers}
        return Answer(body, members)

    def records(self, template: str, key: str, query: Arguments) -> JsonObject:
        """Answer with as many records of a route as the query asks for, from several windows if necessary."""
        countries, members = self.ask(template, key, query)
        total = int(members["total"])
        offset, limit = (int(query.get(name, str(PARAMETERS[name].default))) for name in ("offset", "limit"))
        expected = min(limit, total - offset)
        while len(countries) < expected:
            following = {"offset": str(offset + len(countries)), "limit": str(expected - len(countries))}
            countries += self.ask(template, key, {**query, **following}).body
        return {"countries": countries, **members, "total": total}

    def table(self, arguments: Arguments) -> JsonObject:
        """Answer with rows of a table, of all or some countries. The core validates ``limit`` and ``offset``."""
        window = {name: text for name, text in arguments.items() if name in ("limit", "offset")}
        bounds = self.ask(_CATALOG, "", window).body
        if (name := arguments["table"]) not in self._tables:
            raise RefusedError(f'table is "{name}"; it must be one of {", ".join(self._tables)}')
        table = self._tables[name]
        rows = table.rows
        if "codes" in arguments:
            records = self.ask(_ALPHA, arguments["codes"], {"fields": "cca2", "limit": "25"}).body
            codes = {record["cca2"] for record in records}
            rows = [row for row in rows if not codes.isdisjoint(table.table.countries_of(row))]
        part = rows[bounds["offset"] : bounds["offset"] + bounds["limit"]]
        columns = {column.name: column.description for column in table.table.columns}
        counts = {"total": len(rows), "offset": bounds["offset"], "limit": bounds["limit"], "count": len(part)}
        return {**table_head(table, self._sources), **counts, "columns": columns, "rows": part}


def _with_advice_for_agents(manifest: Manifest) -> Manifest:
    """Return *manifest* with error messages that name tools, because an agent cannot request addresses."""
    routes = [route.copy() for route in manifest["routes"]]
    for route in routes:
        if message := route.get("missing"):
            fields = _FIELD_BY_INDEX.get(route.get("index", ""), "cca2,cca3,ccn3")
            advice = f"; list_countries with the fields {fields} lists the"
            route["missing"] = _ADDRESS_ADVICE.sub(rf"{advice} \1.", message)
    return {**manifest, "routes": routes, "advice": {**manifest["advice"], "former": _FORMER_ADVICE}}


def _texts_of_arguments(tool: Tool, arguments: Mapping[str, object]) -> Arguments:
    """Return the arguments as texts of parameters, which the core validates. Raises ``RefusedError``."""
    sent = {name: value for name, value in arguments.items() if not _is_absent(value)}
    if unknown := [name for name in sent if name not in tool.arguments]:
        raise RefusedError(
            f"{', '.join(unknown)} is no argument of {tool.name}; it accepts {', '.join(tool.arguments)}"
        )
    if missing := [name for name in tool.required if name not in sent]:
        raise RefusedError(f"{', '.join(missing)} is missing; {tool.name} requires it")
    return {name: _text_of_value(name, value) for name, value in sent.items()}


def _is_absent(value: object) -> bool:
    return value is None or (isinstance(value, str) and value.lower() in _ABSENT)


def _text_of_value(name: str, value: Any) -> str:
    """Return a value as the text of a parameter. Raises ``RefusedError`` for an object, and for a list of lists.

    Agents send whole numbers as floats, and lists as arrays or as the JSON text of one.
    """
    if isinstance(value, str) and value.startswith("["):
        with suppress(orjson.JSONDecodeError):
            value = orjson.loads(value)
    if isinstance(value, list) and not any(isinstance(item, list) for item in value):
        return ",".join(_text_of_value(name, item) for item in value)
    if isinstance(value, dict | list):
        raise RefusedError(f"{name} must be a text, a number, a boolean or a list of these")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _parameter(interface: Interface, key: str) -> Schema:
    described = describe_parameter(PARAMETERS[key])
    text = described["description"]
    if key == "fields":
        text += f" Fields of a record: {', '.join(interface.fields)}."
    return {**described["schema"], "description": text}


def _path_parameter(interface: Interface, template: str) -> Schema | JsonObject:
    parameter = _route(interface, template).path_parameter
    if parameter is None:
        return {}
    described = describe_path_parameter(parameter)
    return {**described["schema"], "description": described["description"], "examples": [described["example"]]}


def _route(interface: Interface, template: str) -> Route:
    return next(route for route in interface.routes if route.path == template)


class RecordTool(NamedTuple):
    """A tool that answers from one of several routes. ``paths`` has their paths by the argument that selects a route.

    The argument is the value in the path or, if the path has none, a query parameter. Without any of these arguments,
    the route ``otherwise`` answers.
    """

    name: str
    description: str
    paths: Mapping[str, str]
    otherwise: str = ""

    def declared(self, interface: Interface) -> Tool:
        """Declare the tool with its arguments."""
        paths = self.paths
        keys = [key for path in paths.values() for key in _route(interface, path).params if key not in paths]
        parameters = {PARAMETERS[key].name: _parameter(interface, key) for key in dict.fromkeys(keys)}
        choices = {
            name: _path_parameter(interface, path) or _parameter(interface, name) for name, path in paths.items()
        }
        required = tuple(paths) if len(paths) == 1 else ()
        return Tool(self.name, self.description, choices | parameters, required, self.answer)

    def answer(self, answers: ToolAnswers, arguments: Arguments) -> JsonObject:
        """Answer a call. Raises ``RefusedError``."""
        chosen = [argument for argument in self.paths if argument in arguments]
        if len(chosen) > 1 or not (chosen or self.otherwise):
            sent = " and ".join(chosen) or "none"
            raise RefusedError(f"{self.name} requires exactly one of {', '.join(self.paths)}; {sent} is sent")
        path = self.paths[chosen[0]] if chosen else self.otherwise
        key = arguments.pop(chosen[0]) if chosen and "{" in path else ""
        if "{" in path and not 0 < len(key) <= _LONGEST:
            raise RefusedError(f"{chosen[0]} has {len(key):,} characters; it must have 1 to {_LONGEST:,}")
        if path == _ALPHA:
            # Without a limit, the answer has all countries that the codes name.
            arguments.setdefault("limit", str(PARAMETERS["limit"].maximum))
        return answers.records(path, key, arguments)


_ADVICE_ON_SIZE = (
    "Name `fields`: a whole record has about 6,000 characters, 25 of them more than many clients take. `total` says "
    "how many match, `offset` continues."
)
_RECORD_TOOLS = (
    RecordTool(
        "get_country",
        "Get one or more countries by their ISO 3166-1 codes (alpha-2, alpha-3 or numeric): names, capital, languages, "
        f"currencies, borders, population, economy, flags, holidays and more. {_ADVICE_ON_SIZE}",
        {"codes": _ALPHA},
    ),
    RecordTool(
        "search_countries",
        "Find countries by a name or the name of a capital, whole or in part, in any common language; best first. "
        f"{_ADVICE_ON_SIZE}",
        {"name": "/v1/name/{name}", "capital": "/v1/capital/{capital}"},
    ),
    RecordTool(
        "list_countries",
        "List the countries of a region, subregion or continent, with a language or a currency, by Olympic code, or by "
        f"independence: exactly one of these. Without any, all countries. {_ADVICE_ON_SIZE}",
        {
            "region": "/v1/region/{region}",
            "subregion": "/v1/subregion/{subregion}",
            "continent": "/v1/countries/continent/{continent}",
            "lang": "/v1/lang/{lang}",
            "currency": "/v1/currency/{currency}",
            "cioc": "/v1/countries/cioc/{code}",
            "status": "/v1/independent",
        },
        otherwise="/v1",
    ),
    RecordTool(
        "rank_countries",
        f"Rank countries by a metric, from the greatest or the smallest. {_ADVICE_ON_SIZE} Include the metric's field.",
        {"metric": "/v1/rank/{metric}"},
    ),
)


def tools_of(interface: Interface, tables: Sequence[Table]) -> Mapping[str, Tool]:
    """Return the tools by name."""
    tools = [*(tool.declared(interface) for tool in _RECORD_TOOLS), _table_tool(interface, tables)]
    return {tool.name: tool for tool in tools}


def _table_tool(interface: Interface, tables: Sequence[Table]) -> Tool:
    described = " ".join(f"{table.name}: {table.sentence}" for table in tables)
    return Tool(
        "get_table",
        f"Get rows of a table, all or those of some countries, with the meaning of its columns. {described}",
        {
            "table": {"type": "string", "enum": [table.name for table in tables], "description": "Name of the table."},
            "codes": _path_parameter(interface, _ALPHA),
            "limit": _parameter(interface, "catalogLimit"),
            "offset": _parameter(interface, "offset"),
        },
        ("table",),
        ToolAnswers.table,
    )
