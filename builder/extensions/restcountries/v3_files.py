"""Lists the files of ``/v3.1``: answers without a query to codes, to whole names, and to routes without a value."""

from collections.abc import Sequence
from typing import NamedTuple

from builder.api.output_paths import answer_path, public_path
from builder.api.route_type import Route
from builder.api.types import AnswerRow, Dataset, Entry
from builder.extensions.restcountries.v3_routes import V3_ROUTES, V3Route
from builder.javascript.context import JavaScriptContext
from builder.javascript.core_calls import GENERATED, Modules
from builder.javascript.manifest import Manifest, manifest_module

# The modules that answer requests also say which answers are files, and make their content.
_LIST = """
const { createSite } = modules['core/answer.js'];
const { findRecords } = modules['extensions/restcountries/edge/answer.js'];
const { ROUTES_WITH_FILES, textsByFileKey } = modules['extensions/restcountries/edge/files.js'];
const { encode, entryOf } = modules['extensions/restcountries/edge/record.js'];
const { manifest } = modules['generated/manifest.js'];
modules.here = {
  list: (records, unkeyed) => {
    const site = createSite(manifest, { parts: [], packed: records }, modules['generated/kinds.js'].extensionKinds);
    const numbers = (route, value) => findRecords(site, route, value, new Map());
    const answer = (route, key, text) => {
      const members = numbers(route, key);
      const isSame = text === key || String(numbers(route, text)) === String(members);
      return [route, key, isSame ? text : key, members];
    };
    const keyed = ROUTES_WITH_FILES.flatMap((route) =>
      [...textsByFileKey(site, route)].map(([key, [text]]) => answer(route, key, text)),
    );
    const whole = unkeyed.map((route) => [route, '', '', numbers(route)]);
    return [site.everyone.map((number) => encode(entryOf(site, number))), [...whole, ...keyed]];
  },
};
"""


class V3Files(NamedTuple):
    """The files, and their rows in the table of answers."""

    rows: tuple[AnswerRow, ...]
    entries: tuple[Entry, ...]


def list_files(core: Modules, manifest: Manifest, dataset: Dataset, mode: str) -> V3Files:
    """List the files below ``/v3.1``. *core* and *manifest* include these routes.

    The text of a row is the name in lower case, or the key if the name and the key have different answers.
    """
    engine = JavaScriptContext(
        {**core, "generated/manifest.js": manifest_module(manifest)}, ["core/answer.js", *GENERATED]
    )
    engine.evaluate(_LIST)
    routes = {_name(route): _route(route) for route in V3_ROUTES if route.parameter or route.static}
    unkeyed = [_name(route) for route in V3_ROUTES if mode in route.static]
    records, answers = engine.call("here", "list", [record.body.decode() for record in dataset.records], unkeyed)
    bodies = [record.encode() for record in records]
    rows = tuple(
        AnswerRow(routes[name], key, text, "", tuple(members), "", answer_path(routes[name].path, key))
        for name, key, text, members in answers
    )
    return V3Files(rows, tuple(_entry(row.file, [bodies[number] for number in row.members]) for row in rows))


def _name(route: V3Route) -> str:
    return route.path.split("/")[2]


def _route(route: V3Route) -> Route:
    """Declare a route for the rules of hosts."""
    return Route(
        path=route.path,
        kind="match" if route.parameter else "list",
        operation=route.operation,
        family="filter",
        summary=route.summary,
        answer="[Country]",
        params=("fields", *route.query),
    )


def _entry(path: str, records: Sequence[bytes]) -> Entry:
    return Entry(f"/{path}", public_path(path), lambda: b"[%b]" % b",".join(records), "json")
