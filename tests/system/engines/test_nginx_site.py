"""The commands of nginx's page work on a machine: deployment, release, rollback, and its site under faults."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from builder.project.build_request import BuildRequest
from tests.support.debian_machine import HOST, WORKERS, Machine, debian_machine, release, template
from tests.support.processes import link_tree, write_apart, write_program
from tests.support.waiting import SECONDS, listens, meanwhile, until


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory, small: BuildRequest) -> Iterator[Machine]:
    """Follow the page up to the first release."""
    with debian_machine(tmp_path_factory.mktemp("machine")) as machine:
        output = machine.output(small.output, "first")
        machine.run_snippet("prepare", output)
        machine.run_snippet("deploy", output)
        yield machine


@pytest.fixture(scope="module")
def machine(bare: Machine) -> Machine:
    """Publish the first release."""
    bare.run_snippet("release", bare.root / "first")
    # The operator runs the commands again, for example after a change of units.
    bare.run_snippet("deploy", bare.root / "first")
    until(lambda: listens(int(bare.ports["443"])), "nginx to listen with a certificate")
    return bare


# This test must be the first, since all others publish a release.
def test_machine_without_a_release_keeps_a_configuration_that_nginx_reads(bare: Machine) -> None:
    output, refused = bare.root / "first", bare.root / "srv/countries/releases/refused"
    # nginx is restarted again before there is a release, and after one was refused.
    bare.run_snippet("deploy", output)
    refused.parent.mkdir(parents=True)
    shutil.copytree(output, refused)
    (refused / "hosts/node/function/adapter.js").write_text("nonsense;")
    script = refused / "hosts/nginx/activate.sh"
    script.write_text(script.read_text().replace("seq 30", "seq 2"))
    for _ in range(2):
        ran = bare.run(f"sh {script} {refused}", bare.root)
        assert (ran.returncode, "no release is" in ran.stderr) == (1, True)
    assert not list((bare.root / "run").glob("[0-9]*"))
    shutil.rmtree(refused)
    bare.run_snippet("deploy", output)


def test_site_answers_over_tls_with_files_and_workers(machine: Machine) -> None:
    for target in ("/v1/alpha/pe", "/v1/alpha/pe?fields=name.common"):
        response, body = machine.get(target)
        assert (response.status, json.loads(body)[0]["name"]["common"]) == (200, "Peru")
        assert response.headers.get_all("Strict-Transport-Security") == ["max-age=31536000"]
        assert response.headers["Server"] == "nginx"


def test_port_80_redirects_except_for_the_certificate_authority(machine: Machine) -> None:
    for host in (HOST, "other.example"):
        response, _ = machine.get("/v1/alpha/pe?x=1", tls=False, headers={"Host": host})
        assert (response.status, response.headers["Location"]) == (301, f"https://{HOST}/v1/alpha/pe?x=1")
        assert response.headers["Server"] == "nginx"
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
    connection = HTTPConnection(HOST, int(machine.ports["443"]), timeout=SECONDS)
    connection.request("GET", "/v1")
    response = connection.getresponse()
    assert (response.status, json.loads(response.read())["status"]) == (400, 400)
    connection.close()


def test_log_has_a_row_for_each_answer_and_nothing_of_the_caller(machine: Machine) -> None:
    machine.get("/v1/alpha/at?fields=cca2")
    path = machine.root / "var/log/nginx/countries.log"

    def rows() -> list[dict[str, str]]:
        return [row for line in path.read_text().splitlines() if "at?" in (row := json.loads(line))["target"]]

    until(lambda: rows() != [], "a row of the log")
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
    connection = HTTPConnection(HOST, int(machine.ports["8090"]), timeout=SECONDS)
    connection.request("GET", "/")
    assert b"Active connections" in connection.getresponse().read()
    connection.close()


def test_upgrade_under_load_and_rollback_by_the_commands_of_the_page(machine: Machine, small: BuildRequest) -> None:
    first, before = machine.current, machine.get("/health")[1]
    tag = machine.get("/v1/alpha/pe.json")[0].headers["ETag"]
    targets, statuses = ("/v1/alpha/pe", "/v1/alpha/pe?fields=cca2", "/v1/region/europe?limit=3"), list[int]()

    def ask(_number: int) -> None:
        for target in targets:
            statuses.append(machine.get(target)[0].status)
            time.sleep(0.2)

    with meanwhile(4, ask):
        second = release(machine, machine.output(small.output, "second", pause="2"))
    assert (second != first, {*statuses}) == (True, {200})
    assert len(statuses) > 50
    # Callers do not fetch unchanged files again.
    assert machine.get("/v1/alpha/pe.json")[0].headers["ETag"] == tag
    assert str(machine.root / "srv/countries/releases" / second) in machine.run("nginx -T", machine.root).stdout
    machine.run_snippet("rollback", machine.root, NAME=first)
    assert machine.current == first
    until(lambda: machine.get("/health")[1] == before, "the release before")


def test_release_that_nginx_rejects_or_that_does_not_start_is_not_published(machine: Machine) -> None:
    releases = machine.root / "srv/countries/releases"
    current = machine.current
    for name, file in (("rejected", "hosts/nginx/server.conf"), ("dead", "hosts/node/server.js")):
        link_tree(releases / current, releases / name)
        write_apart(releases / name / file, "nonsense;")
        script = releases / name / "hosts/nginx/activate.sh"
        write_apart(script, script.read_text().replace("seq 30", "seq 2"))
        (releases / name / "hosts/nginx/root.conf").unlink()
        ran = machine.run(f"sh {script} {releases / name}", machine.root)
        assert ran.returncode == 1
        assert f"{releases / name} is not published; {releases / current} is" in ran.stderr
        assert ("the worker does not answer" in ran.stderr) == (name == "dead")
        assert machine.current == current
        assert machine.get("/v1/alpha/pe?fields=cca2")[0].status == 200


def _worker(machine: Machine, port: str) -> int:
    return int((machine.root / "run" / machine.ports[port]).read_text())


def test_copy_that_is_cut_is_not_published(machine: Machine, small: BuildRequest) -> None:
    output, before, copy = machine.output(small.output, "cut"), machine.current, machine.root / "bin/cp"
    write_program(copy, 'for last; do :; done\n/bin/cp "$@" && : >"$last/public/v1.json"')
    ran = machine.run(template("release"), output)
    copy.unlink()
    assert (ran.returncode, "v1.json differ" in ran.stdout, machine.current) == (1, True, before)


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
    # A loaded machine takes longer than the second of the rule; without the rule it is a minute.
    assert max(seconds) < 15


def test_worker_that_is_dead_does_not_fill_the_log(machine: Machine) -> None:
    log = machine.root / "var/log/nginx/error.log"
    before = log.stat().st_size
    stopped = _worker(machine, "8082")
    os.kill(stopped, signal.SIGKILL)
    for _ in range(120):
        assert machine.get("/v1/alpha/pe?fields=cca2")[0].status == 200
    machine.run(f"systemctl restart countries@{machine.ports['8082']}", machine.root)
    # With a line for each request, it would grow by 30,000 bytes.
    assert log.stat().st_size - before < 10_000


def test_304_has_the_same_vary_as_the_answer(machine: Machine) -> None:
    for target in ("/v1/alpha/pe.json", "/v1/alpha/pe", "/v1/alpha/pe?fields=cca2,name,borders,translations"):
        response, _ = machine.get(target, headers={"Accept-Encoding": "gzip"})
        tag = response.headers["ETag"]
        known, _ = machine.get(target, headers={"Accept-Encoding": "gzip", "If-None-Match": tag})
        assert (known.status, known.headers["Vary"]) == (304, response.headers["Vary"])


@pytest.mark.soak
def test_activation_that_is_killed_returns_every_worker_to_the_release_before(
    machine: Machine, small: BuildRequest
) -> None:
    current = machine.current
    releases = machine.root / "srv/countries/releases"
    output = machine.output(small.output, "killed", pause="2")
    subprocess.run(["cp", "-a", output, releases / "killed"], check=True)
    script = releases / "killed/hosts/nginx/activate.sh"
    first = machine.root / "run" / machine.ports[WORKERS[0]]
    before = first.read_text()
    process = subprocess.Popen(["sh", script, releases / "killed"], env=machine.environment, cwd=machine.root)
    # The first worker was restarted, the second was not.
    until(lambda: first.read_text() not in ("", before), "the first worker to restart")
    process.terminate()
    assert process.wait(60) == 1
    assert machine.current == current
    folders = {Path(f"/proc/{_worker(machine, port)}/cwd").resolve() for port in WORKERS}
    assert folders == {releases / current}


def test_hook_of_the_operator_runs_when_nginx_answers_with_the_release(machine: Machine, small: BuildRequest) -> None:
    output = machine.output(small.output, "hooked")
    # The release has another revision in its file and its function.
    health, manifest = output / "public/health.json", output / "edge/generated/manifest.js"
    revision = json.loads(health.read_text())["releaseId"].partition("-")[0]
    for path in (manifest, health):
        write_apart(path, path.read_text().replace(revision, "f" * len(revision)))
    hook, printed = machine.root / "srv/countries/after-activation", machine.root / "run/purged"
    asked = f"fetch('http://127.0.0.1:{machine.ports['8090']}/health').then((reply) => reply.text())"
    write_program(hook, f'node -e "{asked}.then((text) => process.stdout.write(text))" > {printed}')
    # nginx takes a while to read a long configuration.
    systemctl = machine.root / "bin/systemctl"
    at_once = systemctl.read_text()
    systemctl.write_text(
        at_once.replace("'reload nginx') nginx -s reload", "'reload nginx') (sleep 2; nginx -s reload) &")
    )
    release(machine, output)
    systemctl.write_text(at_once)
    hook.unlink()
    assert printed.read_text() == health.read_text()


def test_old_releases_are_removed_by_the_command_of_the_page(machine: Machine) -> None:
    releases = machine.root / "srv/countries/releases"
    live = (machine.root / "srv/countries/current").resolve().name
    for name in ("20200101T000000Z", "20200102T000000Z", "20200103T000000Z", "20200104T000000Z"):
        (releases / name / "public").mkdir(parents=True)
    machine.run_snippet("remove", machine.root)
    kept = sorted(path.name for path in releases.iterdir())
    assert live in kept
    assert len(kept) == 3
    assert "20200101T000000Z" not in kept
