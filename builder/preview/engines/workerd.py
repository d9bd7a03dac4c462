"""The runtime of Cloudflare Workers: the deployed function, with the public files as its asset binding."""

import json
from collections.abc import Sequence
from pathlib import Path

from builder.output_paths import EDGE, PUBLIC
from builder.preview.engines.process import Process, found_package

_WORKER = "hosts/cloudflare/worker.js"
# The platform reports the caller's location in this header.
ABOUT_HEADER = "MF-CF-Blob"

_CONFIGURATION = """
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "files", disk = (path = {public}, writable = false, allowDotfiles = false))
  ],
  sockets = [(name = "http", address = "127.0.0.1:{port}", http = (cfBlobHeader = "{about}"), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [{modules}],
  bindings = [(name = "ASSETS", service = "files")],
  compatibilityDate = "2026-04-01"
);
"""


def binary() -> Path:
    """Find the executable of the npm package. Raises ``InputError`` when none is installed for this machine."""
    programs = (found_package("workerd").parent / "@cloudflare").glob("workerd-*/bin/workerd*")
    return next(programs, None) or found_package("@cloudflare/workerd")


def processes(site: Path, scratch: Path, port: int) -> Sequence[Process]:
    """Define the runtime's process."""
    # Paths of embedded files are relative to the configuration.
    (scratch / "site").symlink_to(site)
    names = [_WORKER, *(f"hosts/cloudflare/{name}" for name in ("fetch.js", "site.js"))]
    names += [path.relative_to(site).as_posix() for path in sorted((site / EDGE).rglob("*.js"))]
    configuration = scratch / "workerd.capnp"
    modules = ",\n".join(f'(name = "{name}", esModule = embed "site/{name}")' for name in names)
    public = json.dumps(str(site / PUBLIC))
    configuration.write_text(_CONFIGURATION.format(public=public, port=port, about=ABOUT_HEADER, modules=modules))
    return [Process([binary(), "serve", configuration], port)]
