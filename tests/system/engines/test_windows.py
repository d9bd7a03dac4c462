"""Pages of lists by limit and offset alone: nginx answers them from their files, as the function does."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest

from builder.api.parameters import DEFAULT_CATALOG_LIMIT, DEFAULT_LIMIT
from tests.support.conformance import reply_differences
from tests.support.engines.engines import Engines
from tests.support.engines.function_use import marked, ran
from tests.support.serving import Service
from tests.support.vectors import Send, getting

# A list of each form: of all countries, of a key, ranked, of a catalog, and shorter than a page.
LISTS = ("/v1/list", "/v1/region/europe", "/v1/rank/hdi", "/v1/meta/tlds", "/v1/subregion/northamerica")


@pytest.fixture(scope="module")
def ask(site: Path) -> Iterator[Send]:
    """Send requests to nginx, in front of a function that marks its answers."""
    with marked(site) as copy, Engines(copy) as engines:
        yield engines.send("nginx")


def _windows(site: Path) -> dict[str, list[tuple[int, int]]]:
    """List the windows that are files by address: those of more than one record, of each key that has any."""
    found: dict[str, list[tuple[int, int]]] = {}
    for route, keys in json.loads((site / "public/v1/index.json").read_bytes())["routes"].items():
        most = 5 if "{" not in route and route.endswith(("/v1", "/list", "/countries")) else 25
        limits, least = ((25, 50, 100), 1) if "/meta/" in route else (range(1, most + 1), 2)
        for key, entry in keys.items():
            # Keys of rankings in the other order need a parameter, as do those of a route without a key.
            if "windows" in entry and "/" not in key and (not key or "{" in route):
                address = route.partition("{")[0] + quote(key, safe="~")
                windows = ((limit, offset) for limit in limits for offset in range(0, entry["total"], limit))
                found[address] = [
                    (limit, offset) for limit, offset in windows if min(limit, entry["total"] - offset) >= least
                ]
    return found


def _queries(address: str, limit: int, offset: int) -> Iterator[str]:
    """Yield the plain queries of a window: both parameters in both orders, and one where the other has its default."""
    yield f"limit={limit}&offset={offset}"
    yield f"offset={offset}&limit={limit}"
    if offset == 0:
        yield f"limit={limit}"
    if limit == (DEFAULT_CATALOG_LIMIT if "/meta/" in address else DEFAULT_LIMIT):
        yield f"offset={offset}"


def _compare(address: str, windows: list[tuple[int, int]], ask: Send, reference: Service) -> None:
    for limit, offset in windows:
        for query in _queries(address, limit, offset):
            target = f"{address}?{query}"
            reply = ask(getting(target))
            assert not ran(reply.headers), target
            assert reply_differences(reference.get(target), reply).keys() == {"ETag"}, target


@pytest.mark.parametrize("address", LISTS)
def test_window_is_answered_by_its_file_as_by_the_function(
    address: str, ask: Send, site: Path, service: Service
) -> None:
    by_limit: dict[int, list[int]] = {}
    for limit, offset in _windows(site)[address]:
        by_limit.setdefault(limit, []).append(offset)
    # Of each limit the first two and the last.
    windows = [(limit, offset) for limit, own in by_limit.items() for offset in sorted({*own[:2], own[-1]})]
    _compare(address, windows, ask, service)


@pytest.mark.soak
def test_every_window_of_every_list_is_answered_by_its_file(ask: Send, site: Path, service: Service) -> None:
    for address, windows in _windows(site).items():
        _compare(address, windows, ask, service)


@pytest.mark.parametrize("target", ["/v1/name/germany?limit=10", "/v1/alpha/de?offset=0", "/v1/name/guinea?limit=25"])
def test_limit_that_is_not_below_a_short_list_gets_the_file_of_the_whole(
    target: str, ask: Send, service: Service
) -> None:
    reply = ask(getting(target))
    assert not ran(reply.headers)
    assert reply_differences(service.get(target), reply).keys() == {"ETag"}


@pytest.mark.parametrize(
    "query",
    [
        *("limit=05", "limit=026", "limit=0000000005", "limit=1234567890", "limit=26", "limit=0", "limit=", "limit"),
        *("limit=5&", "&limit=5", "limit=5&&offset=5", "limit=5&limit=10", "offset=5&offset=10", "limit=5#a"),
        *("Limit=5", "LIMIT=5", "%6cimit=5", "limit=%35", "limit=+5", "limit=5%20", "limit=-5", "limit=5.0"),
        *("limit=5&offset=00", "limit=5&offset=05", "limit=5&offset=5&x=1", "limit=5&x=1&offset=5", "limit=5;offset=5"),
        *("limit=5&offset=3", "limit=7&offset=100", "offset=250", "offset=3", "limit=5&Offset=5", "limit=5?offset=5"),
        *("limit=5/../10-0", "limit=../5", "offset=../../5", "limit=25&offset=50&offset=0"),
    ],
)
def test_other_query_runs_the_function(query: str, ask: Send, service: Service) -> None:
    target = f"/v1/region/europe?{query}"
    reply = ask(getting(target))
    assert ran(reply.headers)
    assert reply_differences(service.get(target), reply) == {}


@pytest.mark.parametrize("target", ["/v1/list?limit=6", "/v1/list?limit=25&offset=25", "/v1?limit=10&offset=10"])
def test_limit_that_counts_as_another_runs_the_function(target: str, ask: Send, service: Service) -> None:
    reply = ask(getting(target))
    assert ran(reply.headers)
    assert reply_differences(service.get(target), reply) == {}


def test_window_has_the_tag_of_its_static_address(ask: Send) -> None:
    window = getting("/v1/region/europe?limit=10&offset=20")
    tag = ask(window).header("ETag")
    assert tag == ask(getting("/v1/region/europe/10-20.json")).header("ETag")
    for value in (tag, f'"x", {tag}', "*"):
        known = ask(replace(window, headers={"If-None-Match": value or ""}))
        assert (known.status, known.body, known.header("ETag")) == (304, b"", tag)
        assert not ran(known.headers)


def test_head_of_a_window_has_the_length_of_its_body(ask: Send) -> None:
    window = getting("/v1/region/europe?limit=10&offset=20")
    reply = ask(replace(window, method="HEAD"))
    assert not ran(reply.headers)
    assert (reply.body, reply.header("Content-Length")) == (b"", str(len(ask(window).body)))


def test_other_method_for_a_window_runs_the_function(ask: Send, service: Service) -> None:
    for method in ("POST", "OPTIONS", "DELETE"):
        reply = ask(replace(getting("/v1/region/europe?limit=10&offset=20"), method=method))
        assert ran(reply.headers)
        assert reply.status == service.get("/v1/region/europe", method).status
