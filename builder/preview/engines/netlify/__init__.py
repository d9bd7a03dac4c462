"""Netlify's own development server: edge functions in Deno, the redirect engine, and static files.

It is large, so ``make netlify`` installs its packages in this folder.
"""

import os
from collections.abc import Sequence
from pathlib import Path

from builder.input_errors import InputError, Problem
from builder.preview.engines import node
from builder.preview.engines.miniflare import stage
from builder.preview.engines.process import Process, found

# The platform reports the caller's location in this header, as a JSON object in base64.
GEO_HEADER = "X-Told-Geo"

FOLDER = Path(__file__).parent


def programs() -> tuple[Path, Path]:
    """Find Node and Deno. Raises ``InputError`` when one, or Netlify's server, is not installed."""
    packages = FOLDER / "node_modules"
    if not (packages / "@netlify/dev").exists():
        raise InputError([Problem("@netlify/dev", "", "is not installed")], "Run make netlify once.")
    deno = packages / "@deno/linux-x64-glibc/deno"
    return node.program(), deno if deno.exists() else found(deno.name, "Install Deno 2.4.")


def processes(site: Path, scratch: Path, port: int, *parts: str) -> Sequence[Process]:
    """Define the process, after staging the deployment as its instructions say; *parts* can select its flag host."""
    node_program, deno = programs()
    staged = scratch / "staged"
    stage(site, "netlify", staged, *parts)
    # Netlify's server looks for Deno in PATH.
    environment = {"PATH": os.pathsep.join([str(deno.parent), os.environ.get("PATH", "")])}
    # Netlify's server forwards answers with a Node client, which rejects some that the platform accepts.
    command: list[str | Path] = [node_program, "--max-http-header-size=65536", FOLDER / "chain.js", staged, str(port)]
    return [Process(command, port, environment)]
