"""The ``/v3.1`` routes: their vectors in this process and on every engine, in both modes."""

import filecmp
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from builder.build_request import BuildRequest
from tests.support import sites
from tests.support.conformance import FAST, judge, load_differences, remembered
from tests.support.engines.engines import Engines
from tests.support.serving import Service
from tests.support.vectors import disagreements, load_vectors

FOLDER = Path(__file__).with_name("restcountries_vectors")
MODES = ("lenient", "strict")
_STRICT = ("preview", "node", "cloudflare")
VECTORS = {mode: (*load_vectors(folder=FOLDER / "both"), *load_vectors(folder=FOLDER / mode)) for mode in MODES}
# The core alone differs by mode, so that strict mode is asked of the preview, of Node and of one host in every run.
ENGINES = [
    pytest.param(engine, mode, marks=[pytest.mark.soak] * (mode == "strict" and engine not in _STRICT))
    for mode in MODES
    for engine in FAST
]


@pytest.fixture(scope="module")
def site_of(lenient_site: Path, strict_site: Path) -> Callable[[str], Path]:
    """Return the built site of a mode."""
    return {"lenient": lenient_site, "strict": strict_site}.__getitem__


@pytest.fixture(scope="module")
def service_of(site_of: Callable[[str], Path]) -> Callable[[str], Service]:
    """Return the opened site of a mode."""
    opened = {mode: sites.opened(site_of(mode)) for mode in MODES}
    return opened.__getitem__


@pytest.fixture(scope="module")
def engines_of(site_of: Callable[[str], Path]) -> Iterator[Callable[[str], Engines]]:
    """Run engines over the site of a mode."""
    with Engines(site_of("lenient")) as lenient, Engines(site_of("strict")) as strict:
        yield {"lenient": lenient, "strict": strict}.__getitem__


@pytest.mark.parametrize("mode", MODES)
def test_service_answers_the_vectors(mode: str, service_of: Callable[[str], Service]) -> None:
    send = service_of(mode).send
    found = [(vector.id, vector.why, disagreements(vector, send)) for vector in VECTORS[mode]]
    assert [(name, why, wrong) for name, why, wrong in found if wrong] == []


@pytest.mark.parametrize(("engine", "mode"), ENGINES)
def test_engine_agrees_with_the_preview(
    engine: str, mode: str, engines_of: Callable[[str], Engines], service_of: Callable[[str], Service]
) -> None:
    wanted, rows = remembered(service_of(mode).send), load_differences(FOLDER / "differences.json")
    verdicts = judge(engine, VECTORS[mode], engines_of(mode).send(engine), wanted, rows)
    assert [f"{verdict.vector.id}: {verdict.failures}" for verdict in verdicts if verdict.failures] == []


def files_of(site: Path) -> dict[str, Path]:
    """Return the files of answers by the address without a query that each answers."""
    root = site / "public/v3.1"
    paths = {path.relative_to(root).as_posix(): path for path in root.rglob("*.json")}
    del paths["openapi.json"]
    return {f"/v3.1/{name.removesuffix('.json')}": path for name, path in paths.items()}


def test_file_has_the_bytes_of_the_core(lenient_site: Path, service_of: Callable[[str], Service]) -> None:
    files, core = files_of(lenient_site), service_of("lenient").core
    assert len(files) > 1600
    for ending in ("", ".json"):
        results = core.answer_each(f"{address}{ending}" for address in files)
        for (address, path), result in zip(files.items(), results, strict=True):
            assert (result["status"], result["body"].encode()) == (200, path.read_bytes()), f"{address}{ending}"


def test_each_code_and_each_whole_name_has_a_file(lenient_site: Path, service_of: Callable[[str], Service]) -> None:
    files = files_of(lenient_site)
    for country in json.loads(service_of("lenient").get("/v3.1/all").body):
        codes = [country.get(name, "").lower() for name in ("cca2", "cca3", "ccn3", "cioc")]
        wanted = [f"alpha/{code}" for code in codes if code]
        wanted += [f"currency/{code.lower()}" for code in country.get("currencies", {})]
        wanted += [f"lang/{code}" for code in country.get("languages", {})]
        wanted += [f"region/{country['region'].lower()}"]
        assert {f"/v3.1/{key}" for key in wanted} <= files.keys(), country["cca2"]
    assert len([address for address in files if address.startswith("/v3.1/name/")]) == 250
    assert {"/v3.1/capital/bogota", "/v3.1/subregion/northerneurope", "/v3.1/independent", "/v3.1/all"} < files.keys()


def test_files_with_the_same_bytes_are_hard_links(lenient_site: Path) -> None:
    inodes: dict[bytes, set[int]] = {}
    for path in files_of(lenient_site).values():
        inodes.setdefault(path.read_bytes(), set()).add(path.stat().st_ino)
    assert {len(same) for same in inodes.values()} == {1}


def test_strict_mode_has_the_files_of_lenient_but_that_of_all_records(lenient_site: Path, strict_site: Path) -> None:
    lenient, strict = files_of(lenient_site), files_of(strict_site)
    assert lenient.keys() - strict.keys() == {"/v3.1/all"}
    assert all(path.read_bytes() == lenient[address].read_bytes() for address, path in strict.items())


def test_setting_changes_no_other_file(small: BuildRequest, small_lenient: BuildRequest) -> None:
    site, lenient = small.output, small_lenient.output
    for folder in ("public/v1", "public/tables"):
        files = {path.relative_to(site).as_posix() for path in (site / folder).rglob("*") if path.is_file()}
        assert files == {
            path.relative_to(lenient).as_posix() for path in (lenient / folder).rglob("*") if path.is_file()
        }
        assert filecmp.cmpfiles(site, lenient, files, shallow=False)[1:] == ([], [])


def test_site_without_the_setting_has_nothing_of_it(site: Path, service: Service) -> None:
    assert not (site / "public/v3.1").exists()
    paths = [path for folder in ("edge", "hosts") for path in (site / folder).rglob("*") if path.is_file()]
    assert not [path for path in paths if "restcountries" in path.name]
    marks = (b"v3.1", b"v3\\.1", b"v3_1", b"v3-1")
    assert [path for path in paths if any(mark in path.read_bytes() for mark in marks)] == []
    for target in ("/v3.1/all", "/v3.1/alpha/de", "/v3.1/openapi.json"):
        assert service.get(target).status == 404
    assert b"v3.1" not in service.get("/openapi.json").body
