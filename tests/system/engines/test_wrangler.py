"""Cloudflare's own tool accepts both deployments."""

from pathlib import Path

import pytest

from tests.system.engines.wrangler import dry_run

# The size limit of a compressed function on the free plan.
_KIBIBYTES = 3 * 1024


@pytest.mark.parametrize("folder", ["hosts/cloudflare", "hosts/cloudflare/flags"])
def test_dry_run_accepts_the_bundle(folder: str, small_engine_site: Path) -> None:
    assert dry_run(small_engine_site, folder) > 0


def test_largest_function_is_within_the_limit(lenient_site: Path) -> None:
    """It has every country, and the optional routes."""
    assert dry_run(lenient_site, "hosts/cloudflare") < _KIBIBYTES
