"""How many files and bytes a site would take, by route, compared with each host's limits."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from builder.build import Progress, assemble, derive
from builder.config import load_config
from builder.inputs import Request
from builder.paths import ERROR_FOLDER, FLAG_FOLDER, OBJECT_FOLDER, PAGE_FOLDER, PUBLIC, RECORD_FOLDER
from builder.stages.hosts import stand_all
from builder.stages.hosts.limits import Standing
from builder.tables.routes import ROUTES
from builder.types import File


@dataclass(frozen=True)
class Row:
    """Files and bytes of one part of the site."""

    label: str
    files: int
    bytes: int


@dataclass(frozen=True)
class Plan:
    """The rows, and what the public part of the site adds up to."""

    rows: tuple[Row, ...]
    public_files: int
    public_bytes: int
    largest: int


def plan_site(request: Request, progress: Progress) -> tuple[Plan, tuple[Standing, ...]]:
    """Count what a build of *request* would write, and compare it with the limits of the configured hosts."""
    config = load_config(request.config, overrides=request.overrides)
    data = derive(request, config)
    site = assemble(data, request, progress)
    plan = make_plan(chain(site.files, *(job() for job in data.pages)))
    return plan, stand_all(site.hosts, plan.public_files, plan.largest)


def make_plan(files: Iterable[File]) -> Plan:
    """Count *files* by what they answer. Only what stands below ``public/`` is deployed as files."""
    counts: dict[str, list[int]] = {}
    largest = 0
    for file in files:
        size = file.size
        count = counts.setdefault(_label(file.path), [0, 0])
        count[0] += 1
        count[1] += size
        if file.path.startswith(PUBLIC):
            largest = max(largest, size)
    rows = tuple(Row(label, *counts[label]) for label in sorted(counts))
    public = [row for row in rows if not row.label.startswith("(")]
    return Plan(rows, sum(row.files for row in public), sum(row.bytes for row in public), largest)


def _owners() -> dict[str, str]:
    """Name the routes that answer from each index."""
    owners: dict[str, list[str]] = {}
    for route in ROUTES:
        if route.index:
            owners.setdefault(route.index, []).append(route.path)
    return {index: ", ".join(paths) for index, paths in owners.items()}


_OWNERS = _owners()
_LABELS = {
    RECORD_FOLDER: "one record: pages of one, codes, searches",
    OBJECT_FOLDER: "/v1/current",
    ERROR_FOLDER: "generic errors",
    FLAG_FOLDER: "flag images",
}


def _label(path: str) -> str:
    if not path.startswith(PUBLIC):
        return f"({path.partition('/')[0]})"
    first, *others = path.removeprefix(PUBLIC).split("/")
    if first == PAGE_FOLDER:
        return f"/v1/meta/{others[1]}" if others[0] == "meta" else _OWNERS[others[0]]
    return _LABELS.get(first, "documents")
