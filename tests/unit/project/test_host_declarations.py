"""What hosts declare: uses of the function, which equal those in the configuration of each host, and prices."""

import itertools
import json
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from builder.javascript.context import read_modules
from builder.project.host_declarations import (
    HostPrice,
    Kind,
    host_declarations,
)
from tests.support.project import exported

ANSWERS: Kind = "static URLs"
WINDOWS: Kind = "windows at static URLs"
DOCUMENTS: Kind = "documents"
IMAGES: Kind = "images"
ROUTES: Kind = "routes without a query"
WHOLE: Kind = "routes without a query and a next page"
REDIRECTS: Kind = "flag redirects by cca2"
EXAMPLES = {
    ANSWERS: "/v1/region/europe.json",
    WINDOWS: "/v1/region/europe/25-25.json",
    DOCUMENTS: "/docs/lists.html",
    IMAGES: "/flags/svg/de.svg",
    ROUTES: "/v1/region/europe",
    WHOLE: "/v1/alpha/de",
    REDIRECTS: "/flags/get/de",
}


def _glob(pattern: str, path: str) -> bool:
    return re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), path) is not None


def _cloudflare(hosts: Path, path: str) -> bool:
    text = (hosts / "cloudflare" / "wrangler.jsonc").read_text("utf-8")
    first = json.loads(re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE))["assets"]["run_worker_first"]
    redirects = (hosts / "cloudflare" / "_redirects").read_text("utf-8").splitlines()
    if any(line.startswith(f"{path} ") for line in redirects):
        return True
    return (hosts.parent / "public" / path[1:]).is_file() and not any(_glob(pattern, path) for pattern in first)


def _netlify(hosts: Path, path: str) -> bool:
    text = (hosts / "netlify/edge-functions/countries/countries.js").read_text("utf-8")
    excluded = re.search(r"excludedPath: \[(.*?)\]", text, re.DOTALL)
    assert excluded
    return any(_glob(pattern, path) for pattern in re.findall(r'"([^"]+)"', excluded[1]))


def _vercel(hosts: Path, path: str) -> bool:
    routes = json.loads((hosts / "vercel" / "vercel.json").read_bytes())["routes"]
    if any("GET" in route.get("methods", ()) and re.fullmatch(route["src"], path) for route in routes):
        return True
    matcher = re.search(r"matcher:\s+'/\((.*)\)',", (hosts / "vercel/middleware.js").read_text("utf-8"))
    assert matcher
    return re.fullmatch(matcher[1], path[1:]) is None


def _aws(hosts: Path, path: str) -> bool:
    template = json.loads((hosts / "aws" / "template.json").read_bytes())
    behaviours = template["Resources"]["Distribution"]["Properties"]["DistributionConfig"]["CacheBehaviors"]
    found = next((one for one in behaviours if _glob(one["PathPattern"], path)), {"LambdaFunctionAssociations": 1})
    return "LambdaFunctionAssociations" not in found


def _nginx(hosts: Path, path: str) -> bool:
    maps = (hosts / "nginx" / "maps.conf").read_text("utf-8").replace("(?<", "(?P<")
    patterns = re.findall(r'"~\^(?:\(\?:GET\|HEAD\) )?([^"]+)[$]"', maps.partition("map $uri $file {")[2])
    return (hosts.parent / "public" / path[1:]).is_file() or any(re.fullmatch(one, path) for one in patterns)


# Hosts that run no function at all, and those with a shared cache in front of it.
WITHOUT_FUNCTION = {"github-pages"}
CACHED = {"aws", "netlify"}
READERS: dict[str, Callable[[Path, str], bool]] = {
    "aws": _aws,
    "cloudflare": _cloudflare,
    "netlify": _netlify,
    "nginx": _nginx,
    "vercel": _vercel,
}


@pytest.mark.parametrize("kind", EXAMPLES)
@pytest.mark.parametrize("host", READERS)
def test_host_answers_the_declared_requests_without_the_function(host: str, kind: Kind, site: Path) -> None:
    without = host_declarations()[host].function_use.without
    assert READERS[host](site / "hosts", EXAMPLES[kind]) == (kind in without or (kind == WHOLE and ROUTES in without))


@pytest.mark.parametrize("host", READERS)
def test_no_file_of_a_table_and_no_catalog_runs_the_function(host: str, site: Path) -> None:
    every = [f"/{path.relative_to(site / 'public').as_posix()}" for path in (site / "public/tables").rglob("*.*")]
    assert len(every) > 300
    asked = ("/.well-known/api-catalog", *sorted(every)[::20])
    assert [path for path in asked if not READERS[host](site / "hosts", path)] == []


def test_function_does_not_know_the_tables(site: Path) -> None:
    manifest = exported(read_modules(site / "edge"))
    assert "/llms.txt" in manifest["addresses"]
    assert [address for address in manifest["addresses"] if address.startswith("/tables/")] == []


def test_rules_of_every_host_that_answers_from_files_are_read() -> None:
    uses = {host: declared.function_use for host, declared in host_declarations().items()}
    assert {*READERS} == {host for host, use in uses.items() if use.without} - WITHOUT_FUNCTION


def _cells_of_hosts(column: str) -> dict[str, str]:
    """Read a table of the page ``static`` whose second column has the heading *column*: its cells by host."""
    lines = (Path(__file__).parents[3] / "templates/pages/static.md").read_text("utf-8").splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith(f"| Host | {column} |"))
    rows = [line.split(" | ") for line in itertools.takewhile(bool, lines[start + 2 :])]
    return {host: cells[1] for cells in rows for host in re.findall(r"page:hosting-([a-z-]+)", cells[0])}


def _answerer(host: str, kind: Kind) -> str:
    """Say who answers requests of *kind*, as a cell of the page ``static`` begins."""
    use = host_declarations()[host].function_use
    if kind in use.without or kind in use.by_rule:
        return "files" if kind != ANSWERS or host in WITHOUT_FUNCTION else "without the edge function"
    return "the edge function" if use.without else "by the same process"


@pytest.mark.parametrize(
    ("kind", "column"),
    [(ROUTES, "Routes without a query"), (ANSWERS, "Static URLs")],
)
def test_page_says_which_requests_a_host_answers_from_files(kind: Kind, column: str) -> None:
    cells = _cells_of_hosts(column)
    uses = {name: host.function_use for name, host in host_declarations().items()}
    assert set(cells) == {host for host, use in uses.items() if host not in WITHOUT_FUNCTION or kind in use.without}
    for host, cell in cells.items():
        use = uses[host]
        assert cell.startswith(_answerer(host, WHOLE if kind == ROUTES and WHOLE in use.without else kind)), host
        assert ("the host's cache has not kept" in cell) == (host in CACHED and kind not in use.without), host
        assert bool(use.rule and use.rule in cell) == (kind in use.by_rule), host
        assert ("except pages of lists" in cell) == (
            kind == ANSWERS and ANSWERS in use.without and WINDOWS not in use.without
        ), host


PRICES = {name: host.price for name, host in host_declarations().items() if host.price}


@pytest.mark.parametrize("price", PRICES.values(), ids=PRICES.keys())
def test_price_has_dated_sources_and_a_computed_response_costs_no_less_than_a_file(price: HostPrice) -> None:
    assert all(source.startswith("https://") for source in price.sources)
    assert date.fromisoformat(price.as_of).year >= 2026
    assert price.million >= price.million_files
    assert f"${price.million:,.2f}" in price.sentence
