"""A small site as input of hosts."""

import pytest

from builder.build import read_publication
from builder.hosts.shared.deployment import Deployment
from tests.support.small_project import small_project


@pytest.fixture(scope="package")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """Make a small site as input of a host."""
    return read_publication(small_project(tmp_path_factory.mktemp("hosts"))).deployment
