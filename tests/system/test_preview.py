"""The preview over a real socket: its answers, and its process."""

import json
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.project.build_request import BuildRequest
from scripts.preview_process import Served, preview
from tests.support.commands import countries
from tests.support.engines.raw_requests import get
from tests.support.project import OTHER_INPUTS, ROOT
from tests.support.small_project import small_project
from tests.support.vectors import broken_rules


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> BuildRequest:
    """Copy the inputs, with a few countries and one page size."""
    return small_project(tmp_path_factory.mktemp("preview"))


@pytest.fixture(scope="module")
def running(inputs: BuildRequest) -> Iterator[Served]:
    """Serve the copy to a caller from France, with the URLs of a deployment in the config and the environment."""
    deployed = 'cdn_url = "https://flags.example.org"\ndocs_url = "https://docs.example.org"\n'
    config = inputs.config.read_text("utf-8")
    inputs.config.write_text(deployed + config, "utf-8")
    url = "https://deployed.example.org"
    urls = {"COUNTRIES_BASE_URL": url, "COUNTRIES_CDN_URL": url, "COUNTRIES_DOCS_URL": url}
    with preview(inputs, "--country", "fr", code=ROOT, **urls) as one:
        yield one
        one.process.send_signal(signal.SIGINT)
        assert one.process.wait(60) == 0
    inputs.config.write_text(config, "utf-8")


@pytest.mark.needs("pages")
def test_preview_prints_its_address_and_writes_no_site(running: Served, inputs: BuildRequest) -> None:
    assert running.greeting == f"Serving the site at {running.origin} (stop with Ctrl-C)\n"
    assert get(running.origin, "/docs/").status == 200
    assert not inputs.output.exists()


@pytest.mark.needs("pages")
def test_urls_of_a_deployment_do_not_apply_to_a_preview(running: Served) -> None:
    record = json.loads(get(running.origin, "/v1/current").body)
    assert record["flags"]["png"] == f"{running.origin}/flags/png/fr.png"
    assert get(running.origin, "/flags/get/svg/fr").header("Location") == record["flags"]["svg"]
    assert f"]({running.origin}/docs/errors.txt)" in get(running.origin, "/llms.txt").body.decode()
    addresses = re.findall(f"<loc>{running.origin}(.*?)</loc>", get(running.origin, "/sitemap.xml").body.decode())
    # The pages of a folder have the same layout, and the text of every guide is in one file.
    of_each_folder = {address.rpartition("/")[0]: address for address in addresses}.values()
    bodies = {
        target: get(running.origin, target).body for target in (*of_each_folder, "/llms-full.txt", "/openapi.json")
    }
    assert (len(addresses) > 80, len(bodies) > 5) == (True, True)
    assert [path for path, body in bodies.items() if b"deployed.example.org" in body] == []
    assert [path for path, body in bodies.items() if b"https://flags.example.org" in body] == []


def test_preview_behind_a_proxy_for_a_caller_without_a_country_prints_where_it_listens_until_a_signal_ends_it(
    inputs: BuildRequest,
) -> None:
    with preview(inputs, "--base-url=https://proxy.example.org/", "--country", "") as one:
        assert f" at {one.origin}, for https://proxy.example.org/ (" in one.greeting
        assert get(one.origin, "/flags/get/de").header("Location") == "https://proxy.example.org/flags/png/de.png"
        assert get(one.origin, "/v1/current?fields=cca2").status == 404
    with pytest.raises(ConnectionRefusedError):
        get(one.origin, "/health")


def test_occupied_port_is_named(inputs: BuildRequest, running: Served) -> None:
    address = running.origin.removeprefix("http://")
    ended = countries(inputs, "preview", "--port", address.partition(":")[2])
    assert ended.exit_code == 1
    assert address in ended.stderr
    assert "choose another --port" in ended.stderr


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[BuildRequest, Served]]:
    """Preview copies of the inputs and of the builder, which tests may edit. Each test leaves valid inputs."""
    folder = tmp_path_factory.mktemp("watched")
    (folder / "site").mkdir()
    project = small_project(folder / "site", *OTHER_INPUTS)
    shutil.copytree(ROOT / "builder", folder / "code/builder", ignore=shutil.ignore_patterns("node_modules"))
    # A file of the project replaces one of these.
    shutil.copytree(ROOT / "templates", folder / "code/templates")
    with preview(project, "--watch", code=folder / "code") as one:
        yield project, one


def read_messages(one: Served) -> str:
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


def test_changed_input_causes_a_rebuild(watched: tuple[BuildRequest, Served]) -> None:
    project, one = watched
    germany = project.data / "countries" / "de.json"
    edit(germany, '"common": "Germany"', '"common": "Germanyland"')
    assert read_messages(one) == "Rebuilt.\n"
    assert b"Germanyland" in get(one.origin, "/v1/alpha/de").body
    edit(project.file("CHANGELOG.md"), "### Data\n", "### Data\n\n- News of the day.\n")
    assert read_messages(one) == "Rebuilt.\n"
    assert b"News of the day." in get(one.origin, "/changelog.txt").body


def test_failed_rebuild_is_reported_and_a_replaced_file_is_still_watched(
    watched: tuple[BuildRequest, Served],
) -> None:
    project, one = watched
    config = project.config.read_text("utf-8")
    for country, printed, answered in (("D", "site_config.toml: preview.country: ", "DE"), ("FR", "Rebuilt.\n", "FR")):
        (project.root / "saved").write_text(re.sub('country = "[A-Z]+"', f'country = "{country}"', config), "utf-8")
        (project.root / "saved").replace(project.config)
        assert printed in read_messages(one)
        assert json.loads(get(one.origin, "/v1/current?fields=cca2").body) == {"cca2": answered}


@pytest.mark.needs("pages")
def test_fault_in_a_template_is_the_answer_of_its_page_until_it_is_corrected(
    watched: tuple[BuildRequest, Served],
) -> None:
    project, one = watched
    page = project.templates / "pages" / "errors.md"
    text = page.read_text("utf-8")
    page.write_text(text + "{% if", "utf-8")
    assert read_messages(one) == "Rebuilt.\n"
    reply = get(one.origin, "/docs/errors.html")
    assert broken_rules("GET", reply) == []
    assert reply.status == json.loads(reply.body)["status"] == 500
    printed = r"templates/pages/errors\.md: line \d+: unexpected 'end of template'\n"
    assert re.match(printed, json.loads(reply.body)["message"])
    log = (project.root / "preview.log").read_text("utf-8")
    assert re.search(rf"cannot answer http://\S+/docs/errors.html: {printed}", log)
    assert get(one.origin, "/v1/alpha/fr").status == 200
    page.write_text(text, "utf-8")
    assert read_messages(one) == "Rebuilt.\n"
    assert get(one.origin, "/docs/errors.html").status == 200


def test_changed_builder_requires_a_restart(watched: tuple[BuildRequest, Served]) -> None:
    project, one = watched
    (project.root.parent / "code/builder/new.py").write_text("")
    assert "restart the preview" in read_messages(one)
