"""Runs Cloudflare's own tool without deploying."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.engine_processes import find_package
from tests.support.engines.vendor_runtimes import stage
from tests.support.processes import run

_OFFLINE = {"WRANGLER_SEND_METRICS": "false", "CLOUDFLARE_CF_FETCH_ENABLED": "false", "CI": "1", "NO_COLOR": "1"}


def dry_run(site: Path, folder: str) -> float:
    """Deploy *folder* of the built *site* without sending it; return the size of the function in KiB.

    Raises ``ValueError`` with the tool's messages when it rejects the deployment or prints a warning.
    """
    tool = find_package("wrangler") / "bin" / "wrangler.js"
    # The folder is on the disk of the site, so that files can be linked.
    with TemporaryDirectory(prefix="dry-", dir=site.parent) as scratch:
        staged, made = Path(scratch, "staged"), Path(scratch, "made")
        stage(site, "cloudflare", staged)
        command = ("node", tool, "deploy", "--dry-run", "--outdir", made)
        ran = run(*command, folder=staged / folder, WRANGLER_LOG_PATH=scratch, **_OFFLINE)
    printed = ran.stdout + ran.stderr
    size = re.search(r"Total Upload: ([\d.]+) KiB", printed)
    if ran.returncode or "WARNING" in printed or size is None:
        raise ValueError(printed)
    return float(size[1])
