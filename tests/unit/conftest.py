"""The data that documents are made from, of the service and of annexes."""

import pytest

from builder.documents import DocumentData, make_meta
from builder.javascript.core_calls import asker_in_memory
from builder.project.build_request import BuildRequest
from builder.project.config import load_config
from builder.site.manifest import with_assets
from builder.site.reading import read_site


@pytest.fixture
def data(small: BuildRequest) -> DocumentData:
    """Return the data of the small site, from which no document was made yet."""
    site = read_site(small, load_config(small.config, overrides=small.overrides))
    answered = make_meta(site.dataset, site.manifest["code"])
    ask = asker_in_memory(site.core, with_assets(site.manifest, answered), site.dataset.records, answered)
    return DocumentData(site, small, (), ask)
