"""A site has only the name of its configuration: on its pages, in its feeds and files."""

import json
from pathlib import Path
from typing import Any

import icalendar
import pytest
from llms_txt import parse_llms_file  # type: ignore[import-untyped]
from lxml import etree

from builder.project.build_request import BuildRequest
from builder.project.config import Config
from tests.support.processes import printed
from tests.support.sites import CONTACT, DESCRIPTION, SLUG, TITLE

# Licences and the history of the service have the name of the original service.
_WITH_THE_DEFAULT_NAME = {"licences.txt", "changelog.txt"}


@pytest.fixture
def public(named: BuildRequest) -> Path:
    return named.output / "public"


def _json(path: Path) -> Any:
    return json.loads(path.read_bytes())


def _html(path: Path) -> Any:
    return etree.HTML(path.read_bytes())


def _with_default_name(folder: Path) -> set[str]:
    name = Config().site.title.encode()
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix() for path in files if name in path.read_bytes()}


@pytest.mark.needs("pages")
def test_no_file_has_another_name(named: BuildRequest, small: BuildRequest) -> None:
    assert _with_default_name(named.output / "public") <= _WITH_THE_DEFAULT_NAME
    assert _with_default_name(named.output / "hosts") == set()
    # A misspelt name would prove nothing.
    assert len(_with_default_name(small.output / "public")) > 100


def test_code_and_templates_have_the_default_name_once() -> None:
    found = printed("git", "grep", "-l", Config().site.title, "--", "builder", "edge", "templates")
    assert found == "builder/project/config.py\n"


def test_description_has_title_description_and_contact(public: Path) -> None:
    info = _json(public / "openapi.json")["info"]
    assert (info["title"], info["contact"]) == (TITLE, {"name": TITLE, "url": CONTACT})
    assert info["description"].startswith(f"{DESCRIPTION} Country records")


@pytest.mark.needs("exports")
def test_downloads_are_those_of_the_site(public: Path) -> None:
    package = _json(public / "docs/downloads/datapackage.json")
    assert (package["name"], package["title"]) == (SLUG, TITLE)
    assert package["description"].startswith(DESCRIPTION)
    assert _json(public / "docs/downloads/schema.json")["title"] == f"All records of {TITLE}"


@pytest.mark.needs("pages")
def test_feeds_and_calendars_are_those_of_the_site(public: Path) -> None:
    feed = etree.parse(public / "docs/changes.atom").getroot()
    assert feed.findtext("{*}title") == f"{TITLE}: changes of the dataset"
    assert feed.findtext("{*}author/{*}name") == TITLE
    calendar = icalendar.Calendar.from_ical((public / "docs/calendars/de.ics").read_bytes())
    assert calendar["PRODID"] == f"-//{TITLE}//Public holidays//EN"
    assert all(str(event["UID"]).endswith(f"@{SLUG}") for event in calendar.walk("VEVENT"))


@pytest.mark.needs("pages", "exports")
def test_pages_have_the_title_in_their_head_and_at_their_top(public: Path) -> None:
    for name in ("index.html", "docs/index.html", "docs/countries/de.html"):
        page = _html(public / name)
        assert page.findtext(".//title").endswith(f" · {TITLE}")
        assert page.xpath("string(//meta[@property='og:site_name']/@content)") == TITLE
        assert page.xpath("string(//a[@class='brand'])").strip() == TITLE
        assert CONTACT in page.xpath("//footer//a/@href")
    assert _html(public / "console.html").findtext(".//title").endswith(TITLE)
    landing = _html(public / "index.html")
    assert landing.xpath("string(//p[@class='lead'])").startswith(DESCRIPTION)
    assert landing.xpath("string(//meta[@name='description']/@content)").startswith(DESCRIPTION)
    (subject,) = _html(public / "docs/downloads.html").xpath("//script[contains(@type,'ld+json')]")
    described = json.loads(subject.text)
    assert (described["name"], described["creator"]["name"]) == (TITLE, TITLE)


def test_texts_begin_with_the_name(public: Path) -> None:
    llms = (public / "llms.txt").read_text("utf-8")
    escaped = TITLE.replace("<", "\\<").replace(">", "\\>")
    parsed = parse_llms_file(llms)
    assert parsed.title == escaped
    assert parsed.summary.startswith(DESCRIPTION)
    assert f"\nContact: {CONTACT}\n" in llms
    index = (public / "docs.txt").read_text("utf-8")
    assert f"This is {escaped}, with data" in index
    assert DESCRIPTION in index
    assert f"]({CONTACT})" in index
    assert f"Contains information from {escaped}," in (public / "docs/data-sources.txt").read_text("utf-8")
