"""A site of few countries for engines, and the engines over it, which all tests of a run share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import sites
from tests.support.engines.engines import Engines
from tests.support.engines.function_use import marked
from tests.support.few_countries import with_few_countries
from tests.support.serving import Service


@pytest.fixture(scope="session")
def small_engine_site(run_folder: Path) -> Iterator[Path]:
    """Build a small site, on which an engine starts in a third of the time."""
    with sites.shared(run_folder, with_few_countries, sites.with_country_header) as request:
        yield request.output


@pytest.fixture(scope="session")
def small_reference(small_engine_site: Path) -> Service:
    """Answer from the small site as the preview does, in this process."""
    return sites.opened(small_engine_site)


@pytest.fixture(scope="session")
def small_engines(small_engine_site: Path) -> Iterator[Engines]:
    """Run engines over the small site."""
    with Engines(small_engine_site) as started:
        yield started


@pytest.fixture(scope="session")
def marked_engines(small_engine_site: Path) -> Iterator[Engines]:
    """Run engines over the small site with a function that marks its answers."""
    with marked(small_engine_site) as site, Engines(site) as started:
        yield started
