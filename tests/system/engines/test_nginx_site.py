"""The commands of nginx's page on one machine: its nginx and Node, and systemd's part by a script."""

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from threading import Event, Thread

import pytest

from builder.build_request import BuildRequest
from builder.preview.engines.process import free_port
from tests.support.project import ROOT

_TEMPLATES = ROOT / "builder/stages/hosts/nginx/templates"
_HOST = "127.0.0.1"
_WORKERS = ("8081", "8082")
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


@dataclass(frozen=True)
class Machine:
    """A folder with the page's paths below it, and the ports in place of those of the page."""

    root: Path
    ports: dict[str, str]
    environment: dict[str, str]

    def run(self, script: str, output: Path) -> subprocess.CompletedProcess[str]:
        """Run commands of the page in *output*."""
        text = script.replace("api.example.org", _HOST)
        for folder in ("/etc/", "/srv/", "/var/"):
            text = re.sub(rf"(?<![\w.]){folder}", f"{self.root}{folder}", text)
        command = ["sh", "-euc", text]
        return subprocess.run(command, cwd=output, env=self.environment, capture_output=True, text=True, check=False)

    def page(self, name: str, output: Path, **changes: str) -> None:
        """Run a snippet of the page, which must succeed."""
        script = (_TEMPLATES / f"{name}.sh").read_text()
        for old, new in changes.items():
            script = script.replace(old, new)
        ran = self.run(script, output)
        assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout

    def output(self, site: Path, name: str) -> Path:
        """Lay out a built site whose scripts and configurations have this machine's paths and ports."""
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
            path.write_text(text)
        return output

    def get(
        self, target: str, *, tls: bool = True, host: str = _HOST, headers: Mapping[str, str] | None = None
    ) -> tuple[HTTPResponse, bytes]:
        """Ask the site."""
        connection: HTTPConnection
        if tls:
            trust = ssl.create_default_context(cafile=self.root / f"etc/letsencrypt/live/{_HOST}/fullchain.pem")
            trust.check_hostname = host == _HOST
            connection = HTTPSConnection(host, int(self.ports["443"]), context=trust, timeout=20)
        else:
            connection = HTTPConnection(host, int(self.ports["80"]), timeout=20)
        connection.request("GET", target, headers=headers or {})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response, body

    @property
    def current(self) -> str:
        """The name of the published release."""
        return (self.root / "srv/countries/current").readlink().name


def _wait_until(holds: Callable[[], bool]) -> None:
    """Wait for what nginx does after a command has ended, such as reading its configuration again."""
    deadline = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _listens(port: str) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex((_HOST, int(port))) == 0


def _release(machine: Machine, output: Path) -> str:
    """Publish *output* by the commands of the page; return the release's name, which has a time in seconds."""
    before = {*(machine.root / "srv/countries/releases").glob("*")}
    while any(path.name == time.strftime("%Y%m%dT%H%M%SZ", time.gmtime()) for path in before):
        time.sleep(0.1)
    machine.page("release", output)
    return machine.current


@contextmanager
def _debian(root: Path) -> Iterator[Machine]:
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
    machine = Machine(root, {port: str(free_port()) for port in ("80", "443", "8090", *_WORKERS)}, environment)
    try:
        yield machine
    finally:
        for file in (*(root / "run").glob("[0-9]*"), root / "run/nginx.pid"):
            if file.exists():
                subprocess.run(["kill", file.read_text().strip()], check=False)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory, small: BuildRequest) -> Iterator[Machine]:
    """Follow the page to the first release."""
    with _debian(tmp_path_factory.mktemp("machine")) as machine:
        output = machine.output(small.output, "first")
        machine.page("prepare", output)
        machine.page("deploy", output)
        machine.page("release", output)
        # For a change of units, say.
        machine.page("deploy", output)
        _wait_until(lambda: _listens(machine.ports["443"]))
        yield machine


def test_machine_without_a_release_keeps_a_configuration_that_nginx_reads(tmp_path: Path, small: BuildRequest) -> None:
    with _debian(tmp_path) as machine:
        output = machine.output(small.output, "first")
        machine.page("prepare", output)
        machine.page("deploy", output)
        # nginx is restarted again before there is a release, and after one was refused.
        machine.page("deploy", output)
        refused = machine.root / "srv/countries/releases/refused"
        refused.parent.mkdir(parents=True)
        shutil.copytree(output, refused)
        (refused / "hosts/node/worker.js").write_text("nonsense;")
        script = refused / "hosts/nginx/activate.sh"
        script.write_text(script.read_text().replace("seq 30", "seq 2"))
        for _ in range(2):
            ran = machine.run(f"sh {script} {refused}", machine.root)
            assert (ran.returncode, "no release is" in ran.stderr) == (1, True)
        assert not list((machine.root / "run").glob("[0-9]*"))
        machine.page("deploy", output)
        machine.page("release", output)
        _wait_until(lambda: _listens(machine.ports["443"]))
        assert machine.get("/v1/alpha/pe?fields=cca2")[0].status == 200


def test_site_answers_over_tls_with_files_and_workers(machine: Machine) -> None:
    for target in ("/v1/alpha/pe", "/v1/alpha/pe?fields=name.common"):
        response, body = machine.get(target)
        assert (response.status, json.loads(body)[0]["name"]["common"]) == (200, "Peru")
        assert response.headers.get_all("Strict-Transport-Security") == ["max-age=31536000"]
        assert response.headers["Server"] == "nginx"


def test_port_80_redirects_except_for_the_certificate_authority(machine: Machine) -> None:
    response, _ = machine.get("/v1/alpha/pe?x=1", tls=False)
    assert (response.status, response.headers["Location"]) == (301, f"https://{_HOST}/v1/alpha/pe?x=1")
    challenge = machine.root / "var/www/html/.well-known/acme-challenge"
    challenge.mkdir(parents=True)
    (challenge / "token").write_text("proof")
    assert machine.get("/.well-known/acme-challenge/token", tls=False)[1] == b"proof"


def test_site_listens_on_both_families(machine: Machine) -> None:
    assert machine.get("/health", host="::1")[0].status == 200
    assert machine.get("/health", host="::1", tls=False)[0].status == 301


@pytest.mark.parametrize("target", ["/v1/alpha/de", "/health", "/docs/", "/flags/svg/de.svg", "/v1/alpha/de.json"])
@pytest.mark.parametrize(
    "condition", [{"If-Match": '"x"'}, {"If-Unmodified-Since": "Sat, 01 Jan 2000 00:00:00 GMT"}], ids=str
)
def test_precondition_is_ignored_as_by_every_other_host(
    machine: Machine, target: str, condition: dict[str, str]
) -> None:
    response, body = machine.get(target, headers=condition)
    assert response.status == 200
    assert body == machine.get(target)[1]


def test_plain_http_on_the_port_of_tls_gets_the_error_body(machine: Machine) -> None:
    connection = HTTPConnection(_HOST, int(machine.ports["443"]), timeout=20)
    connection.request("GET", "/v1")
    response = connection.getresponse()
    assert (response.status, json.loads(response.read())["status"]) == (400, 400)
    connection.close()


def test_log_tells_each_answer_without_the_caller(machine: Machine) -> None:
    machine.get("/v1/alpha/at?fields=cca2")
    path = machine.root / "var/log/nginx/countries.log"

    def rows() -> list[dict[str, str]]:
        return [row for line in path.read_text().splitlines() if "at?" in (row := json.loads(line))["target"]]

    _wait_until(lambda: rows() != [])
    row = rows()[-1]
    assert row["status"] == "200"
    assert row["worker"].partition(":")[2] in machine.ports.values()
    assert not re.search(r'"[^"]*(client|remote|agent|address)', path.read_text())


def test_logs_are_rotated_by_size_however_often_the_commands_are_run(machine: Machine) -> None:
    rules = (machine.root / "etc/logrotate.d/nginx").read_text().splitlines()
    assert rules[1:3] == ["\tdaily", "\tmaxsize 100M"]
    assert rules.count("\tmaxsize 100M") == 1
    timer = (machine.root / "etc/systemd/system/logrotate.timer.d/logrotate-hourly.conf").read_text()
    assert timer.splitlines()[2:4] == ["OnCalendar=", "OnCalendar=hourly"]


def test_counters_are_served_to_the_machine(machine: Machine) -> None:
    connection = HTTPConnection(_HOST, int(machine.ports["8090"]), timeout=20)
    connection.request("GET", "/")
    assert b"Active connections" in connection.getresponse().read()
    connection.close()


def test_upgrade_under_load_and_rollback_by_the_commands_of_the_page(machine: Machine, small: BuildRequest) -> None:
    first, before = machine.current, machine.get("/health")[1]
    done, statuses = Event(), []

    def ask() -> None:
        number = 0
        while not done.is_set():
            target = ("/v1/alpha/pe", "/v1/alpha/pe?fields=cca2", "/v1/region/europe?limit=3")[number % 3]
            statuses.append(machine.get(target)[0].status)
            number += 1

    callers = [Thread(target=ask) for _ in range(4)]
    for caller in callers:
        caller.start()
    try:
        second = _release(machine, machine.output(small.output, "second"))
    finally:
        done.set()
        for caller in callers:
            caller.join()
    assert (second != first, {*statuses}) == (True, {200})
    assert len(statuses) > 50
    assert str(machine.root / "srv/countries/releases" / second) in machine.run("nginx -T", machine.root).stdout
    machine.page("rollback", machine.root, NAME=first)
    assert machine.current == first
    _wait_until(lambda: machine.get("/health")[1] == before)


def test_release_that_nginx_rejects_or_that_does_not_start_is_not_published(machine: Machine) -> None:
    releases = machine.root / "srv/countries/releases"
    current = machine.current
    for name, file in (("rejected", "hosts/nginx/server.conf"), ("dead", "hosts/node/server.js")):
        subprocess.run(["cp", "-al", releases / current, releases / name], check=True)
        (releases / name / file).unlink()
        (releases / name / file).write_text("nonsense;")
        script = releases / name / "hosts/nginx/activate.sh"
        text = script.read_text().replace("seq 30", "seq 2")
        script.unlink()
        script.write_text(text)
        (releases / name / "hosts/nginx/root.conf").unlink()
        ran = machine.run(f"sh {script} {releases / name}", machine.root)
        assert ran.returncode == 1
        assert f"{releases / name} is not published; {releases / current} is" in ran.stderr
        assert ("the worker on port" in ran.stderr) == (name == "dead")
        assert machine.current == current
        assert machine.get("/v1/alpha/pe?fields=cca2")[0].status == 200


def _worker(machine: Machine, port: str) -> int:
    return int((machine.root / "run" / machine.ports[port]).read_text())


def test_worker_that_hangs_costs_a_request_at_most_a_second(machine: Machine) -> None:
    hung = _worker(machine, "8081")
    os.kill(hung, signal.SIGSTOP)
    try:
        seconds = []
        for number in range(12):
            began = time.monotonic()
            assert machine.get(f"/v1/alpha/pe?fields=cca2&limit={number + 1}")[0].status == 200
            seconds.append(time.monotonic() - began)
    finally:
        os.kill(hung, signal.SIGCONT)
    assert max(seconds) < 1.2


def test_worker_that_is_dead_does_not_fill_the_log(machine: Machine) -> None:
    log = machine.root / "var/log/nginx/error.log"
    before = log.stat().st_size
    stopped = _worker(machine, "8082")
    os.kill(stopped, signal.SIGKILL)
    end = time.monotonic() + 3
    asked = 0
    while time.monotonic() < end:
        assert machine.get("/v1/alpha/pe?fields=cca2")[0].status == 200
        asked += 1
    machine.run(f"systemctl restart countries@{machine.ports['8082']}", machine.root)
    assert asked > 100
    assert log.stat().st_size - before < 20_000


def test_304_has_the_same_vary_as_the_answer(machine: Machine) -> None:
    for target in ("/v1/alpha/pe.json", "/v1/alpha/pe", "/v1/alpha/pe?fields=cca2,name,borders,translations"):
        response, _ = machine.get(target, headers={"Accept-Encoding": "gzip"})
        tag = response.headers["ETag"]
        known, _ = machine.get(target, headers={"Accept-Encoding": "gzip", "If-None-Match": tag})
        assert (known.status, known.headers["Vary"]) == (304, response.headers["Vary"])


def test_activation_that_is_killed_returns_every_worker_to_the_release_before(
    machine: Machine, small: BuildRequest
) -> None:
    current = machine.current
    releases = machine.root / "srv/countries/releases"
    output = machine.output(small.output, "killed")
    subprocess.run(["cp", "-a", output, releases / "killed"], check=True)
    script = releases / "killed/hosts/nginx/activate.sh"
    process = subprocess.Popen(["sh", script, releases / "killed"], env=machine.environment, cwd=machine.root)
    # The first worker was restarted, the second was not.
    _wait_until(lambda: machine.current == "killed")
    time.sleep(1)
    process.terminate()
    assert process.wait(60) == 1
    assert machine.current == current
    folders = {Path(f"/proc/{_worker(machine, port)}/cwd").resolve() for port in _WORKERS}
    assert folders == {releases / current}


def test_hook_of_the_operator_runs_after_an_activation(machine: Machine) -> None:
    hook, said = machine.root / "srv/countries/after-activation", machine.root / "run/purged"
    hook.write_text(f'#!/bin/sh\necho "$1" > {said}\n')
    hook.chmod(0o755)
    machine.page("rollback", machine.root, NAME=machine.current)
    hook.unlink()
    assert said.read_text().strip().endswith(machine.current)
