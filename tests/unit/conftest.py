"""The site that tests of single modules read: all records, with pages of one size, which are a tenth of the files."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.inputs import BuildRequest
from tests.support import sites
from tests.support.serving import Service


@pytest.fixture(scope="session")
def project(run_folder: Path) -> Iterator[BuildRequest]:
    """Build the shipped inputs with pages of one size."""
    with sites.shared(run_folder, sites.with_one_size) as request:
        yield request


@pytest.fixture(scope="session")
def site(project: BuildRequest) -> Path:
    """Return the built site."""
    return project.output


@pytest.fixture(scope="session")
def service(site: Path) -> Service:
    """Open the built site in this process."""
    return sites.opened(site)
