"""Flag images: validation, rendering, and the cache for the next build."""

import json
import shutil
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from builder.api.dataset_files import SourcesAndLicences
from builder.api.types import Dataset, Entry, Record
from builder.images import make_images
from builder.inputs.errors import InputError
from tests.support import png
from tests.support.project import ROOT, WORLD

CASES = ROOT / "tests" / "fixtures" / "svg"
REFUSED = json.loads((CASES / "refused.json").read_text("utf-8"))
SOURCE = WORLD / "flags"
ALL = sorted(path.stem for path in (WORLD / "countries").glob("*.json"))
WIDTHS = (320, 16)
FEW = ["de", "np", "rs"]
CODES = sorted({*ALL[::20], *FEW})

NO_REFERENCE: Any = {}


def record_of(code: str) -> Record:
    value: Any = {"cca2": code.upper()}
    return Record(value, b"", "")


NO_SOURCES: SourcesAndLicences = {"fetchedAt": "2026-01-01T00:00:00Z", "sources": []}


def make(codes: list[str], cached: Path, source: Path = SOURCE, widths: tuple[int, ...] = WIDTHS) -> dict[str, Entry]:
    records = tuple(record_of(code) for code in codes)
    dataset = Dataset(records, NO_REFERENCE, {}, {}, NO_SOURCES, {}, (), "")
    assets = make_images(dataset, [source], widths, cached)
    return {asset.address: asset for asset in assets}


def bodies(flags: dict[str, Entry]) -> dict[str, bytes]:
    return {address: entry.make() for address, entry in flags.items()}


def cached_files(cached: Path) -> dict[str, tuple[int, int]]:
    stats = {path.name: path.stat() for path in cached.rglob("*") if path.is_file()}
    return {name: (stat.st_ino, stat.st_mtime_ns) for name, stat in stats.items()}


@pytest.fixture(scope="module")
def cached(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def flags(cached: Path) -> dict[str, Entry]:
    return make(CODES, cached)


def test_image_is_published_unchanged(flags: dict[str, Entry]) -> None:
    stored = {code: (SOURCE / f"{code}.svg").read_bytes() for code in CODES}
    assert {code: flags[f"/flags/svg/{code}.svg"].make() for code in CODES} == stored


def test_every_record_has_an_svg_and_a_png_of_each_width(flags: dict[str, Entry]) -> None:
    seen = set()
    for code in CODES:
        svg, default, small = (
            flags[address]
            for address in (f"/flags/svg/{code}.svg", f"/flags/png/{code}.png", f"/flags/png/16/{code}.png")
        )
        seen |= {svg.address, default.address, small.address}
        assert svg.make().startswith(b"<svg ")
        assert png.size(default.make()) == (320, 240)
        assert png.size(small.make()) == (16, 12)
    assert flags.keys() == seen


def test_images_have_the_headers_of_images_and_svg_files_are_sandboxed(flags: dict[str, Entry]) -> None:
    assert {asset.cache for asset in flags.values()} == {"image"}
    policies = {asset.type: dict(asset.headers).get("Content-Security-Policy", "") for asset in flags.values()}
    assert policies == {"svg": "default-src 'none'; style-src 'unsafe-inline'; sandbox", "png": ""}


def test_only_a_changed_flag_is_rendered_again(tmp_path: Path) -> None:
    source, cached = tmp_path / "flags", tmp_path / "cache"
    source.mkdir()
    for code in FEW:
        shutil.copy(SOURCE / f"{code}.svg", source)
    before = bodies(make(FEW, cached, source))
    old = cached_files(cached)
    assert bodies(make(FEW, cached, source)) == before
    assert cached_files(cached) == old
    shutil.copy(SOURCE / "be.svg", source / "de.svg")
    after = bodies(make(FEW, cached, source))
    assert {address for address in after if after[address] != before[address]} == {
        "/flags/svg/de.svg",
        "/flags/png/de.png",
        "/flags/png/16/de.png",
    }
    assert len(cached_files(cached)) == len(old) + 2
    assert old.items() <= cached_files(cached).items()


def test_another_width_does_not_change_the_images_of_the_first(tmp_path: Path) -> None:
    first = make(FEW, tmp_path, widths=(320,))
    more = make(FEW, tmp_path, widths=(320, 64))
    assert bodies(first).items() <= bodies(more).items()
    assert sorted(set(more) - set(first)) == [f"/flags/png/64/{code}.png" for code in FEW]
    assert make(FEW, tmp_path, widths=(64,))["/flags/png/de.png"].make() == more["/flags/png/64/de.png"].make()


@pytest.mark.slow
def test_concurrent_builds_share_a_cache(flags: dict[str, Entry], tmp_path: Path) -> None:
    some = CODES[:20]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        both = list(pool.map(make, [some, some], [tmp_path, tmp_path]))
    expected = {address: body for address, body in bodies(flags).items() if address[-6:-4] in some}
    assert [*map(bodies, both)] == [expected, expected]
    assert len(cached_files(tmp_path)) == len([address for address in expected if "/png/" in address])


def test_every_unusable_file_is_named(tmp_path: Path) -> None:
    source = tmp_path / "flags"
    shutil.copytree(CASES / "refused", source)
    assert {path.name for path in source.iterdir()} == REFUSED.keys()
    shutil.copy(SOURCE / "de.svg", source)
    (source / "folder.svg").mkdir()
    expected = REFUSED | {"folder.svg": "Is a directory", "missing.svg": "No such file"}
    with pytest.raises(InputError, match="SVG drawing of 4:3") as refused:
        make(["de", *(name.removesuffix(".svg") for name in expected)], tmp_path / "cache", source)
    found = {Path(problem.file).name: problem.message for problem in refused.value.problems}
    assert found.keys() == expected.keys()
    assert [name for name in found if expected[name] not in found[name]] == []


def test_missing_folder_is_one_problem(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a folder of flag images") as refused:
        make(CODES, tmp_path, tmp_path / "nowhere")
    assert len(refused.value.problems) == 1
