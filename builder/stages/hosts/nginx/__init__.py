"""nginx on your own machine: a generated map answers requests without a query from files."""

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import orjson

from builder.cache.tracked_templates import Templates
from builder.core.core_calls import Draft, draft_asker
from builder.core.javascript import reachable
from builder.core.manifest import Result
from builder.paths import public_path
from builder.stages.hosts import node
from builder.stages.hosts.nginx.compressed import make_compressed
from builder.stages.hosts.shared.deployment import Deployment, Hosted, renderer
from builder.stages.hosts.shared.flag_host import code_spellings, flag_manifest
from builder.stages.hosts.shared.limits import Limit
from builder.stages.hosts.shared.static_files import ANSWER_FILES, ANSWER_FOLDER, answer_headers, image_folders
from builder.tables.errors import ERRORS
from builder.tables.headers import LINK, METHODS
from builder.tables.metrics import METRICS
from builder.tables.routes import MANIFEST_ROUTES
from builder.types import File

LIMITS: tuple[Limit, ...] = ()

# Headers that nginx sets from the file name, and headers that are the same for every answer.
_OWN = ("Content-Type",)
# Maps of nginx are not case-sensitive, so percent-escapes with letters could be repeated in the wrong case.
_PLAIN = re.compile(r"(?:[\w/.,~-]|%[0-9]{2})*")


# The form of static addresses in the core; other paths are searches or not found.
_ANSWERS = "|".join(
    [*(re.escape(path.removeprefix("/")) for path in ANSWER_FILES), f"{ANSWER_FOLDER[1:]}/[a-z0-9._~/-]+[.]json"]
)


@dataclass(frozen=True)
class FileAnswer:
    """An answer from a file: the file below ``public/``, and its headers, with the path as a variable of nginx."""

    file: str
    headers: tuple[tuple[str, str], ...]


def make(deployment: Deployment) -> Hosted:
    """Make the maps, the server configuration, the start script, and the Node server for other requests."""
    render = renderer(deployment, "nginx")
    addresses, rows = make_rows(deployment)
    folders = image_folders(deployment.assets, deployment.dataset.revision)
    common = {name for name, _ in deployment.manifest["headers"]["common"]}
    names = sorted({name for row in rows for name, _ in row.headers} - common - {*_OWN})
    values = {
        "methods": METHODS,
        "addresses": addresses,
        "rows": [(number, row.file, dict(row.headers)) for number, row in enumerate(rows)],
        "names": {name: f"page_{name.lower().replace('-', '_')}" for name in names},
        "places": _places(addresses),
        "folders": folders,
        "answer_headers": answer_headers(deployment.dataset.revision),
        "answer_pattern": _ANSWERS,
        "images": {
            address: asset["digest"]
            for address, asset in deployment.manifest["assets"].items()
            if asset["cache"] == "image"
        },
        "codes": tuple(code_spellings(deployment.manifest)),
        "flags": flag_manifest(deployment.manifest),
        "errors": ERRORS,
    }
    files = [
        render(name, **values)
        for name in ("maps.conf", "server.conf", "nginx.conf", "container.conf", "countries-nginx.service")
    ]
    files += [render(name, **values) for name in ("flags/maps.conf", "flags/server.conf")]
    files += [render(name, addresses=len(addresses)) for name in ("Dockerfile", "start.sh", "README.md")]
    if deployment.config.hosts.precompressed:
        files += make_compressed(_texts(deployment, addresses, rows))
    hosted = node.make(deployment) if "node" not in deployment.config.hosts.names else None
    return Hosted("nginx", (*files, *(hosted.files if hosted else ())), LIMITS, {})


def _texts(deployment: Deployment, addresses: Mapping[str, int], rows: Sequence[FileAnswer]) -> Iterator[File]:
    """Yield the files that nginx serves: the assets, and the files of *rows*, which the core joins again."""
    yield from (asset.file for asset in deployment.assets)
    ask = draft_asker(deployment.core, deployment.manifest, deployment.dataset.records, deployment.assets)
    known = {asset.file.path for asset in deployment.assets}
    targets = {number: target for target, number in addresses.items()}
    paths = {public_path(row.file): targets[number] for number, row in enumerate(rows)}
    yield from (File.of(path, ask(target).body.encode()) for path, target in paths.items() if path not in known)


def make_rows(deployment: Deployment) -> tuple[dict[str, int], tuple[FileAnswer, ...]]:
    """Ask the core for every address without a query that a file answers: addresses by row number, and the rows."""
    kinds = {target: kind for target, kind in _spelled(deployment) if _PLAIN.fullmatch(target)}
    # Keys of one listing have the same answer except for their address. Asking for one of them halves the time.
    asked = {kind: target for target, kind in kinds.items()}
    values = {
        "modules": reachable(deployment.core, ["answer.js"]),
        "manifest": deployment.manifest,
        "targets": list(asked.values()),
    }
    numbers: dict[FileAnswer, int] = {}
    answered: dict[Hashable, int] = {}
    for kind, row in zip(asked, orjson.loads(deployment.steps.take(rows_step, values)), strict=True):
        if row:
            answer = FileAnswer(row[0], tuple(map(tuple, row[1])))
            answered[kind] = numbers.setdefault(answer, len(numbers))
    return {target: answered[kind] for target, kind in kinds.items() if kind in answered}, tuple(numbers)


def rows_step(values: Mapping[str, Any], _templates: Templates) -> bytes:
    """Ask a core of ``modules`` with a ``manifest`` for ``targets``.

    Returns an array with the file and the headers of each, or null for one that no file answers.
    """
    core = Draft(values["modules"], values["manifest"], ())
    targets = values["targets"]
    return orjson.dumps(
        [_row(target, result) for target, result in zip(targets, core.answer_each(targets), strict=True)]
    )


def _row(target: str, result: Result) -> tuple[str, list[tuple[str, str]]] | None:
    if "file" not in result:
        return None
    headers = result["headers"]
    own = [(name, value.replace(target, "$request_uri") if name == LINK.name else value) for name, value in headers]
    return result["file"], own


def _spelled(deployment: Deployment) -> Iterator[tuple[str, Hashable]]:
    """Yield the addresses as callers write them, each with a key of its answer. A map is not case-sensitive."""
    folders = tuple(f"{folder.path}/" for folder in image_folders(deployment.assets, deployment.dataset.revision))
    yield from ((asset.address,) * 2 for asset in deployment.assets if not asset.address.startswith(folders))
    keys = _keys(deployment)
    numbers = {"codes": deployment.manifest["codes"], **deployment.listings.indexes}
    for route in MANIFEST_ROUTES:
        prefix, parameter, _ = route.path.partition("{")
        if route.kind in ("list", "independent", "catalog"):
            yield route.path, route.path
        elif parameter:
            index = "codes" if route.kind == "codes" else route.index
            for key in keys.get(index, ()):
                address = f"{prefix}{quote(key, safe='~')}"
                yield address, (route.kind, index, numbers[index][key]) if key in numbers.get(index, ()) else address


def _keys(deployment: Deployment) -> dict[str, list[str]]:
    keys = {index: list(known) for index, known in deployment.listings.indexes.items()}
    keys["codes"] = list(deployment.manifest["codes"])
    keys["rank"] = [metric.name.lower() for metric in METRICS]
    # Keys of indexes have no spaces; these are the same names with spaces.
    keys["names"] = []
    keys["capitals"] = []
    for record in deployment.dataset.records:
        value = record.value
        found: Mapping[str, list[Any]] = {
            "names": [value["name"]["common"], value["name"]["official"]],
            "capitals": value.get("capital", []),
            "region": [value.get("region", "")],
            "subregion": [value.get("subregion", "")],
            "continent": value.get("continents", []),
            "lang": list(value.get("languages", {}).values()),
            "currency": [currency["name"] for currency in value.get("currencies", {}).values()],
        }
        for index, names in found.items():
            keys[index] += [name.lower() for name in names if name]
    return keys


def _places(addresses: Iterable[str]) -> list[str]:
    """List the locations, which are case-sensitive: exact paths, and folders whose last segment may have any case."""
    folders = [route.path.partition("{")[0] for route in MANIFEST_ROUTES if "{" in route.path]
    caseless = [folder for folder in folders if folder.startswith("/v1/")]
    exact = [f"= {address}" for address in addresses if not any(address.startswith(folder) for folder in caseless)]
    return [*exact, *dict.fromkeys(caseless)]
