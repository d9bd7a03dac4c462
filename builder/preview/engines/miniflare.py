"""Cloudflare Workers with static assets: Cloudflare's asset router in front of the deployed function."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from builder.preview.engines import node
from builder.preview.engines.process import Process, found_package


def program() -> Path:
    """Find Node. Raises ``InputError`` when it or the npm package is not installed."""
    found_package("miniflare")
    return node.program()


def processes(site: Path, scratch: Path, port: int) -> Sequence[Process]:
    """Define the process, after staging the deployment as its instructions say."""
    staged = scratch / "staged"
    stage(site, "cloudflare", staged)
    script = Path(__file__).with_name("miniflare.js")
    return [Process([program(), script, staged, "hosts/cloudflare", str(port)], port)]


def stage(site: Path, host: str, target: Path, *parts: str) -> None:
    """Stage the deployment of *host* in *target* with its own script. *parts* can select its flag host."""
    subprocess.run(["sh", site / "hosts" / host / "stage.sh", target, *parts], check=True)  # noqa: S603, S607
