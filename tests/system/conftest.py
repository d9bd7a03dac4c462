"""A site of few countries for engines, the engines over it, and requests to a separate flag host."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.javascript.context import read_modules
from builder.javascript.core_calls import OpenSite
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


def flag_requests() -> list[tuple[str, str]]:
    """Read methods and targets that every flag host must answer in the same way."""
    rows = json.loads((Path(__file__).parent / "engines/flag-requests.json").read_text("utf-8"))
    return [(method, target) for method, target in rows]


@pytest.fixture(scope="session")
def flag_reference(site: Path) -> Service:
    """Answer as the core does with the site of a flag host."""
    folder = site / "hosts" / "cloudflare" / "flags"
    own = {f"generated/{name}": (folder / name).read_text("utf-8") for name in ("manifest.js", "records.js")}
    return Service(OpenSite({**read_modules(site / "edge"), **own}), site / "public" / "flags")
