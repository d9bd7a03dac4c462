"""Writes only the pages, as the peers do: ``python -m benchmarks.pages SOURCE OUTPUT``.

If SOURCE is a project, its dataset is read and validated, its listings are derived, and their pages written. If it is
a folder that ``give`` has made, the records and the windows of the listings are read from it, as peers do.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path

import orjson

from builder.config import Config, load_config
from builder.javascript.context import read_modules
from builder.javascript.core_calls import Folding
from builder.output.tree import Tree
from builder.output_paths import page_path
from builder.site.answers import answer_jobs, windows
from builder.site.dataset.loading import load_dataset
from builder.site.listings import make_listings
from builder.types import Dataset, File, FileJob, Listings
from tests.support.trees import write_tree

# About the number of listings.
_JOBS = 256


def main() -> None:
    """Write the pages."""
    source, written = map(Path, sys.argv[1:])
    jobs = _given(source) if (source / "windows.json").exists() else _derived(source)
    write_tree(Tree(written), (), jobs=jobs)


def give(project: Path, given: Path) -> None:
    """Write to the new folder *given* the input from which peers make the pages of *project*."""
    config, dataset, listings = _load(project)
    given.mkdir()
    bodies = [record.body.decode() for record in dataset.records]
    (given / "records.json").write_text(json.dumps(bodies, ensure_ascii=False), "utf-8")
    (given / "windows.json").write_text(json.dumps(_windows(listings, config)), "utf-8")


def _load(project: Path) -> tuple[Config, Dataset, Listings]:
    config = load_config(project / "site_config.toml")
    fold = Folding(read_modules(project / "edge/core"))
    dataset = load_dataset(project / "data", config, fold)
    return config, dataset, make_listings(dataset, fold)


def _derived(project: Path) -> Sequence[FileJob]:
    config, dataset, listings = _load(project)
    return answer_jobs(dataset, listings, (), (), config.pages)


def _given(folder: Path) -> Sequence[FileJob]:
    bodies = [body.encode() for body in orjson.loads((folder / "records.json").read_bytes())]
    listed = orjson.loads((folder / "windows.json").read_bytes())
    digests = [blake2b(body, digest_size=8).digest() for body in bodies]

    def write(some: Sequence[dict[str, str]]) -> Iterator[File]:
        for window in some:
            numbers = [int(member) for member in window["members"].split()]
            identity = blake2b(b"".join([digests[number] for number in numbers]), digest_size=8).hexdigest()
            body = b",".join([bodies[number] for number in numbers])
            yield File(f"public/{window['path']}", (b"[", body, b"]"), identity)

    return [partial(write, listed[start::_JOBS]) for start in range(_JOBS)]


def _windows(listings: Listings, config: Config) -> list[dict[str, str]]:
    """List every page: its path and its records, which are numbers between spaces."""
    found = []
    for listing in listings.listings:
        length = len(listing.members)
        if not listing.name:
            continue
        for limit, offset in windows(length, config.pages.sizes(listing.max_limit)):
            run = listing.members[offset : offset + limit]
            if len(run) > 1:
                path = page_path(listing.name, limit, offset, length)
                found.append({"path": path, "members": " ".join(map(str, run))})
    return found


if __name__ == "__main__":
    main()
