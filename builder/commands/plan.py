"""Counts the files and bytes that a build would write, by folder, and compares them with each host's limits."""

from collections.abc import Mapping
from dataclasses import dataclass

from builder.build_request import BuildRequest
from builder.config import load_config
from builder.hosts import limit_use_of_site
from builder.hosts.shared.limits import LimitUse
from builder.input_errors import Progress
from builder.output_paths import PUBLIC
from builder.publication import publish_whole
from builder.site.reading import read_site

# Of folders: those of the routes below public/v1/, and of each table.
_DEPTH = 3


@dataclass(frozen=True)
class FolderSize:
    """The number of files and bytes of one folder, with those deeper than the third level."""

    folder: str
    files: int
    bytes: int


@dataclass(frozen=True)
class Plan:
    """The counts by folder, and the size in bytes of each file below ``public/``, by path."""

    rows: tuple[FolderSize, ...]
    public: Mapping[str, int]


def plan_site(request: BuildRequest, progress: Progress) -> tuple[Plan, tuple[LimitUse, ...]]:
    """Count the files and bytes of a build of *request*, and compare them with the limits of the configured hosts."""
    config = load_config(request.config, overrides=request.overrides)
    data = read_site(request, config)
    site = publish_whole(data, request, progress)
    plan = make_plan({**data.sizes, **{file.path: file.size for file in site.files}})
    return plan, limit_use_of_site(site.hosts, plan.public)


def make_plan(sizes: Mapping[str, int]) -> Plan:
    """Count files, given as *sizes* in bytes by path, by folder. Only those below ``public/`` are deployed as files."""
    counts: dict[str, list[int]] = {}
    for path, size in sizes.items():
        count = counts.setdefault("/".join(path.split("/")[:-1][:_DEPTH]), [0, 0])
        count[0] += 1
        count[1] += size
    rows = tuple(FolderSize(folder, *counts[folder]) for folder in sorted(counts))
    return Plan(rows, {path: size for path, size in sizes.items() if path.startswith(PUBLIC)})
