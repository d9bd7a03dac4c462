"""Cloudflare's own tool accepts both deployments."""

from pathlib import Path

import pytest

from tests.system.engines.wrangler import dry_run

# What the free plan takes of a compressed function.
_KIBIBYTES = 3 * 1024


@pytest.mark.parametrize("folder", ["hosts/cloudflare", "hosts/cloudflare/flags"])
def test_a_dry_run_takes_the_bundle(folder: str, engine_site: Path) -> None:
    assert 0 < dry_run(engine_site, folder) < _KIBIBYTES
