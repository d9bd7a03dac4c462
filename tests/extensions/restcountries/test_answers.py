"""The ``/v3.1`` routes: their vectors in this process and on every engine.

In lenient mode ``/v3.1/all`` needs no ``fields``, and its answer is a file; in strict mode it has neither.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.cli.preview.in_memory_site import InMemorySite
from builder.javascript.core_calls import core_request
from builder.project.build_request import BuildRequest
from tests.support import sites
from tests.support.conformance import FAST, judge, load_differences, remembered
from tests.support.engines.engine_list import Engines
from tests.support.serving import Service
from tests.support.trees import content
from tests.support.vectors import Reply, Vector, disagreements, load_vectors

FOLDER = Path(__file__).with_name("vectors")
COMMON = load_vectors(folder=FOLDER / "both")
VECTORS = (*COMMON, *load_vectors(folder=FOLDER / "lenient"))
REFUSED = load_vectors(folder=FOLDER / "strict")


@pytest.fixture(scope="module")
def lenient(lenient_site: Path) -> Service:
    """Open the site of every country in lenient mode."""
    return sites.opened(lenient_site)


@pytest.fixture(scope="module")
def expected(lenient: Service) -> Callable[[Vector], Reply]:
    """Answer vectors as the preview does; each vector is sent once for all engines."""
    return remembered(lenient.send)


def test_service_answers_the_vectors(lenient: Service) -> None:
    found = [(vector.id, vector.why, disagreements(vector, lenient.send)) for vector in VECTORS]
    assert [(name, why, wrong) for name, why, wrong in found if wrong] == []


def test_strict_mode_refuses_its_vectors_and_answers_all_others_as_lenient(
    small_lenient: BuildRequest, small_strict: BuildRequest
) -> None:
    lenient, strict = sites.opened(small_lenient.output), sites.opened(small_strict.output)
    assert [(vector.id, wrong) for vector in REFUSED if (wrong := disagreements(vector, strict.send))] == []
    # The description states the mode.
    others = [vector for vector in COMMON if "openapi" not in vector.target]
    replies = {vector.id: (lenient.send(vector), strict.send(vector)) for vector in others}
    assert len(replies) > 100
    assert [
        name for name, (one, other) in replies.items() if (one.status, one.body) != (other.status, other.body)
    ] == []


# These engines have no rules of a host, so they run the core alone, which is tested above.
PLAIN = ("preview", "workerd")


@pytest.mark.parametrize("engine", [pytest.param(one, marks=[pytest.mark.soak] * (one in PLAIN)) for one in FAST])
def test_engine_agrees_with_the_preview(
    engine: str, lenient_engines: Engines, expected: Callable[[Vector], Reply]
) -> None:
    rows = load_differences(FOLDER / "differences.json")
    verdicts = judge(engine, VECTORS, lenient_engines.send(engine), expected, rows)
    assert [f"{verdict.vector.id}: {verdict.failures}" for verdict in verdicts if verdict.failures] == []


# The core alone differs by mode, and the rules of hosts by the file that strict mode lacks.
@pytest.mark.parametrize(
    "engine", ["nginx", *(pytest.param(host, marks=pytest.mark.soak) for host in ("cloudflare", "vercel"))]
)
def test_engine_refuses_what_strict_mode_refuses(engine: str, small_strict: BuildRequest) -> None:
    with Engines(small_strict.output) as started:
        send = started.send(engine)
        assert [(vector.id, wrong) for vector in REFUSED if (wrong := disagreements(vector, send))] == []


def files_of(site: Path) -> dict[str, Path]:
    """Return the files of answers by the address without a query that each answers."""
    root = site / "public/v3.1"
    paths = {path.relative_to(root).as_posix(): path for path in root.rglob("*.json")}
    del paths["openapi.json"]
    return {f"/v3.1/{name.removesuffix('.json')}": path for name, path in paths.items()}


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.soak)])
def test_file_has_the_bytes_of_the_core(lenient_site: Path, lenient: Service, step: int) -> None:
    files = files_of(lenient_site)
    assert len(files) > 1600
    # All addresses without a key, and each *step* of the others.
    addresses = {*sorted(files)[::step], *(address for address in files if address.count("/") == 2)}
    asked = [(address, ending) for address in addresses for ending in ("", ".json")]
    results = lenient.core.answer_each(map("".join, asked))
    for (address, ending), result in zip(asked, results, strict=True):
        assert (result["status"], result["body"].encode()) == (200, files[address].read_bytes()), f"{address}{ending}"


def test_each_code_and_each_whole_name_has_a_file(lenient_site: Path, lenient: Service) -> None:
    files = files_of(lenient_site)
    for country in json.loads(lenient.get("/v3.1/all").body):
        codes = [country.get(name, "").lower() for name in ("cca2", "cca3", "ccn3", "cioc")]
        expected = [f"alpha/{code}" for code in codes if code]
        expected += [f"currency/{code.lower()}" for code in country.get("currencies", {})]
        expected += [f"lang/{code}" for code in country.get("languages", {})]
        expected += [f"region/{country['region'].lower()}"]
        assert {f"/v3.1/{key}" for key in expected} <= files.keys(), country["cca2"]
    assert len([address for address in files if address.startswith("/v3.1/name/")]) == 250
    assert {"/v3.1/capital/bogota", "/v3.1/subregion/northerneurope", "/v3.1/independent", "/v3.1/all"} < files.keys()


def test_strict_mode_has_the_files_of_lenient_but_that_of_all_records(
    small_lenient: BuildRequest, small_strict: BuildRequest
) -> None:
    lenient, strict = files_of(small_lenient.output), files_of(small_strict.output)
    assert lenient.keys() - strict.keys() == {"/v3.1/all"}
    assert all(path.read_bytes() == lenient[address].read_bytes() for address, path in strict.items())


def test_description_is_that_of_the_site(small_strict: BuildRequest) -> None:
    description = json.loads((small_strict.output / "public/v3.1/openapi.json").read_bytes())["info"]
    assert description["title"] == f"{sites.TITLE}, routes of restcountries v3.1"
    assert description["contact"]["url"] == sites.CONTACT


def test_preview_answers_with_the_files_of_a_build(small_lenient: BuildRequest) -> None:
    built, unwritten = sites.opened(small_lenient.output), InMemorySite(small_lenient)
    for address in ("/v3.1/openapi.json", "/v3.1/all.json"):
        assert unwritten.answer(core_request(address)) == built.answer(core_request(address))


def test_catalog_of_apis_has_the_routes(small_lenient: BuildRequest) -> None:
    text = (small_lenient.output / "public/.well-known/api-catalog").read_bytes()
    catalog, *_, api = json.loads(text)["linkset"]
    base = "http://127.0.0.1:8000"
    assert [item["href"] for item in catalog["item"]] == [f"{base}/v1", f"{base}/v3.1"]
    assert (api["anchor"], api["service-desc"][0]["href"]) == (f"{base}/v3.1", f"{base}/v3.1/openapi.json")


def test_setting_changes_no_file_of_v1_and_no_table(small: BuildRequest, small_lenient: BuildRequest) -> None:
    for folder in ("public/v1", "public/tables"):
        assert content(small.output / folder) == content(small_lenient.output / folder)


def test_site_without_the_setting_has_nothing_of_it(small: BuildRequest) -> None:
    site, service = small.output, sites.opened(small.output)
    assert not (site / "public/v3.1").exists()
    paths = [path for folder in ("edge", "hosts") for path in (site / folder).rglob("*") if path.is_file()]
    assert not [path for path in paths if "restcountries" in path.name]
    marks = (b"v3.1", b"v3\\.1", b"v3_1", b"v3-1")
    assert [path for path in paths if any(mark in path.read_bytes() for mark in marks)] == []
    for target in ("/v3.1/all", "/v3.1/alpha/de", "/v3.1/openapi.json"):
        assert service.get(target).status == 404
    assert b"v3.1" not in service.get("/openapi.json").body
