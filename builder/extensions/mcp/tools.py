"""The tools of ``countries mcp``: their arguments as JSON Schema, and their answers.

Arguments are the parameters of routes, and the edge core judges and answers them. Only tables are read here, because no
function serves them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import orjson

from builder.api.headers import IGNORED_CODES, IGNORED_FIELDS, RANK_DEFINITION, TOTAL_COUNT
from builder.api.interface import Interface
from builder.api.json_schemas import Schema
from builder.api.parameters import PARAMETERS
from builder.api.route import Route
from builder.api.types import JsonObject
from builder.documents.openapi.components import describe_parameter, describe_path_parameter
from builder.extensions.tables.site_tables import tables_of
from builder.extensions.tables.table import Table, table_head
from builder.javascript.core_calls import Result, core_request, open_in_memory
from builder.javascript.manifest import Manifest
from builder.site.site import Site

_ALPHA = "/v1/alpha/{codes}"
_RANK = "/v1/rank/{metric}"
_CATALOG = "/v1/meta/tlds"
# Headers of the core that are members of an answer.
_MEMBERS = {
    TOTAL_COUNT: "total",
    RANK_DEFINITION: "definition",
    IGNORED_FIELDS: "ignoredFields",
    IGNORED_CODES: "ignoredCodes",
}

# The characters of a name or a list of codes.
_LONGEST = 1000
# Words that agents send for an argument that they leave out.
_ABSENT = ("null", "none", "undefined")
# The end of an error that names an address; a tool lists the same, by this field.
_ADDRESS = re.compile(r"; \S+ lists (?:every |the )?(\w+)[^;]*$")
_LISTED = {
    "names": "name.common",
    "capitals": "capital",
    "subregion": "subregion",
    "lang": "languages",
    "currency": "currencies",
    "cioc": "cioc",
}
_FORMER = "; get_table with the table former-codes lists former codes"

Arguments = dict[str, str]


class RefusedError(Exception):
    """A call that is answered with an error body: ``message`` and ``status``, as the core has them."""

    def __init__(self, message: str, status: int = 400) -> None:
        self.body = {"message": message, "status": status}
        super().__init__(message)


class Tool(NamedTuple):
    """A tool: its texts, the JSON Schema of each argument by name, the names of required ones, and what answers."""

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


class ToolAnswers:
    """Answers calls of tools from a site. It belongs to the thread that makes it, as the core does."""

    def __init__(self, site: Site) -> None:
        self._core = open_in_memory(site.core, _in_words_of_tools(site.manifest), site.dataset.records)
        self._tables = {table.table.name: table for table in tables_of(site)}
        self._sources = site.sources
        self.tools = tools_of(site.interface, [table.table for table in tables_of(site)])

    def call(self, name: str, arguments: Mapping[str, object]) -> JsonObject:
        """Answer a call of the tool *name*. Raises ``RefusedError``, and ``KeyError`` for an unknown tool."""
        tool = self.tools[name]
        return tool.answer(self, _texts(tool, arguments))

    def ask(self, template: str, key: str, query: Arguments) -> tuple[Any, Result]:
        """Ask the core for the route with path *template*; return the parsed body, too. Raises ``RefusedError``."""
        # A dot would make the address of a file of it.
        path = template.partition("{")[0] + quote(key, safe=",").replace(".", "%2E")
        result = self._core.answer(core_request(f"{path}?{urlencode(query)}"))
        body = orjson.loads(self._core.body(result))
        if result["status"] != 200:
            raise RefusedError(body["message"], body["status"])
        return body, result

    def records(self, template: str, key: str, query: Arguments) -> JsonObject:
        """Answer with the records of a route, as many as are asked for, which can be several pages."""
        countries, result = self.ask(template, key, query)
        members = _members(result)
        offset, limit = (int(query.get(name, str(PARAMETERS[name].default))) for name in ("offset", "limit"))
        expected = min(limit, members["total"] - offset)
        while len(countries) < expected:
            rest = {"offset": str(offset + len(countries)), "limit": str(expected - len(countries))}
            countries += self.ask(template, key, {**query, **rest})[0]
        return {"countries": countries, **members}

    def table(self, arguments: Arguments) -> JsonObject:
        """Answer with rows of a table, all or those of some countries; the core judges ``limit`` and ``offset``."""
        window = {name: text for name, text in arguments.items() if name in ("limit", "offset")}
        page, _ = self.ask(_CATALOG, "", window)
        if (name := arguments["table"]) not in self._tables:
            raise RefusedError(f'table is "{name}"; it must be one of {", ".join(self._tables)}')
        table = self._tables[name]
        rows = table.rows
        if "codes" in arguments:
            if not table.table.country_columns:
                raise RefusedError(f'codes is "{arguments["codes"]}"; the table {name} names no countries, omit it')
            records, _ = self.ask(_ALPHA, arguments["codes"], {"fields": "cca2", "limit": "25"})
            codes = {record["cca2"] for record in records}
            rows = [row for row in rows if not codes.isdisjoint(table.table.countries_of(row))]
        part = rows[page["offset"] : page["offset"] + page["limit"]]
        columns = {
            column.name: f"{column.meaning} Unit: {column.unit}." if column.unit else column.meaning
            for column in table.table.columns
        }
        counts = {"total": len(rows), "offset": page["offset"], "limit": page["limit"], "count": len(part)}
        return {**table_head(table, self._sources), **counts, "columns": columns, "rows": part}


def _in_words_of_tools(manifest: Manifest) -> Manifest:
    """Return *manifest* with errors that name tools, because an agent can ask no address."""
    routes = [route.copy() for route in manifest["routes"]]
    for route in routes:
        if message := route.get("missing"):
            advice = (
                f"; list_countries with the fields {_LISTED.get(route.get('index', ''), 'cca2,cca3,ccn3')} lists the"
            )
            route["missing"] = _ADDRESS.sub(rf"{advice} \1.", message)
    former = {"former": _FORMER} if "former" in manifest["advice"] else {}
    return {**manifest, "routes": routes, "advice": {**manifest["advice"], **former}}


def _members(result: Result) -> dict[str, Any]:
    headers = dict(result["headers"])
    members = {member: headers[header.name] for header, member in _MEMBERS.items() if header.name in headers}
    return {**members, "total": int(members["total"])}


def _texts(tool: Tool, arguments: Mapping[str, object]) -> Arguments:
    """Return the arguments that are sent, as text, which the core judges. Raises ``RefusedError``."""
    sent = {name: value for name, value in arguments.items() if not _is_absent(value)}
    if unknown := [name for name in sent if name not in tool.arguments]:
        raise RefusedError(
            f"{', '.join(unknown)} is no argument of {tool.name}; it accepts {', '.join(tool.arguments)}"
        )
    if missing := [name for name in tool.required if name not in sent]:
        raise RefusedError(f"{', '.join(missing)} is missing; {tool.name} requires it")
    return {name: _text(name, value) for name, value in sent.items()}


def _is_absent(value: object) -> bool:
    return value is None or (isinstance(value, str) and value.lower() in _ABSENT)


def _text(name: str, value: Any) -> str:
    """Return a value as the text of a parameter. Raises ``RefusedError`` for an object, and for a list of lists.

    Agents send whole numbers as floats, and lists as arrays or as the JSON text of one.
    """
    if isinstance(value, str) and value.startswith("["):
        with suppress(orjson.JSONDecodeError):
            value = orjson.loads(value)
    if isinstance(value, list) and not any(isinstance(item, list) for item in value):
        return ",".join(_text(name, item) for item in value)
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


def _records(interface: Interface, name: str, description: str, paths: Mapping[str, str], otherwise: str = "") -> Tool:
    """Declare a tool that answers from one of the routes of *paths*, by the argument that chooses it.

    The argument is the value in the path or, of a route without one, a query parameter. Without any, the route
    *otherwise* answers, if there is one.
    """
    keys = [key for path in paths.values() for key in _route(interface, path).params if key not in paths]
    parameters = {PARAMETERS[key].name: _parameter(interface, key) for key in dict.fromkeys(keys)}
    choices = {
        argument: _path_parameter(interface, path) or _parameter(interface, argument)
        for argument, path in paths.items()
    }

    def answer(answers: ToolAnswers, arguments: Arguments) -> JsonObject:
        chosen = [argument for argument in paths if argument in arguments]
        if len(chosen) > 1 or not (chosen or otherwise):
            raise RefusedError(
                f"{name} requires exactly one of {', '.join(paths)}; {' and '.join(chosen) or 'none'} is sent"
            )
        path = paths[chosen[0]] if chosen else otherwise
        key = arguments.pop(chosen[0]) if chosen and "{" in path else ""
        if "{" in path and not 0 < len(key) <= _LONGEST:
            raise RefusedError(f"{chosen[0]} has {len(key):,} characters; it must have 1 to {_LONGEST:,}")
        if path == _ALPHA:
            # All that are named.
            arguments.setdefault("limit", str(PARAMETERS["limit"].maximum))
        return answers.records(path, key, arguments)

    required = tuple(paths) if len(paths) == 1 else ()
    return Tool(name, description, choices | parameters, required, answer)


_PAGED = (
    "Name `fields`: a whole record has about 6,000 characters, 25 of them more than many clients take. `total` says "
    "how many match, `offset` continues."
)


def tools_of(interface: Interface, tables: Iterable[Table]) -> Mapping[str, Tool]:
    """Return the tools by name; without *tables*, none gets rows of one."""
    declared = {table.name: table for table in tables}
    tools = [*_record_tools(interface), *([_table_tool(interface, declared)] if declared else [])]
    return {tool.name: tool for tool in tools}


def _record_tools(interface: Interface) -> Iterator[Tool]:
    yield _records(
        interface,
        "get_country",
        "Get one or more countries by their ISO 3166-1 codes (alpha-2, alpha-3 or numeric): names, capital, languages, "
        f"currencies, borders, population, economy, flags, holidays and more. {_PAGED}",
        {"codes": _ALPHA},
    )
    yield _records(
        interface,
        "search_countries",
        "Find countries by a name or the name of a capital, whole or in part, in any common language; best first. "
        f"{_PAGED}",
        {"name": "/v1/name/{name}", "capital": "/v1/capital/{capital}"},
    )
    yield _records(
        interface,
        "list_countries",
        "List the countries of a region, subregion or continent, with a language or a currency, by Olympic code, or by "
        f"independence: exactly one of these. Without any, all countries. {_PAGED}",
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
    )
    yield _records(
        interface,
        "rank_countries",
        f"Rank countries by a metric, from the greatest or the smallest. {_PAGED} Include the metric's field.",
        {"metric": _RANK},
    )


def _table_tool(interface: Interface, tables: Mapping[str, Table]) -> Tool:
    described = " ".join(f"{table.name}: {table.sentence}" for table in tables.values())
    return Tool(
        "get_table",
        f"Get rows of a table, all or those of some countries, with the meaning of its columns. {described}",
        {
            "table": {"type": "string", "enum": [*tables], "description": "Name of the table."},
            "codes": _path_parameter(interface, _ALPHA),
            "limit": _parameter(interface, "catalogLimit"),
            "offset": _parameter(interface, "offset"),
        },
        ("table",),
        ToolAnswers.table,
    )
