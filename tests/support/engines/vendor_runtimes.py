"""Runtimes of hosts without a published server: their published parts, combined as their documentation describes."""

from collections.abc import Sequence
from pathlib import Path

from builder.preview.engines.miniflare import stage
from builder.preview.engines.process import Process, found, found_package

HERE = Path(__file__).parent


def vercel(site: Path, scratch: Path, port: int) -> Sequence[Process]:
    """Make the process of Vercel's edge runtime behind Vercel's own routing."""
    found_package("edge-runtime")
    return [_harness("vercel", site, scratch, port)]


def aws(site: Path, scratch: Path, port: int) -> Sequence[Process]:
    """Make the process of both triggers and a folder that acts as the bucket."""
    found_package("esbuild")
    return [_harness("aws", site, scratch, port, "lambda.js")]


def _harness(host: str, site: Path, scratch: Path, port: int, script: str = "") -> Process:
    staged = scratch / "staged"
    stage(site, host, staged)
    return Process([found("node", "Install Node."), HERE / (script or f"{host}.js"), staged, str(port)], port)
