"""Makes a folder that acts as a Debian machine for the commands of nginx's page; scripts stand in for systemd."""

import os
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path

from scripts.engine_processes import free_port
from tests.support.processes import link_tree
from tests.support.project import ROOT
from tests.support.waiting import SECONDS

_TEMPLATES = ROOT / "builder/hosts/nginx/templates"
HOST = "127.0.0.1"
WORKERS = ("8081", "8082")
# Debian's nginx.conf, with other paths; the beginning of its /etc/logrotate.d/nginx; and stand-ins for programs of the
# system.
_DEBIAN = Path(__file__).with_name("debian")


def template(name: str) -> str:
    """Read a snippet of the page."""
    return (_TEMPLATES / f"{name}.sh").read_text()


@dataclass(frozen=True)
class Machine:
    """A folder with the paths of the page below it, and the ports that replace the ports of the page."""

    root: Path
    ports: dict[str, str]
    environment: dict[str, str]

    def run(self, script: str, output: Path) -> subprocess.CompletedProcess[str]:
        """Run a script of the page in the folder *output*, with the paths and the address of this machine."""
        text = script.replace("api.example.org", HOST)
        for folder in ("/etc/", "/srv/", "/var/"):
            text = re.sub(rf"(?<![\w.]){folder}", f"{self.root}{folder}", text)
        command = ["sh", "-euc", text]
        return subprocess.run(command, cwd=output, env=self.environment, capture_output=True, text=True, check=False)

    def run_snippet(self, name: str, output: Path, **changes: str) -> None:
        """Run a snippet of the page, which must succeed."""
        script = template(name)
        for old, new in changes.items():
            script = script.replace(old, new)
        ran = self.run(script, output)
        assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout + ran.stderr

    def output(self, site: Path, name: str, pause: str = "0.1") -> Path:
        """Link a built site, with the paths and ports of this machine in its scripts and configurations.

        *pause* is in seconds: the script waits after the restart of a worker, which only a test under load needs.
        """
        output = link_tree(site, self.root / name)
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
        """Send a GET to the site."""
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


def release(machine: Machine, output: Path) -> str:
    """Publish *output* by the commands of the page; return the name of the release, a time in seconds."""
    before = {*(machine.root / "srv/countries/releases").glob("*")}
    while any(path.name == time.strftime("%Y%m%dT%H%M%SZ", time.gmtime()) for path in before):
        time.sleep(0.1)
    machine.run_snippet("release", output)
    return machine.current


@contextmanager
def debian_machine(root: Path) -> Iterator[Machine]:
    """Make a machine with nginx and Node in the empty folder *root*."""
    for folder in ("run", "etc/systemd/system", "etc/logrotate.d", "var/log/nginx", "var/www/html"):
        (root / folder).mkdir(parents=True)
    shutil.copytree(_DEBIAN / "bin", root / "bin")
    for folder in ("sites-available", "sites-enabled"):
        (root / "etc/nginx" / folder).mkdir(parents=True)
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    assert nginx
    text = (_DEBIAN / "nginx.conf").read_text().replace("ROOT", str(root))
    (root / "etc/nginx/nginx.conf").write_text(text if os.geteuid() == 0 else text.replace("user root;", ""))
    (root / "etc/nginx/mime.types").write_text("types { text/html html; application/json json; }")
    shutil.copy(_DEBIAN / "logrotate", root / "etc/logrotate.d/nginx")
    paths = {"ETC": root / "etc", "VAR": root / "var", "RUN": root / "run", "PROGRAM": nginx}
    environment = {
        **os.environ,
        "PATH": f"{root}/bin:{os.environ['PATH']}",
        **{name: str(path) for name, path in paths.items()},
    }
    machine = Machine(root, {port: str(free_port()) for port in ("80", "443", "8090", *WORKERS)}, environment)
    try:
        yield machine
    finally:
        for file in (*(root / "run").glob("[0-9]*"), root / "run/nginx.pid"):
            if file.exists():
                subprocess.run(["kill", file.read_text().strip()], check=False)
