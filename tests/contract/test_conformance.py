"""Every engine answers every vector as the preview does, or the difference is declared."""

import re
from collections.abc import Callable

import pytest

from builder.extensions import NAMES
from tests.support.conformance import CONTRACT, FAST, judge, load_differences
from tests.support.engines.engine_list import Engines
from tests.support.vectors import Reply, Vector, load_vectors

# Searches with only letters, digits, commas and spaces depend on the core, not on the engine.
SEARCHES = re.compile(r"(name-search|capital-search|filters|codes) GET ([A-Za-z0-9/?=&,]|%20)*")


def vectors_for(step: int) -> list[Vector]:
    """List all vectors that are no searches, and one in *step* of the searches."""
    searches, others = list[Vector](), list[Vector]()
    for vector in load_vectors():
        is_search = SEARCHES.fullmatch(f"{vector.theme} {vector.method} {vector.target}")
        (searches if is_search else others).append(vector)
    return [*others, *searches[::step]]


# Only the soak tests workerd itself, because miniflare runs it.
@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("engine", [pytest.param(one, marks=[pytest.mark.soak] * (one == "workerd")) for one in FAST])
def test_engine_agrees_with_the_preview(
    engine: str, step: int, engines: Engines, expected: Callable[[Vector], Reply]
) -> None:
    rows = load_differences()
    assert {name for row in rows for name in row.engines} <= {*FAST}
    verdicts = list(judge(engine, vectors_for(1 if engine == "node" else step), engines.send(engine), expected, rows))
    failures = [f"{verdict.vector.id}: {verdict.failures}" for verdict in verdicts if verdict.failures]
    assert failures == []
    met = {row for verdict in verdicts for row in verdict.declared}
    # Some differences are in answers with HTML pages.
    declared = [row for row in rows if engine in row.engines and row.always] if "pages" in NAMES else []
    assert [row.reason for row in declared if row not in met] == [], "declared and never met"


def test_every_header_that_the_core_sends_is_compared(expected: Callable[[Vector], Reply]) -> None:
    sent = {name for vector in load_vectors() for name, _ in expected(vector).headers}
    # A host that compresses adds to Vary, so only the vectors check Vary.
    compared = {*CONTRACT, "Vary"}
    # HTML pages have headers of their own.
    assert sent == compared if "pages" in NAMES else sent < compared
