"""Copies the project of a small site, ``tests/fixtures/datasets/few``, whose build takes a second."""

from pathlib import Path

from builder.project.build_request import BuildRequest
from tests.support.project import ROOT, copy_project, name_sizes, set_value


def small_project(folder: Path, *edited: str) -> BuildRequest:
    """Copy inputs into *folder* as ``copy_project`` does, with a few countries and with pages of one size."""
    request = copy_project(folder, *edited, dataset="few")
    name_sizes(request, "[5]")
    # In the cache of builds of all countries, a small build would replace their results.
    cache = ROOT / ".cache" / "few-countries"
    cache.mkdir(parents=True, exist_ok=True)
    request.cache.unlink()
    request.cache.symlink_to(cache)
    return request


def without_bouvet_island(request: BuildRequest) -> None:
    """Leave out a country that no other names."""
    codes = sorted(path.stem.upper() for path in (request.data / "countries").iterdir())
    codes.remove("BV")
    set_value(request, "countries = []", f"countries = {codes}")
