"""nginx answers a route in any case of its value, with and without a query, as the core does."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.project.build_request import BuildRequest
from builder.site.reading import read_site
from tests.support.engines.engine_list import Engines
from tests.support.serving import Service
from tests.support.vectors import getting

_HEADERS = ("link", "cache-control", "content-type", "x-rank-metric", "x-rank-order")
# nginx resolves dot segments before it looks for a location.
_WITH_DOT_SEGMENTS = (
    *("/tables/../v1.json", "/docs/../v1/list.json", "/flags/svg/../svg/de.svg", "/flags/get/../get/svg/de"),
    *("/docs/..", "/./v1.json", "/.well-known/./api-catalog", "/docs/assets/./style.css", "/v1/./list", "/tables/."),
)
_WITH_ENCODED_DOTS = tuple(path.replace("..", "%2e%2E") for path in _WITH_DOT_SEGMENTS if ".." in path)
_ESCAPED = ("/v1/alpha/d%65", "/v1/alpha/de%2Ejson")
_UNUSUAL = (
    *("/v1//alpha/de", "/v1/alpha/../alpha/de", "/v1/region/europe/5-0", "/v1/Alpha/de", "/V1/alpha/de"),
    *("/v1/alpha%2Fde", "/docs%2flists.html", "/flags/svg%2Fde.svg", *_ESCAPED),
)


def _targets(output: Path) -> Iterator[str]:
    request = BuildRequest(output.parent, output.parent / "site_config.toml", output, {})
    site = read_site(request)
    for number, row in enumerate(row for row in site.answers if not row.query):
        for address in row.addresses:
            folder, _, value = address.rpartition("/")
            yield from (address, f"{folder}/{value.capitalize()}", f"{folder}/{value.upper()}")
            yield f"{address}?limit={number % 27 + 1}"
            yield f"{address}?offset={number % 9 * 5}"


# A run takes each *step* of the addresses of a small site; all addresses of every country take forty seconds.
@pytest.mark.parametrize(("size", "step"), [("small", 4), pytest.param("whole", 1, marks=pytest.mark.soak)])
def test_answers_are_those_of_the_core(size: str, step: int, request: pytest.FixtureRequest) -> None:
    names = {
        "small": ("small_engine_site", "small_engines", "small_reference"),
        "whole": ("site", "engines", "service"),
    }
    output, engines, service = map(request.getfixturevalue, names[size])
    ask = engines.send("nginx")
    targets = [*_targets(output)][::step]
    assert len(targets) > {"small": 500, "whole": 20_000}[size]
    differing = []
    for target in targets:
        reply, expected = ask(getting(target)), service.get(target)
        headers = [{name.lower(): value for name, value in either.headers} for either in (reply, expected)]
        shown = [[either.get(name) for name in _HEADERS] for either in headers]
        # The files of a folder have no total if the lists in it have different totals.
        totals = [either.get("x-total-count") for either in headers]
        is_total = totals[0] == totals[1] or (totals[0] is None and 'rel="next"' not in (shown[0][0] or ""))
        if (reply.status, reply.body) != (expected.status, expected.body) or shown[0] != shown[1] or not is_total:
            differing.append(target)
    assert differing == []


@pytest.mark.parametrize("target", [*_WITH_DOT_SEGMENTS, *_WITH_ENCODED_DOTS, *_UNUSUAL])
def test_path_that_is_spelled_unusually_is_answered_as_by_the_core(
    target: str, engines: Engines, service: Service
) -> None:
    reply, expected = engines.send("nginx")(getting(target)), service.get(target)
    assert (reply.status, reply.body) == (expected.status, expected.body)
    assert reply.status == 404 or target in _ESCAPED
