"""Texts of the built documents, and the data that documents are made from, shared by their tests."""

from pathlib import Path

import pytest

from builder.build_request import BuildRequest
from builder.config import load_config
from builder.documents import DocumentData, make_meta
from builder.javascript.core_calls import asker_in_memory
from builder.site.manifest import with_assets
from builder.site.reading import read_site


@pytest.fixture(scope="session")
def texts(site: Path) -> dict[str, str]:
    return {path.stem: path.read_text("utf-8") for path in sorted((site / "public/docs").glob("*.txt"))}


@pytest.fixture(scope="session")
def prose(texts: dict[str, str]) -> str:
    return "\n".join(texts.values())


@pytest.fixture
def data(small: BuildRequest) -> DocumentData:
    """Return the data of the small site, from which no document was made yet."""
    site = read_site(small, load_config(small.config, overrides=small.overrides))
    answered = make_meta(site.dataset, site.manifest["code"])
    ask = asker_in_memory(site.core, with_assets(site.manifest, answered), site.dataset.records, answered)
    return DocumentData(site, small, (), ask)
