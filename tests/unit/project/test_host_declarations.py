"""Declarations of hosts: the requests that run no function, compared with the guide to static URLs, and prices."""

import itertools
import re
from datetime import date
from pathlib import Path

import pytest

from builder.project.host_declarations import HostPrice, RequestKind, host_declarations

ANSWERS: RequestKind = "static URLs"
WINDOWS: RequestKind = "windows at static URLs"
ROUTES: RequestKind = "routes without a query"
UNPAGED: RequestKind = "routes without a query and a next page"


# Hosts that run no function at all, and hosts that have a shared cache before the function.
FILES_ONLY_HOSTS = {"github-pages"}
HOSTS_WITH_CACHE = {"aws", "netlify"}


def _cells_of_hosts(column: str) -> dict[str, str]:
    """Return the cells by host in the column *column* of the guide ``static``, the second column of a table."""
    lines = (Path(__file__).parents[3] / "templates/pages/static.md").read_text("utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| Host | {column} |"))
    rows = [line.split(" | ") for line in itertools.takewhile(bool, lines[start + 2 :])]
    return {host: cells[1] for cells in rows for host in re.findall(r"page:hosting-([a-z-]+)", cells[0])}


def _expected_start(host: str, kind: RequestKind) -> str:
    """Return the beginning of the cell of *host* in the guide ``static`` that says what answers requests of *kind*."""
    use = host_declarations()[host].function_use
    if kind in use.without or kind in use.by_rule:
        return "files" if kind != ANSWERS or host in FILES_ONLY_HOSTS else "without the edge function"
    return "the edge function" if use.without else "by the same process"


@pytest.mark.parametrize(
    ("kind", "column"),
    [(ROUTES, "Routes without a query"), (ANSWERS, "Static URLs")],
)
def test_page_says_which_requests_a_host_answers_from_files(kind: RequestKind, column: str) -> None:
    cells = _cells_of_hosts(column)
    uses = {name: host.function_use for name, host in host_declarations().items()}
    assert set(cells) == {host for host, use in uses.items() if host not in FILES_ONLY_HOSTS or kind in use.without}
    for host, cell in cells.items():
        use = uses[host]
        assert cell.startswith(_expected_start(host, UNPAGED if kind == ROUTES and UNPAGED in use.without else kind)), (
            host
        )
        assert ("the host has not cached" in cell) == (host in HOSTS_WITH_CACHE and kind not in use.without), host
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
