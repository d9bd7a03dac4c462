"""A small site as input of hosts."""

import pytest

from builder.build import publish_whole
from builder.hosts.shared.deployment import Deployment
from builder.project.config import load_config
from builder.site.manifest import for_function, with_assets
from builder.site.reading import read_site
from tests.support.few_countries import few_project


@pytest.fixture(scope="package")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """Make a small site as input of a host."""
    request = few_project(tmp_path_factory.mktemp("hosts"))
    data = read_site(request, load_config(request.config))
    site = publish_whole(data, request)
    manifest = with_assets(data.manifest, for_function(site.assets))
    return Deployment(data, manifest, site.assets, site.edge, request.edge)
