"""A machine of its own with the commands of nginx's page: its nginx and Node, and systemd's part by a script."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path

from scripts.engines import free_port
from tests.support.project import ROOT
from tests.support.waiting import SECONDS

_TEMPLATES = ROOT / "builder/hosts/nginx/templates"
HOST = "127.0.0.1"
WORKERS = ("8081", "8082")
# What Debian's /etc/nginx/nginx.conf has; its workers would not be allowed to read a private folder.
_DEBIAN = """
{user}
worker_processes 2;
pid {run}/nginx.pid;
error_log {var}/log/nginx/error.log;
events {{
	worker_connections 768;
}}
http {{
	sendfile on;
	types_hash_max_size 2048;
	include {mime};
	default_type application/octet-stream;
	ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;
	access_log {var}/log/nginx/access.log;
	gzip on;
	{temporary}
	include {etc}/nginx/sites-enabled/*;
}}
"""
# The beginning of Debian's /etc/logrotate.d/nginx.
_LOGROTATE = """/var/log/nginx/*.log {
	daily
	missingok
	rotate 14
}
"""
_PROGRAMS = {
    "apt-get": "",
    "certbot": """
        folder=$ETC/letsencrypt/live/127.0.0.1; mkdir -p "$folder"
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 \
          -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
          -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem" 2>"$RUN/certbot"
    """,
    "nginx": 'exec "$PROGRAM" -c "$ETC/nginx/nginx.conf" -e "$VAR/log/nginx/error.log" "$@"',
    # The actions on the units of the page. A worker takes its command and folder from the unit.
    "systemctl": r"""
        echo "$*" >>"$RUN/calls"
        unit=${2:-}; port=${unit#countries@}
        case "$1 $unit" in
          'restart nginx'*) if test -e "$RUN/nginx.pid"; then nginx -s reload; else nginx >>"$RUN/log" 2>&1; fi ;;
          'reload nginx') nginx -s reload ;;
          'restart countries@'*)
            file=$ETC/systemd/system/countries@.service
            old=$(cat "$RUN/$port" 2>/dev/null || true)
            if test -n "$old"; then kill "$old" || true; fi
            while test -n "$old" && kill -0 "$old" 2>/dev/null; do sleep 0.02; done
            cd "$(sed -n 's/^WorkingDirectory=//p' "$file")"
            env $(sed -n "s/^Environment=//p" "$file" | sed "s/%i/$port/") \
              $(sed -n 's/^ExecStart=//p' "$file") >>"$RUN/log" 2>&1 &
            echo $! >"$RUN/$port" ;;
          'stop countries@'*) kill "$(cat "$RUN/$port")" 2>>"$RUN/log" || true; rm -f "$RUN/$port" ;;
          'daemon-reload ' | 'enable countries@'*) ;;
          *) echo "systemctl $*?" >&2; exit 1 ;;
        esac
    """,
}


def template(name: str) -> str:
    """Read a snippet of the page."""
    return (_TEMPLATES / f"{name}.sh").read_text()


@dataclass(frozen=True)
class Machine:
    """A folder with the page's paths below it, and the ports in place of those of the page."""

    root: Path
    ports: dict[str, str]
    environment: dict[str, str]

    def run(self, script: str, output: Path) -> subprocess.CompletedProcess[str]:
        """Run commands of the page in *output*."""
        text = script.replace("api.example.org", HOST)
        for folder in ("/etc/", "/srv/", "/var/"):
            text = re.sub(rf"(?<![\w.]){folder}", f"{self.root}{folder}", text)
        command = ["sh", "-euc", text]
        return subprocess.run(command, cwd=output, env=self.environment, capture_output=True, text=True, check=False)

    def page(self, name: str, output: Path, **changes: str) -> None:
        """Run a snippet of the page, which must succeed."""
        script = template(name)
        for old, new in changes.items():
            script = script.replace(old, new)
        ran = self.run(script, output)
        assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout + ran.stderr

    def output(self, site: Path, name: str, pause: str = "0.1") -> Path:
        """Lay out a built site whose scripts and configurations have this machine's paths and ports.

        With a *pause* in seconds after the restart of a worker: without load, no request needs that of the script.
        """
        output = self.root / name
        subprocess.run(["cp", "-al", site, output], check=True)
        shutil.rmtree(output / "hosts/nginx")
        shutil.copytree(site / "hosts/nginx", output / "hosts/nginx")
        for file in ("site.conf", "activate.sh", "countries@.service"):
            path = output / "hosts/nginx" / file
            text = path.read_text()
            for folder in ("/etc/", "/srv/", "/var/"):
                text = re.sub(rf"(?<![\w.]){folder}", f"{self.root}{folder}", text)
            for old, new in self.ports.items():
                text = re.sub(rf"(?<=[ :]){old}\b", new, text)
            path.write_text(text.replace("sleep 2\n", f"sleep {pause}\n"))
        return output

    def get(
        self, target: str, *, tls: bool = True, host: str = HOST, headers: Mapping[str, str] | None = None
    ) -> tuple[HTTPResponse, bytes]:
        """Ask the site."""
        connection: HTTPConnection
        if tls:
            trust = ssl.create_default_context(cafile=self.root / f"etc/letsencrypt/live/{HOST}/fullchain.pem")
            trust.check_hostname = host == HOST
            connection = HTTPSConnection(host, int(self.ports["443"]), context=trust, timeout=SECONDS)
        else:
            connection = HTTPConnection(host, int(self.ports["80"]), timeout=SECONDS)
        connection.request("GET", target, headers=headers or {})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response, body

    @property
    def current(self) -> str:
        """The name of the published release."""
        return (self.root / "srv/countries/current").readlink().name


def listens(port: str) -> bool:
    """Whether something accepts connections at a port of this machine."""
    with socket.socket() as connection:
        return connection.connect_ex((HOST, int(port))) == 0


def release(machine: Machine, output: Path) -> str:
    """Publish *output* by the commands of the page; return the release's name, which has a time in seconds."""
    before = {*(machine.root / "srv/countries/releases").glob("*")}
    while any(path.name == time.strftime("%Y%m%dT%H%M%SZ", time.gmtime()) for path in before):
        time.sleep(0.1)
    machine.page("release", output)
    return machine.current


@contextmanager
def debian_machine(root: Path) -> Iterator[Machine]:
    """Make a machine with nginx and Node in the empty folder *root*."""
    for folder in ("bin", "run", "etc/systemd/system", "etc/logrotate.d", "var/log/nginx", "var/www/html"):
        (root / folder).mkdir(parents=True)
    for folder in ("sites-available", "sites-enabled"):
        (root / "etc/nginx" / folder).mkdir(parents=True)
    for name, body in _PROGRAMS.items():
        (root / "bin" / name).write_text(f"#!/bin/sh\nset -eu\n{body}\n")
        (root / "bin" / name).chmod(0o755)
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    assert nginx
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    (root / "etc/nginx/mime.types").write_text("types { text/html html; application/json json; }")
    (root / "etc/nginx/nginx.conf").write_text(
        _DEBIAN.format(
            user="user root;" if os.geteuid() == 0 else "",
            temporary=" ".join(f"{kind}_temp_path {root}/run/{kind};" for kind in kinds),
            mime=root / "etc/nginx/mime.types",
            **{name: root / name for name in ("run", "var", "etc")},
        )
    )
    (root / "etc/logrotate.d/nginx").write_text(_LOGROTATE)
    places = {"ETC": root / "etc", "VAR": root / "var", "RUN": root / "run", "PROGRAM": nginx}
    environment = {**os.environ, "PATH": f"{root}/bin:{os.environ['PATH']}", **{k: str(v) for k, v in places.items()}}
    machine = Machine(root, {port: str(free_port()) for port in ("80", "443", "8090", *WORKERS)}, environment)
    try:
        yield machine
    finally:
        for file in (*(root / "run").glob("[0-9]*"), root / "run/nginx.pid"):
            if file.exists():
                subprocess.run(["kill", file.read_text().strip()], check=False)
