"""A request without a query whose answer is a file does not run the function, if its key has the plain spelling."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from builder.api.output_paths import is_window
from builder.project.host_declarations import RequestKind, host_declarations
from tests.support.engines.engine_list import Engines
from tests.support.engines.function_use import ran
from tests.support.engines.netlify_rules import functions, matches
from tests.support.serving import Service
from tests.support.vectors import getting

HOSTS = ("cloudflare", "nginx", "vercel")
# The routes whose answers have no next page. nginx passes the others to the function.
UNPAGED = (
    *("/v1/alpha/", "/v1/name/", "/v1/capital/", "/v1/countries/alpha/", "/v1/countries/cioc/"),
    *("/v1/notice", "/health"),
)
# A request of each kind that the declaration of a host can name.
EXAMPLES: dict[RequestKind, str] = {
    "static URLs": "/v1/region/europe.json",
    "windows at static URLs": "/v1/region/europe/5-5.json",
    "documents": "/docs/lists.html",
    "images": "/flags/svg/de.svg",
    "routes without a query": "/v1/region/europe",
    "routes without a query and a next page": "/v1/alpha/de",
    "flag redirects by cca2": "/flags/get/de",
}
# The tests take the first address of each folder, and each *step* after it.
SAMPLED = pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.soak)])


def _sample(addresses: Iterable[str], step: int) -> list[str]:
    folders: dict[str, list[str]] = {}
    for address in sorted(addresses):
        folders.setdefault(address.rpartition("/")[0], []).append(address)
    return [address for own in folders.values() for address in own[::step]]


def _routes(site: Path) -> list[str]:
    """List the routes and canonical keys: the addresses of files of default answers."""
    public = site / "public"
    files = [path.relative_to(public).as_posix() for path in (public / "v1").rglob("*.json")]
    files = ["v1.json", "health.json", *(file for file in files if not is_window(file) and file != "v1/index.json")]
    return [f"/{file.removesuffix('.json')}" for file in files]


@SAMPLED
@pytest.mark.parametrize("host", HOSTS)
def test_route_without_a_query_runs_no_function(
    host: str, step: int, marked_engines: Engines, small_engine_site: Path, small_reference: Service
) -> None:
    ask = marked_engines.send(host)
    routes = _routes(small_engine_site)
    codes = [route.replace("/v1/", "/v1/countries/", 1) for route in routes if route.startswith("/v1/alpha/")]
    assert len(routes) > 100
    assert codes
    for target in _sample((*routes, *codes), step):
        if host == "nginx" and not target.startswith(UNPAGED):
            continue
        reply = ask(getting(target))
        assert not ran(reply.headers), target
        assert (reply.status, reply.body) == (200, small_reference.get(target).body), target


def _declared(host: str) -> dict[str, bool]:
    """Whether *host* declares that each example runs no function."""
    use = host_declarations()[host].function_use
    kinds = {*use.without, *use.by_rule}
    if "routes without a query" in kinds:
        kinds.add("routes without a query and a next page")
    return {target: kind in kinds for kind, target in EXAMPLES.items()}


@pytest.mark.parametrize("host", ["aws", *HOSTS])
def test_host_runs_no_function_for_exactly_the_declared_requests(host: str, marked_engines: Engines) -> None:
    ask = marked_engines.send(host)
    assert {target: not ran(ask(getting(target)).headers) for target in EXAMPLES.values()} == _declared(host)


def test_netlify_runs_no_function_for_exactly_the_declared_requests(small_engine_site: Path, tmp_path: Path) -> None:
    ran_for = functions(small_engine_site, tmp_path, [("GET", target) for target in EXAMPLES.values()])
    assert dict(zip(EXAMPLES.values(), (not names for names in ran_for), strict=True)) == _declared("netlify")


@SAMPLED
@pytest.mark.parametrize("host", ["aws", *HOSTS])
def test_documents_images_tables_and_downloads_run_no_function(
    host: str, step: int, marked_engines: Engines, small_reference: Service
) -> None:
    """A cold view of a page asks for files alone, so crawlers do not use up the quota of callers."""
    ask = marked_engines.send(host)
    addresses = ["/", "/docs/", "/docs/quick-start.txt", "/llms.txt", *small_reference.files]
    assert len(addresses) > 300
    for target in _sample(addresses, step):
        reply = ask(getting(target))
        assert (reply.status, ran(reply.headers)) == (200, False), target


def test_rules_of_netlify_run_no_function_for_a_file(
    small_engine_site: Path, tmp_path: Path, small_reference: Service
) -> None:
    moved = ("/docs.html", "/console.html", "/countries.html", "/flag-sheet.html", "/compare.html", "/map.html")
    files = [file for file in small_reference.files if file not in (*moved, "/downloads.html")]
    asked = [("GET", address) for address in ("/", "/docs/", "/llms.txt", *files)]
    ran_for = functions(small_engine_site, tmp_path, asked)
    assert [target for target, ran in zip(asked, ran_for, strict=True) if ran] == []


def test_rules_of_netlify_run_no_function_for_a_table(small_engine_site: Path, tmp_path: Path) -> None:
    absent = ("/tables/planets.json", "/tables/outlines/zz.geojson", "/tables/")
    expected: dict[tuple[str, str], list[str]] = {("GET", address): [] for address in absent} | {
        # The host would send the file for these.
        ("OPTIONS", "/tables/time-zones.json"): ["methods"],
        ("POST", "/tables/time-zones.csv"): ["methods"],
        ("GET", "/v1/region/europe"): ["countries"],
    }
    assert dict(zip(expected, functions(small_engine_site, tmp_path, [*expected]), strict=True)) == expected
    unknown = matches(small_engine_site, [getting(address) for address in absent])
    assert unknown == [{"to": "/_errors/404.json", "status": 404}] * len(absent)
