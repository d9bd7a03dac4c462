"""nginx with the generated configuration, and the server in Node behind it."""

from collections.abc import Sequence
from pathlib import Path

from builder.preview.engines import node
from builder.preview.engines.process import Process, found, free_port

# Temporary folders of nginx. Only root can write to those of the system.
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")

_CONFIGURATION = """
worker_processes 1;
daemon off;
pid {scratch}/nginx.pid;
error_log stderr warn;
events {{ worker_connections 1024; }}
http {{
    include {site}/hosts/nginx/maps.conf;
    access_log off;
    keepalive_requests 1000000;
    {temporary}
    upstream countries_edge {{ server 127.0.0.1:{edge}; keepalive 16; }}
    server {{
        listen 127.0.0.1:{port};
        root {site}/public;
        include {site}/hosts/nginx/server.conf;
    }}
}}
"""


def programs() -> tuple[Path, Path]:
    """Find nginx and Node. Raises ``InputError`` when one is not installed."""
    return found("nginx", "Install the package nginx of your system."), node.program()


def temporary(scratch: Path) -> str:
    """Make the directives that put nginx's temporary files in *scratch*."""
    return " ".join(f"{kind}_temp_path {scratch}/{kind};" for kind in _TEMPORARY)


def processes(site: Path, scratch: Path, port: int) -> Sequence[Process]:
    """Define the processes of both servers. Only addresses and temporary folders differ from a deployment."""
    nginx, _ = programs()
    edge = free_port()
    configuration = scratch / "nginx.conf"
    configuration.write_text(
        _CONFIGURATION.format(scratch=scratch, temporary=temporary(scratch), site=site, port=port, edge=edge)
    )
    command: list[str | Path] = [nginx, "-p", scratch, "-c", configuration, "-e", "stderr"]
    # Workers of a server started by root drop its rights, and could not read a site in a private folder.
    if Path("/proc/self").stat().st_uid == 0:
        command += ["-g", "user root;"]
    return [*node.processes(site, scratch, edge), Process(command, port)]
