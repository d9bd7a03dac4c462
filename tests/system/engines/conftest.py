"""Requests to a separate flag host with their expected answers, and a site of few countries for engines."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.build_request import BuildRequest
from builder.javascript.context import read_modules
from builder.javascript.core_calls import OpenSite
from tests.support import sites
from tests.support.few_countries import with_few_countries
from tests.support.serving import Service


def flag_requests() -> list[tuple[str, str]]:
    """Read methods and targets that every flag host must answer in the same way."""
    rows = json.loads(Path(__file__).with_name("flag-requests.json").read_text("utf-8"))
    return [(method, target) for method, target in rows]


@pytest.fixture(scope="session")
def flag_reference(site: Path) -> Service:
    """Answer as the core does with the site of a flag host."""
    folder = site / "hosts" / "cloudflare" / "flags"
    own = {f"generated/{name}": (folder / name).read_text("utf-8") for name in ("manifest.js", "records.js")}
    return Service(OpenSite({**read_modules(site / "edge"), **own}), site / "public" / "flags")


def with_few_countries_and_header(request: BuildRequest) -> None:
    """Keep few countries, and take the caller's country from a header."""
    with_few_countries(request)
    sites.with_country_header(request)


@pytest.fixture(scope="session")
def small_engine_site(run_folder: Path) -> Iterator[Path]:
    """Build a small site, on which an engine starts in a third of the time."""
    with sites.shared(run_folder, with_few_countries_and_header) as request:
        yield request.output


@pytest.fixture(scope="session")
def small_reference(small_engine_site: Path) -> Service:
    """Answer from the small site as the preview does, in this process."""
    return sites.opened(small_engine_site)
