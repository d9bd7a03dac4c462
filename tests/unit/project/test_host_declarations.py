"""Declarations of hosts: the requests that run no function, compared with the page on static URLs, and prices."""

import itertools
import re
from datetime import date
from pathlib import Path

import pytest

from builder.project.host_declarations import HostPrice, RequestKind, host_declarations

ANSWERS: RequestKind = "static URLs"
WINDOWS: RequestKind = "windows at static URLs"
ROUTES: RequestKind = "routes without a query"
WHOLE: RequestKind = "routes without a query and a next page"


# Hosts that run no function at all, and hosts with a shared cache in front of the function.
WITHOUT_FUNCTION = {"github-pages"}
CACHED = {"aws", "netlify"}


def _cells_of_hosts(column: str) -> dict[str, str]:
    """Read a table of the page ``static`` whose second column has the heading *column*: its cells by host."""
    lines = (Path(__file__).parents[3] / "templates/pages/static.md").read_text("utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| Host | {column} |"))
    rows = [line.split(" | ") for line in itertools.takewhile(bool, lines[start + 2 :])]
    return {host: cells[1] for cells in rows for host in re.findall(r"page:hosting-([a-z-]+)", cells[0])}


def _answerer(host: str, kind: RequestKind) -> str:
    """Return the beginning of the cell of the page ``static`` that says what answers requests of *kind*."""
    use = host_declarations()[host].function_use
    if kind in use.without or kind in use.by_rule:
        return "files" if kind != ANSWERS or host in WITHOUT_FUNCTION else "without the edge function"
    return "the edge function" if use.without else "by the same process"


@pytest.mark.parametrize(
    ("kind", "column"),
    [(ROUTES, "Routes without a query"), (ANSWERS, "Static URLs")],
)
def test_page_says_which_requests_a_host_answers_from_files(kind: RequestKind, column: str) -> None:
    cells = _cells_of_hosts(column)
    uses = {name: host.function_use for name, host in host_declarations().items()}
    assert set(cells) == {host for host, use in uses.items() if host not in WITHOUT_FUNCTION or kind in use.without}
    for host, cell in cells.items():
        use = uses[host]
        assert cell.startswith(_answerer(host, WHOLE if kind == ROUTES and WHOLE in use.without else kind)), host
        assert ("the host has not cached" in cell) == (host in CACHED and kind not in use.without), host
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
