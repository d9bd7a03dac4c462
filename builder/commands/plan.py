"""Counts the files and bytes that a build would write, by route, and compares them with each host's limits."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from builder.api.routes import ROUTES
from builder.build_request import BuildRequest
from builder.config import load_config
from builder.hosts import limit_use_of_site
from builder.hosts.shared.limits import LimitUse
from builder.input_errors import Progress
from builder.output_paths import (
    API_FOLDER,
    ERROR_FOLDER,
    FLAG_FOLDER,
    PUBLIC,
    TABLES_FOLDER,
    WELL_KNOWN_FOLDER,
    answer_path,
    folder_of,
    public_path,
)
from builder.publication import publish_whole
from builder.site.reading import read_site


@dataclass(frozen=True)
class RouteSize:
    """The number of files and bytes of one part of the site."""

    label: str
    files: int
    bytes: int


@dataclass(frozen=True)
class Plan:
    """The counts by part of the site, and the size in bytes of each file below ``public/``, by path."""

    rows: tuple[RouteSize, ...]
    public: Mapping[str, int]


def plan_site(request: BuildRequest, progress: Progress) -> tuple[Plan, tuple[LimitUse, ...]]:
    """Count the files and bytes of a build of *request*, and compare them with the limits of the configured hosts."""
    config = load_config(request.config, overrides=request.overrides)
    data = read_site(request, config)
    site = publish_whole(data, request, progress)
    further = {public_path(row.file): row.route.path for row in data.further_answers}
    plan = make_plan({**data.sizes, **{file.path: file.size for file in site.files}}, further)
    return plan, limit_use_of_site(site.hosts, plan.public)


def make_plan(sizes: Mapping[str, int], further: Mapping[str, str] = MappingProxyType({})) -> Plan:
    """Count files, given as *sizes* in bytes by path, by the route that they answer.

    Only files below ``public/`` are deployed as files. *further* names the routes of files that optional routes have.
    """
    counts: dict[str, list[int]] = {}
    public = {}
    for path, size in sizes.items():
        count = counts.setdefault(further.get(path) or _label(path), [0, 0])
        count[0] += 1
        count[1] += size
        if path.startswith(PUBLIC):
            public[path] = size
    return Plan(tuple(RouteSize(label, *counts[label]) for label in sorted(counts)), public)


_LABELS = {ERROR_FOLDER: "generic errors", FLAG_FOLDER: "flag images", WELL_KNOWN_FOLDER: f"/{WELL_KNOWN_FOLDER}"}
_BY_DEPTH = sorted((route for route in ROUTES if route.static), key=lambda route: -len(folder_of(route.path)))


def _label(path: str) -> str:
    if not path.startswith(PUBLIC):
        return f"({path.partition('/')[0]})"
    public = path.removeprefix(PUBLIC)
    first = public.partition("/")[0]
    if first in (API_FOLDER, answer_path(f"/{API_FOLDER}")):
        owner = next(
            (route for route in _BY_DEPTH if public.startswith((f"{folder_of(route.path)}/", answer_path(route.path)))),
            None,
        )
        return owner.path if owner else "documents"
    if first == TABLES_FOLDER:
        return f"/{TABLES_FOLDER}/{public.split('/')[1].partition('.')[0]}"
    return _LABELS.get(first, "documents")
