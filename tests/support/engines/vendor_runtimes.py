"""Runs hosts without a published server: it combines their published parts as their documentation describes."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from scripts.engine_processes import Process, find_program

HERE = Path(__file__).parent


def miniflare(site: Path, scratch: Path, port: int) -> Sequence[Process]:
    """Make the process of Cloudflare's asset router in front of the function."""
    return [_staged_process("cloudflare", site, scratch, port, "miniflare.js", "hosts/cloudflare")]


def vercel(site: Path, scratch: Path, port: int) -> Sequence[Process]:
    """Make the process of Vercel's edge runtime behind Vercel's own routing."""
    return [_staged_process("vercel", site, scratch, port, "vercel.js")]


def aws(site: Path, scratch: Path, port: int) -> Sequence[Process]:
    """Make the process of CloudFront, its two triggers, and a folder that acts as the bucket."""
    return [_staged_process("aws", site, scratch, port, "lambda.js")]


def stage(site: Path, host: str, target: Path) -> None:
    """Stage the deployment of *host* in *target* with its own script."""
    subprocess.run(["sh", site / "hosts" / host / "stage.sh", target], check=True)


def _staged_process(host: str, site: Path, scratch: Path, port: int, script: str, *more: str) -> Process:
    staged = scratch / "staged"
    stage(site, host, staged)
    return Process([find_program("node"), HERE / script, staged, *more, str(port)], port)
