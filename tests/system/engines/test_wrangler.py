"""Cloudflare's own tool accepts both deployments."""

from pathlib import Path

import pytest

from tests.system.engines.wrangler import dry_run

# The size limit of a compressed function on the free plan.
_KIBIBYTES = 3 * 1024


@pytest.mark.parametrize("folder", ["hosts/cloudflare", "hosts/cloudflare/flags"])
def test_dry_run_accepts_the_bundle(folder: str, site: Path) -> None:
    assert 0 < dry_run(site, folder) < _KIBIBYTES
