"""The growth of builds and answers with the dataset, whose records are repeated with invented codes.

A cca2 has two letters, so the model would reject 4,000 of them. The copies are therefore made from validated records;
reading and validation, which process one record at a time, are not measured.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.edge_core import measured
from benchmarks.shared.measure import ROOT, Measurement, Taken, in_turns, remove, size, timed
from builder.api.record_fields import Country
from builder.config import Config, Pages, load_config
from builder.javascript.context import read_modules
from builder.javascript.core_calls import Folding
from builder.javascript.manifest import kinds_module
from builder.output.atomic_replacement import replace_tree
from builder.output.tree import Tree, read_state
from builder.output.writer import Content
from builder.site.answers import answer_jobs, make_answers, make_catalogs
from builder.site.dataset.loading import encode, load_dataset
from builder.site.listings import make_listings
from builder.site.manifest import code_version, make_edge, make_manifest
from builder.types import Dataset

if TYPE_CHECKING:
    from builder.api.record_fields import CountryName

FACTORS = (1, 4, 16)
# Two sizes, so that sixteen times the dataset still fits into memory.
_SIZES = Pages(limits=(5, 25))


def figures(tmpfs: Path) -> Iterator[Measurement]:
    """Measure the stages from listings to files, and the core's answers, at each factor."""
    config = load_config(ROOT / "site_config.toml").model_copy(update={"pages": _SIZES})
    once = load_dataset(ROOT / "data", config, Folding(read_modules(ROOT / "edge", "core")))
    datasets = [repeated(once, factor) for factor in FACTORS]
    with tempfile.TemporaryDirectory(dir=tmpfs) as scratch:
        output = Path(scratch, "site")
        sizes = []
        for dataset in datasets:
            _write(dataset, config, output)
            sizes.append(size(output))
        times = in_turns(
            *(
                lambda dataset=dataset: timed(lambda: _write(dataset, config, output), lambda: remove(output))
                for dataset in datasets
            ),
            rounds=3,
        )
        remove(output)
        speeds = [_speeds(dataset, config, Path(scratch, "edge")) for dataset in datasets]
    rates = [seconds / octets * 1e9 for seconds, octets in zip(times, sizes, strict=True)]
    for factor, octets, rate in list(zip(FACTORS, sizes, rates, strict=True))[1:]:
        name = f"build of {factor}x the records ({octets / 1e6:,.0f} MB), time per byte"
        # Each name is searched among all names, which takes most of the time at 16x.
        target = 1.2 if factor < FACTORS[-1] else None
        yield Measurement(name, f"{rate:.2f} s/GB", f"1x, {rates[0]:.2f} s/GB", rate / rates[0], target)
    yield from _answers(speeds)


def repeated(dataset: Dataset, factor: int) -> Dataset:
    """Repeat every record *factor* times; each copy has its own codes and names."""
    records = list(dataset.records)
    for copy in range(1, factor):
        records += [encode(_renamed(record.value, f"{copy:X}")) for record in dataset.records]
    return dataset._replace(records=tuple(records))


def _renamed(value: Country, mark: str) -> Country:
    name = value["name"]
    names: CountryName = {**name, "common": f"{name['common']} {mark}", "official": f"{name['official']} {mark}"}
    renamed: Country = {**value, "name": names, "cca2": value["cca2"] + mark, "cca3": value["cca3"] + mark}
    if "ccn3" in renamed:
        renamed["ccn3"] += mark
    if "cioc" in renamed:
        renamed["cioc"] += mark
    return renamed


def _write(dataset: Dataset, config: Config, output: Path) -> None:
    core = read_modules(ROOT / "edge", "core") | kinds_module()
    listings, catalogs = make_listings(dataset, Folding(core)), make_catalogs(dataset)
    jobs = answer_jobs(dataset, listings, catalogs, make_answers(listings, catalogs, core), config.pages)
    tree = Tree(output)
    tree.state.unlink(missing_ok=True)
    content = Content({"fingerprint": "", "overrides": {}, "roots": []}, (), lambda _early: (), jobs)
    replace_tree(tree, read_state(tree.state)["files"], content, lambda _done: None)


def _speeds(dataset: Dataset, config: Config, folder: Path) -> dict[str, Taken]:
    """Measure the core on *dataset*, in microseconds by kind of request."""
    core = read_modules(ROOT / "edge", "core") | kinds_module()
    listings = make_listings(dataset, Folding(core))
    manifest = make_manifest(dataset, listings, make_catalogs(dataset), config, code_version(core))
    remove(folder)
    folder.mkdir()
    for file in make_edge(manifest, dataset, core):
        path = folder / file.path.removeprefix("edge/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.body)
    (folder / "package.json").write_text('{"type": "module"}')
    return measured(folder)


def _answers(speeds: list[dict[str, Taken]]) -> Iterator[Measurement]:
    once, most = speeds[0], speeds[-1]
    for kind in ("page of 5, joined", "page of 25, joined", "page of 25, 3 fields", "page of 25, dotted fields"):
        against = f"1x, {once[kind]:.1f} us"
        yield Measurement(f"{kind}, at {FACTORS[-1]}x", f"{most[kind]:.1f} us", against, most[kind] / once[kind], 1.5)
    for kind in ("shuffle", "name search", "name search, 1 letter"):
        # They grow with the number of names and records.
        against, ratio = f"1x, {once[kind]:.1f} us", most[kind] / once[kind]
        yield Measurement(f"{kind}, at {FACTORS[-1]}x", f"{most[kind]:.1f} us", against, ratio, 2 * FACTORS[-1])
