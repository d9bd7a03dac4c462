"""Cloudflare's own tool accepts both deployments."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from builder.engines.miniflare import stage
from builder.engines.process import found_package

_OFFLINE = {"WRANGLER_SEND_METRICS": "false", "CLOUDFLARE_CF_FETCH_ENABLED": "false", "CI": "1", "NO_COLOR": "1"}
# What the free plan takes of a compressed function.
_KIBIBYTES = 3 * 1024


@pytest.mark.parametrize("folder", ["hosts/cloudflare", "hosts/cloudflare/flags"])
def test_a_dry_run_takes_the_bundle(folder: str, engine_site: Path, tmp_path: Path) -> None:
    staged = engine_site.parent / f"dry-{folder.replace('/', '-')}"
    stage(engine_site, "cloudflare", staged)
    tool = found_package("wrangler") / "bin" / "wrangler.js"
    environment = os.environ | _OFFLINE | {"WRANGLER_LOG_PATH": str(tmp_path)}
    ran = subprocess.run(
        ["node", tool, "deploy", "--dry-run", "--outdir", tmp_path],
        cwd=staged / folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "WARNING" not in ran.stdout + ran.stderr
    size = re.search(r"gzip: ([\d.]+) KiB", ran.stdout)
    assert size is not None
    assert float(size[1]) < _KIBIBYTES
