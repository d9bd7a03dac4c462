"""Our pages alone, for peers that write nothing else: ``python -m tests.bench.pages PROJECT INPUT OUTPUT``.

The dataset is read and validated, its listings derived, and their pages written to OUTPUT. With ``-`` for OUTPUT what
peers need is written to INPUT instead: the records, and the windows of the listings.
"""

import json
import sys
from pathlib import Path

from builder.address import page_path
from builder.config import Config, load_config
from builder.core import Folding
from builder.dataset import load_dataset
from builder.embedded import read_modules
from builder.listings import make_listings
from builder.output import Tree, write_tree
from builder.pages import page_jobs, windows
from builder.values import Listings


def main() -> None:
    """Write the pages, or what peers make them from."""
    project, given, written = map(Path, sys.argv[1:])
    config = load_config(project / "site_config.toml")
    fold = Folding(read_modules(project / "templates/edge/core"))
    dataset = load_dataset(project / "data", config, fold)
    listings = make_listings(dataset, fold)
    if written.name != "-":
        jobs = page_jobs(dataset, listings, (), config.pages)[:-1]
        write_tree(Tree(written), (), None, lambda _done: None, jobs=jobs)
        return
    given.mkdir()
    bodies = [record.body.decode() for record in dataset.records]
    (given / "records.json").write_text(json.dumps(bodies, ensure_ascii=False), "utf-8")
    (given / "windows.json").write_text(json.dumps(_windows(listings, config)), "utf-8")


def _windows(listings: Listings, config: Config) -> list[dict[str, str]]:
    """List every page: its path and its records, which are numbers between spaces."""
    found = []
    for listing in listings.listings:
        length = len(listing.members)
        for limit, offset in windows(length, config.pages.sizes(listing.ceiling), config.pages.offsets):
            run = listing.members[offset : offset + limit]
            if len(run) > 1:
                path = page_path(listing.name, limit, offset, length)
                found.append({"path": path, "members": " ".join(map(str, run))})
    return found


if __name__ == "__main__":
    main()
