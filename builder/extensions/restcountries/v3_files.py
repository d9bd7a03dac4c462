"""Lists the files of ``/v3.1``: answers without a query to codes, to whole names, and to routes without a value."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from builder.api.output_paths import answer_path, public_path
from builder.api.types import AnswerRow, Dataset, Entry
from builder.extensions.restcountries.v3_routes import V3_ROUTES, V3Route
from builder.javascript.context import JavaScriptContext
from builder.javascript.core_calls import Modules
from builder.javascript.manifest import Manifest, manifest_module

# The module lies as deep as in the project, so that its imports resolve.
_FILE_LIST = "extensions/restcountries/file_list.js"


class V3Files(NamedTuple):
    """The files, and their rows in the table of answers."""

    rows: tuple[AnswerRow, ...]
    entries: tuple[Entry, ...]


def list_files(core: Modules, manifest: Manifest, dataset: Dataset, mode: str) -> V3Files:
    """List the files below ``/v3.1``. *core* and *manifest* include these routes.

    The text of a row is the name in lower case, or the key if the name and the key have different answers.
    """
    module = Path(__file__).with_name("file_list.js").read_text("utf-8")
    modules = {**core, "generated/manifest.js": manifest_module(manifest), _FILE_LIST: module}
    engine = JavaScriptContext(modules, [_FILE_LIST])
    routes = {_name(route): route for route in V3_ROUTES if route.path_parameter or route.modes}
    unkeyed = [_name(route) for route in V3_ROUTES if mode in route.modes]
    texts = [record.body.decode() for record in dataset.records]
    records, answers = engine.call(_FILE_LIST, "listFiles", texts, unkeyed)
    bodies = [record.encode() for record in records]
    rows = tuple(
        AnswerRow(routes[name], key, text, "", tuple(members), "", answer_path(routes[name].path, key))
        for name, key, text, members in answers
    )
    return V3Files(rows, tuple(_entry(row.file, [bodies[number] for number in row.members]) for row in rows))


def _name(route: V3Route) -> str:
    return route.path.split("/")[2]


def _entry(path: str, records: Sequence[bytes]) -> Entry:
    return Entry(f"/{path}", public_path(path), lambda: b"[%b]" % b",".join(records), "json")
