"""The preview over a real socket: its answers, and its process."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPResponse
from pathlib import Path
from typing import IO

import pytest

from builder.project.build_request import BuildRequest
from tests.support.commands import countries
from tests.support.project import OTHER_INPUTS, ROOT
from tests.support.small_project import small_project
from tests.support.vectors import Reply, broken_rules


@dataclass(frozen=True)
class RunningPreview:
    """A running preview: its process, its first message, and its port."""

    process: "subprocess.Popen[str]"
    greeting: str
    port: int

    @property
    def origin(self) -> str:
        """Return the origin that it prints."""
        return f"http://127.0.0.1:{self.port}"

    def exchange(self, head: bytes) -> Reply:
        """Send these bytes as the head of a request, and read the answer."""
        method = head.split(b" ", 1)[0].decode("latin-1")
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as connection:
            connection.sendall(head + b"Host: localhost\r\nConnection: close\r\n\r\n")
            response = HTTPResponse(connection, method=method)
            response.begin()
            return Reply(response.status, tuple(response.getheaders()), response.read())

    def get(self, target: str) -> Reply:
        """GET *target*, encoded in Latin-1."""
        return self.exchange(b"GET %b HTTP/1.1\r\n" % target.encode("latin-1"))

    def end(self, number: int) -> int:
        """Send a signal and wait for the exit code."""
        self.process.send_signal(number)
        return self.process.wait(60)


@contextmanager
def preview(
    request: BuildRequest,
    *options: str,
    code: Path = ROOT,
    environment: Mapping[str, str] | None = None,
    errors: IO[str] | None = None,
) -> Iterator[RunningPreview]:
    """Run the command, as the builder in the folder *code*, on a free port until the block ends."""
    command = [sys.executable, "-m", "builder", "--config", str(request.config), "preview", "--port", "0"]
    process = subprocess.Popen(
        [*command, *options],
        cwd=code,
        env=os.environ | dict(environment or {}),
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )
    assert process.stdout
    # Without a limit, the test would wait for a missing line for ever.
    patience = threading.Timer(120, process.kill)
    patience.start()
    try:
        greeting = process.stdout.readline()
        yield RunningPreview(process, greeting, int(re.findall(r" at http://127\.0\.0\.1:([0-9]+)", greeting)[0]))
    finally:
        process.terminate()
        process.wait()
        patience.cancel()
        process.stdout.close()


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> BuildRequest:
    """Copy the inputs, with a few countries and one page size."""
    return small_project(tmp_path_factory.mktemp("preview"))


@pytest.fixture(scope="module")
def running(inputs: BuildRequest) -> Iterator[RunningPreview]:
    """Serve the copy to a caller from France, with the URLs of a deployment in the config and the environment.

    An interrupt ends it.
    """
    deployed = 'cdn_url = "https://flags.example.org"\ndocs_url = "https://docs.example.org"\n'
    config = inputs.config.read_text("utf-8")
    inputs.config.write_text(deployed + config, "utf-8")
    names = ("COUNTRIES_BASE_URL", "COUNTRIES_CDN_URL", "COUNTRIES_DOCS_URL")
    with preview(inputs, "--country", "fr", environment=dict.fromkeys(names, "https://deployed.example.org")) as one:
        yield one
        assert one.end(signal.SIGINT) == 0
    inputs.config.write_text(config, "utf-8")


def test_preview_prints_its_address_and_writes_no_site(running: RunningPreview, inputs: BuildRequest) -> None:
    assert running.greeting == f"Serving the site at {running.origin} (stop with Ctrl-C)\n"
    assert running.get("/docs/").status == 200
    assert not inputs.output.exists()


def test_pages_of_a_preview_link_only_to_the_preview(running: RunningPreview) -> None:
    record = json.loads(running.get("/v1/current").body)
    assert record["flags"]["png"] == f"{running.origin}/flags/png/fr.png"
    location = running.get("/flags/get/svg/fr").header("Location")
    assert location == record["flags"]["svg"] == f"{running.origin}/flags/svg/fr.svg"
    assert "127.0.0.1:8000" not in running.get("/llms.txt").body.decode()


def test_urls_of_a_deployment_do_not_apply_to_a_preview(running: RunningPreview) -> None:
    assert running.get("/flags/get/de").header("Location") == f"{running.origin}/flags/png/de.png"
    assert f"]({running.origin}/docs/errors.txt)" in running.get("/llms.txt").body.decode()
    addresses = re.findall(f"<loc>{running.origin}(.*?)</loc>", running.get("/sitemap.xml").body.decode())
    # The pages of a folder have the same layout, and the text of every guide is in one file.
    of_each_folder = {address.rpartition("/")[0]: address for address in addresses}.values()
    bodies = {target: running.get(target).body for target in (*of_each_folder, "/llms-full.txt", "/openapi.json")}
    assert (len(addresses) > 80, len(bodies) > 5) == (True, True)
    assert [path for path, body in bodies.items() if b"deployed.example.org" in body] == []
    assert [path for path, body in bodies.items() if b"https://flags.example.org" in body] == []


def test_chosen_country_is_reported(running: RunningPreview) -> None:
    assert json.loads(running.get("/v1/current?fields=cca2").body) == {"cca2": "FR"}


def test_a_connection_serves_several_requests(running: RunningPreview) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=60) as connection:
        for _ in range(3):
            connection.sendall(b"GET /v1/alpha/de?fields=cca2 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            response = HTTPResponse(connection)
            response.begin()
            assert response.read() == b'[{"cca2":"DE"}]'


def test_preview_behind_a_proxy_for_a_caller_without_a_country_prints_where_it_listens_until_a_signal_ends_it(
    inputs: BuildRequest,
) -> None:
    with preview(inputs, "--base-url=https://proxy.example.org/", "--country", "") as one:
        assert f" at {one.origin}, for https://proxy.example.org/ (" in one.greeting
        assert one.get("/flags/get/de").header("Location") == "https://proxy.example.org/flags/png/de.png"
        assert one.get("/v1/current?fields=cca2").status == 404
        assert one.end(signal.SIGTERM) == 0
        with pytest.raises(ConnectionRefusedError):
            one.get("/health")


def test_occupied_port_is_named(inputs: BuildRequest, running: RunningPreview) -> None:
    ended = countries(inputs, "preview", "--port", str(running.port))
    assert ended.exit_code == 1
    assert f"127.0.0.1:{running.port}" in ended.stderr
    assert "choose another --port" in ended.stderr


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[BuildRequest, RunningPreview]]:
    """Preview copies of the inputs and of the builder, which tests may edit. Each test leaves valid inputs."""
    folder = tmp_path_factory.mktemp("watched")
    (folder / "site").mkdir()
    project = small_project(folder / "site", *OTHER_INPUTS)
    shutil.copytree(ROOT / "builder", folder / "code/builder", ignore=shutil.ignore_patterns("node_modules"))
    # A file of the project replaces one of these.
    shutil.copytree(ROOT / "templates", folder / "code/templates")
    log = folder / "log"
    with log.open("w") as errors, preview(project, "--watch", code=folder / "code", errors=errors) as one:
        yield project, one


def heard(one: RunningPreview) -> str:
    """Return the messages about one change, up to the last."""
    assert one.process.stdout
    printed = ""
    while not printed.endswith(("Rebuilt.\n", "The site is unchanged.\n", "restart the preview to use it.\n")):
        line = one.process.stdout.readline()
        assert line, f"the preview has ended after: {printed}"
        printed += line
    return printed


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_changed_input_causes_a_rebuild(watched: tuple[BuildRequest, RunningPreview]) -> None:
    project, one = watched
    germany = project.data / "countries" / "de.json"
    edit(germany, '"common": "Germany"', '"common": "Germanyland"')
    assert heard(one) == "Rebuilt.\n"
    assert b"Germanyland" in one.get("/v1/alpha/de").body
    edit(project.changelog, "### Data\n", "### Data\n\n- News of the day.\n")
    assert heard(one) == "Rebuilt.\n"
    assert b"News of the day." in one.get("/changelog.txt").body


def test_failed_rebuild_is_reported_and_a_replaced_file_is_still_watched(
    watched: tuple[BuildRequest, RunningPreview],
) -> None:
    project, one = watched
    config = project.config.read_text("utf-8")
    for country, printed, answered in (("D", "site_config.toml: preview.country: ", "DE"), ("FR", "Rebuilt.\n", "FR")):
        (project.root / "saved").write_text(re.sub('country = "[A-Z]+"', f'country = "{country}"', config), "utf-8")
        (project.root / "saved").replace(project.config)
        assert printed in heard(one)
        assert json.loads(one.get("/v1/current?fields=cca2").body) == {"cca2": answered}


def test_fault_in_a_template_is_the_answer_of_its_page_until_it_is_corrected(
    watched: tuple[BuildRequest, RunningPreview],
) -> None:
    project, one = watched
    page = project.templates / "pages" / "errors.md"
    text = page.read_text("utf-8")
    page.write_text(text + "{% if", "utf-8")
    assert heard(one) == "Rebuilt.\n"
    reply = one.get("/docs/errors.html")
    assert broken_rules("GET", reply) == []
    assert reply.status == json.loads(reply.body)["status"] == 500
    printed = r"\S+/templates/pages/errors\.md: line \d+: unexpected 'end of template'\n"
    assert re.match(printed, json.loads(reply.body)["message"])
    log = (project.root.parent / "log").read_text("utf-8")
    assert re.search(rf"cannot answer http://\S+/docs/errors.html: {printed}", log)
    assert one.get("/v1/alpha/fr").status == 200
    page.write_text(text, "utf-8")
    assert heard(one) == "Rebuilt.\n"
    assert one.get("/docs/errors.html").status == 200


def test_changed_builder_requires_a_restart(watched: tuple[BuildRequest, RunningPreview]) -> None:
    project, one = watched
    (project.root.parent / "code/builder/new.py").write_text("")
    assert "restart the preview" in heard(one)
