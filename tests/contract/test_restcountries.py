"""The ``/v3.1`` routes: their vectors in this process and on every engine, in both modes."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support import sites
from tests.support.conformance import FAST, judge, load_differences, remembered
from tests.support.engines.engines import Engines
from tests.support.serving import Service
from tests.support.vectors import Vector, disagreements, load_vectors

FOLDER = Path(__file__).with_name("restcountries_vectors")
MODES = ("lenient", "strict")
VECTORS = {mode: (*load_vectors(folder=FOLDER / "both"), *load_vectors(folder=FOLDER / mode)) for mode in MODES}
CASES = [(mode, vector) for mode in MODES for vector in VECTORS[mode]]


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


@pytest.mark.parametrize(("mode", "vector"), CASES, ids=[f"{mode} {vector.id}" for mode, vector in CASES])
def test_service_answers_the_vector(mode: str, vector: Vector, service_of: Callable[[str], Service]) -> None:
    assert disagreements(vector, service_of(mode).send) == [], vector.why


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("engine", FAST)
def test_engine_agrees_with_the_preview(
    engine: str, mode: str, engines_of: Callable[[str], Engines], service_of: Callable[[str], Service]
) -> None:
    wanted, rows = remembered(service_of(mode).send), load_differences(FOLDER / "differences.json")
    verdicts = judge(engine, VECTORS[mode], engines_of(mode).send(engine), wanted, rows)
    assert [f"{verdict.vector.id}: {verdict.failures}" for verdict in verdicts if verdict.failures] == []


def test_file_of_all_records_equals_the_answer_of_the_core(service_of: Callable[[str], Service]) -> None:
    lenient = service_of("lenient")
    joined = [lenient.get(f"/v3.1/alpha/{record['cca2']}").body for record in json.loads(lenient.get("/v3.1/all").body)]
    assert lenient.get("/v3.1/all").body == b"[" + b",".join(body[1:-1] for body in joined) + b"]"


def test_site_without_the_setting_has_no_v3_routes(service: Service) -> None:
    for target in ("/v3.1/all", "/v3.1/alpha/de", "/v3.1/openapi.json"):
        assert service.get(target).status == 404
    assert b"v3.1" not in service.get("/openapi.json").body
