"""Finds the addresses that a file answers, and the headers of those answers, by asking the core."""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple, cast
from urllib.parse import quote

import orjson

from builder.api.headers import LINK
from builder.api.metrics import METRICS
from builder.api.routes import MANIFEST_ROUTES
from builder.cache.tracked_templates import Templates
from builder.javascript.context import reachable
from builder.javascript.core_calls import Draft
from builder.javascript.manifest import AssetEntry, HeaderTable, Manifest, Result
from builder.stages.hosts.shared.deployment import Deployment, DerivedSite

# Maps of nginx are not case-sensitive, so percent-escapes with letters could be repeated in the wrong case.
_PLAIN = re.compile(r"(?:[\w/.,~-]|%[0-9]{2})*")
# In place of the digest of an asset or a record.
_DIGEST = "0" * 16
_SEARCHES = tuple(route.path.partition("{")[0] for route in MANIFEST_ROUTES if route.kind == "search")
# A file, and the headers of the answer.
_Row = tuple[str, Sequence[tuple[str, str]]]


class FileAnswer(NamedTuple):
    """An answer from a file: the file below ``public/``, and its headers, with the path as a variable of nginx.

    The headers of every answer are left out.
    """

    file: str
    headers: tuple[tuple[str, str], ...]


def make_rows(deployment: Deployment) -> tuple[dict[str, int], tuple[FileAnswer, ...]]:
    """Find every address without a query that a file answers: the number of its row by address, and the rows."""
    answers = {**_asset_answers(deployment), **_route_answers(deployment)}
    # Most addresses share the row of another, which is compared by identity first: to hash it takes longer.
    distinct = {id(row): row for row in answers.values()}
    rows = {row: number for number, row in enumerate(dict.fromkeys(distinct.values()))}
    numbers = {place: rows[row] for place, row in distinct.items()}
    return {address: numbers[id(row)] for address, row in answers.items()}, tuple(rows)


def _route_answers(site: DerivedSite) -> dict[str, FileAnswer]:
    kinds = {target: kind for target, kind in _spelled(site) if _PLAIN.fullmatch(target)}
    # Keys of one listing have the same answer except for their address. Asking for one of them halves the time.
    asked = {kind: target for target, kind in kinds.items()}
    drafts = {kind: row for kind, row in zip(asked, _draft_rows(site, [*asked.values()]), strict=True) if row}
    # Answers that are equal without the hashes of records are equal with them, so one of each is asked for again.
    equal = {kind: orjson.dumps(row) for kind, row in drafts.items()}
    examples = {row: asked[kind] for kind, row in reversed(equal.items())}
    rows = _take_rows(site, _without_assets(site.manifest), [*examples.values()])
    answers = {
        draft: FileAnswer(row[0], tuple((name, value) for name, value in row[1]))
        for draft, row in zip(examples, rows, strict=True)
        if row
    }
    return {target: answers[equal[kind]] for target, kind in kinds.items() if kind in equal}


def _draft_rows(site: DerivedSite, targets: Sequence[str]) -> list[_Row | None]:
    """Ask for *targets* without the hashes of records.

    Such a row changes when an address gets other records, but not when a field of a record changes.
    """
    manifest = _without_assets(site.manifest)
    # Rows have no header of every answer, of which one is the revision of the dataset.
    headers: HeaderTable = {**manifest["headers"], "common": ()}
    digests = [_DIGEST] * len(manifest["digests"])
    drafted: Manifest = {**manifest, "revision": "", "headers": headers, "digests": digests}
    searched: Manifest = {**drafted, "listings": (), "indexes": {}, "aliases": {}, "catalogs": {}}
    listed: Manifest = {**drafted, "names": (), "capitals": ()}
    searches = [target for target in targets if target.startswith(_SEARCHES)]
    others = [target for target in targets if not target.startswith(_SEARCHES)]
    rows = dict(zip(searches, _take_rows(site, searched, searches), strict=True))
    rows |= zip(others, _take_rows(site, listed, others), strict=True)
    return [rows[target] for target in targets]


def take_route_rows(site: DerivedSite) -> None:
    """Make the steps of the routes' answers, which depend on no document."""
    _route_answers(site)


def _asset_answers(site: Deployment) -> dict[str, FileAnswer]:
    folders = tuple(f"{folder.path}/" for folder in site.image_folders)
    entries = {
        address: entry
        for address, entry in site.manifest["assets"].items()
        if not address.startswith(folders) and _PLAIN.fullmatch(address)
    }
    # Assets of one kind have the same headers except for the digest, so one of them is asked for.
    examples = {_kind(entry): address for address, entry in reversed(entries.items())}
    drafted: dict[str, AssetEntry] = {address: {**entries[address], "digest": _DIGEST} for address in examples.values()}
    manifest: Manifest = {
        **_without_assets(site.manifest),
        "headers": site.manifest["headers"],
        "digests": [],
        "listings": (),
        "indexes": {},
        "aliases": {},
        "names": (),
        "capitals": (),
        "catalogs": {},
        "assets": drafted,
    }
    rows = _take_rows(site, manifest, [*drafted])
    headers = {kind: row[1] for kind, row in zip(examples, rows, strict=True) if row}

    def headers_of(entry: AssetEntry) -> tuple[tuple[str, str], ...]:
        return tuple((name, value.replace(_DIGEST, entry["digest"])) for name, value in headers[_kind(entry)])

    return {address: FileAnswer(entry["file"], headers_of(entry)) for address, entry in entries.items()}


def _kind(entry: AssetEntry) -> Hashable:
    return entry["type"], entry["cache"], entry.get("headers")


def _without_assets(manifest: Manifest) -> Manifest:
    """Return *manifest* as it is before any document is made."""
    return {**manifest, "headers": {**manifest["headers"], "sets": ()}, "assets": {}, "missing": None}


def _take_rows(site: DerivedSite, manifest: Manifest, targets: Sequence[str]) -> list[_Row | None]:
    values = {"modules": reachable(site.core, ["answer.js"]), "manifest": manifest, "targets": targets}
    return cast("list[_Row | None]", orjson.loads(site.steps.take(rows_step, values)))


def rows_step(values: Mapping[str, Any], _templates: Templates) -> bytes:
    """Ask a core of ``modules`` with a ``manifest`` for ``targets``.

    Returns an array with the file and the headers of each, without those of every answer, or null for one that no file
    answers.
    """
    core = Draft(values["modules"], values["manifest"], ())
    targets, common = values["targets"], {name for name, _ in values["manifest"]["headers"]["common"]}
    return orjson.dumps(
        [_row(target, result, common) for target, result in zip(targets, core.answer_each(targets), strict=True)]
    )


def _row(target: str, result: Result, common: Set[str]) -> _Row | None:
    if "file" not in result:
        return None
    own = [
        (name, value.replace(target, "$request_uri") if name == LINK.name else value)
        for name, value in result["headers"]
        if name not in common
    ]
    return result["file"], own


def _spelled(site: DerivedSite) -> Iterator[tuple[str, Hashable]]:
    """Yield the addresses as callers write them, each with a key of its answer. A map is not case-sensitive."""
    keys = _keys(site)
    numbers = {"codes": site.manifest["codes"], **site.listings.indexes}
    for route in MANIFEST_ROUTES:
        prefix, parameter, _ = route.path.partition("{")
        if route.kind in ("list", "independent", "catalog"):
            yield route.path, route.path
        elif parameter:
            index = "codes" if route.kind == "codes" else route.index
            for key in keys.get(index, ()):
                # Most keys are plain; to quote those too takes a tenth of the time of this host.
                address = prefix + (key if key.isalnum() and key.isascii() else quote(key, safe="~"))
                yield address, (route.kind, index, numbers[index][key]) if key in numbers.get(index, ()) else address


def _keys(site: DerivedSite) -> dict[str, list[str]]:
    keys = {index: list(known) for index, known in site.listings.indexes.items()}
    keys["codes"] = list(site.manifest["codes"])
    keys["rank"] = [metric.name.lower() for metric in METRICS]
    # Keys of indexes have no spaces; these are the same names with spaces.
    keys["names"] = []
    keys["capitals"] = []
    for record in site.dataset.records:
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
