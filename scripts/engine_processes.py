"""Runs the runtimes of hosts ("engines") on this machine with a built site, for tests and benchmarks."""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.api.output_paths import EDGE, PUBLIC

# The header in which the platform reports the caller's location to workerd.
CALLER_HEADER = "MF-CF-Blob"

_PACKAGES = Path(__file__).parents[1] / "node_modules"
_READY_SECONDS = 60.0
_END_SECONDS = 5.0
_POLL_SECONDS = 0.02
_REQUEST = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"

# The temporary folders of nginx. The default ones are writable for root only.
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
_NGINX = """
worker_processes 1;
daemon off;
pid {scratch}/nginx.pid;
error_log stderr warn;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    keepalive_requests 1000000;
    {temporary}
    {servers}
}}
"""
_NGINX_SITE = """
    include {site}/hosts/nginx/maps.conf;
    upstream countries_edge {{ server 127.0.0.1:{edge}; keepalive 16; }}
    server {{
        listen 127.0.0.1:{port};
        root {site}/public;
        include {site}/hosts/nginx/server.conf;
    }}
"""
WORKER = "hosts/cloudflare/function/adapter.js"
_WORKERD = """
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


@dataclass(frozen=True)
class Process:
    """A command, the loopback port on which it listens when it is ready, and further environment variables."""

    command: Sequence[str | Path]
    port: int
    environment: Mapping[str, str] = field(default_factory=dict)


Start = Callable[[Path, Path, int], Sequence[Process]]
"""Takes the site, a temporary folder and the port to listen on; returns the processes in the order of their start."""


def node(site: Path, _scratch: Path, port: int) -> Sequence[Process]:
    """Define the standalone Node server with one worker."""
    environment = {"PORT": str(port), "HOST": "127.0.0.1", "WORKERS": "1"}
    return [Process([find_program("node"), site / "hosts" / "node" / "server.js"], port, environment)]


def nginx(site: Path, scratch: Path, port: int) -> Sequence[Process]:
    """Define nginx with the generated configuration, and the server in Node behind it."""
    edge = free_port()
    servers = _NGINX_SITE.format(site=site, port=port, edge=edge)
    return [*node(site, scratch, edge), nginx_process(scratch, port, servers)]


def nginx_process(scratch: Path, port: int, servers: str) -> Process:
    """Define an nginx with the server blocks *servers*, which writes to *scratch*."""
    temporary = " ".join(f"{kind}_temp_path {scratch}/{kind};" for kind in _TEMPORARY)
    configuration = scratch / "nginx.conf"
    configuration.write_text(_NGINX.format(scratch=scratch, temporary=temporary, servers=servers))
    command: list[str | Path] = [find_program("nginx"), "-p", scratch, "-c", configuration, "-e", "stderr"]
    return Process([*command, "-g", nginx_user()], port)


def nginx_user() -> str:
    """Return the directive by which workers stay root, if root runs them: other users cannot read a private folder."""
    return "user root; " if os.geteuid() == 0 else ""


def workerd(site: Path, scratch: Path, port: int) -> Sequence[Process]:
    """Define the runtime of Cloudflare Workers, with the public files as the asset binding of the function."""
    # Paths of embedded files are relative to the configuration.
    (scratch / "site").symlink_to(site)
    names = [WORKER, *[path.relative_to(site).as_posix() for path in sorted((site / EDGE).rglob("*.js"))]]
    configuration = scratch / "workerd.capnp"
    modules = ",\n".join(f'(name = "{name}", esModule = embed "site/{name}")' for name in names)
    public = json.dumps(str(site / PUBLIC))
    configuration.write_text(_WORKERD.format(public=public, port=port, about=CALLER_HEADER, modules=modules))
    return [Process([workerd_program(), "serve", configuration], port)]


def workerd_program() -> Path:
    """Find the executable of the npm package."""
    programs = (find_package("workerd").parent / "@cloudflare").glob("workerd-*/bin/workerd*")
    return next(programs, None) or find_package("@cloudflare/workerd")


def free_port() -> int:
    """Find an unused loopback port, at random below the ports that a system gives to connections.

    A port that the system chooses could be used by a connection before the server listens.
    """
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as listening, suppress(OSError):
            listening.bind(("127.0.0.1", port))
            return port


def find_program(command: str) -> Path:
    """Find a program in this Python environment, where make installs a tested version of Node, or in PATH."""
    folders = [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    path = shutil.which(command, path=os.pathsep.join(folders))
    if path is None:
        raise FileNotFoundError(f"{command} is not installed")
    return Path(path)


def find_package(name: str) -> Path:
    """Find an npm package of the project."""
    folder = _PACKAGES / name
    if not folder.is_dir():
        raise FileNotFoundError(f"{name} is not installed; run npm ci --ignore-scripts, or make test")
    return folder


@contextmanager
def running(start: Start, site: Path, port: int) -> Iterator[tuple[subprocess.Popen[bytes], ...]]:
    """Run an engine during the block. Every process is ready when the block begins, and has ended after it."""
    # On the same disk as the site, because some engines hard-link its files.
    with TemporaryDirectory(prefix=f".{site.name}.engine-", dir=site.resolve().parent) as scratch:
        started: list[subprocess.Popen[bytes]] = []
        try:
            for process in start(site.resolve(), Path(scratch), port):
                environment = os.environ | dict(process.environment)
                # In a session of its own, the child is ended by ``_end`` with all processes that it has started.
                child = subprocess.Popen(
                    process.command, env=environment, start_new_session=True, stdin=subprocess.DEVNULL
                )
                started.append(child)
                _wait_until_ready(child, process)
            yield tuple(started)
        finally:
            for child in reversed(started):
                _end(child)


def _wait_until_ready(child: subprocess.Popen[bytes], process: Process) -> None:
    name = process.command[0]
    deadline = time.monotonic() + _READY_SECONDS
    while time.monotonic() < deadline:
        if child.poll() is not None:
            raise RuntimeError(f"{name} ended with exit code {child.returncode} before it was ready")
        # A server that only tests its port accepts connections without answering.
        with suppress(OSError), socket.create_connection(("127.0.0.1", process.port), timeout=1) as connection:
            connection.sendall(_REQUEST)
            if connection.recv(1):
                return
        time.sleep(_POLL_SECONDS)
    raise RuntimeError(f"{name} does not answer on port {process.port} after {_READY_SECONDS:.0f} seconds")


def _end(child: subprocess.Popen[bytes]) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(child.pid, number)
        with suppress(subprocess.TimeoutExpired):
            child.wait(_END_SECONDS)
            break
    # End the processes that the child left in its session.
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
