"""Netlify's own chain: its edge functions in Deno, its redirect engine, its files."""

from collections.abc import Sequence
from pathlib import Path

from builder.engines.miniflare import stage
from builder.engines.process import Process, found, found_package


def processes(site: Path, scratch: Path, port: int) -> Sequence[Process]:
    """Make the process, after laying out the deployment as its instructions say."""
    found_package("@netlify/dev")
    node = found("node", "Install Node 22 or newer.")
    staged = scratch / "staged"
    stage(site, "netlify", staged)
    script = Path(__file__).with_name("netlify.js")
    return [Process([node, script, staged / "hosts" / "netlify", str(port)], port)]
