"""Flag requests, from a code to an image, on the preview."""

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path

import httpx
import pytest

from builder.build import build
from builder.cli.preview.server import PreviewApp
from builder.output.tree import Tree
from builder.project.build_request import BuildRequest
from tests.support import png
from tests.support.few_countries import few_project
from tests.support.project import ROOT
from tests.support.serving import Service
from tests.support.sites import opened

ORIGIN = "http://127.0.0.1:8000"
ROUTES = {"/flags/get/": "png", "/flags/get/png/": "png", "/flags/get/svg/": "svg"}
RECORDS = [json.loads(path.read_bytes()) for path in sorted((ROOT / "data" / "countries").glob("*.json"))]
CODES = {record[form]: record["cca2"] for record in RECORDS for form in ("cca2", "cca3", "ccn3") if form in record}


def ask(app: PreviewApp, targets: Iterable[str]) -> list[httpx.Response]:
    """Answer each target in turn by a preview in this process, without following redirects."""

    async def each() -> list[httpx.Response]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN) as client:
            return [await client.get(target) for target in targets]

    return asyncio.run(each())


@pytest.fixture(scope="module")
def preview(service: Service) -> PreviewApp:
    return PreviewApp(service, "DE")


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> BuildRequest:
    """Build a small site with a separate flag host, and with its own cache."""
    request = few_project(tmp_path_factory.mktemp("elsewhere"))
    request.cache.unlink()
    text = request.config.read_text("utf-8")
    request.config.write_text(f'cdn_url = "https://flags.example"\n{text}', "utf-8")
    build(request, Tree(request.output))
    return request


def record(site: Path, cca2: str) -> dict[str, dict[str, str]]:
    value: dict[str, dict[str, str]] = json.loads((site / f"public/v1/alpha/{cca2.lower()}.json").read_bytes())[0]
    return value


def test_there_are_749_codes() -> None:
    assert len(CODES) == 749


@pytest.mark.parametrize(("route", "image"), ROUTES.items())
def test_every_code_redirects_to_an_image(preview: PreviewApp, site: Path, route: str, image: str) -> None:
    redirects = ask(preview, [f"{route}{code}" for code in CODES])
    assert {answer.status_code for answer in redirects} == {301}
    targets = [answer.headers["location"] for answer in redirects]
    assert targets == [record(site, cca2)["flags"][image] for cca2 in CODES.values()]
    pictures = ask(preview, targets)
    assert {answer.status_code for answer in pictures} == {200}
    magic = b"<svg " if image == "svg" else png.MAGIC
    assert [answer.url for answer in pictures if not answer.content.startswith(magic)] == []


def test_different_images_have_different_tags(preview: PreviewApp) -> None:
    targets = [f"/flags/{image}/{cca2.lower()}.{image}" for cca2 in CODES.values() for image in ("svg", "png")]
    answers = ask(preview, targets)
    bodies: dict[str, set[bytes]] = {}
    for answer in answers:
        bodies.setdefault(answer.headers["etag"], set()).add(answer.content)
    assert {len(found) for found in bodies.values()} == {1}


@pytest.mark.parametrize(("route", "image"), ROUTES.items())
def test_flags_folder_is_the_root_of_a_separate_host(elsewhere: BuildRequest, route: str, image: str) -> None:
    site = elsewhere.output
    few = {path.stem.upper() for path in (elsewhere.data / "countries").iterdir()}
    codes = {code: cca2 for code, cca2 in CODES.items() if cca2 in few}
    answers = ask(PreviewApp(opened(site), "DE"), [f"{route}{code}" for code in codes])
    for answer, cca2 in zip(answers, codes.values(), strict=True):
        location = answer.headers["location"]
        assert location == record(site, cca2)["flags"][image] == f"https://flags.example/{image}/{cca2.lower()}.{image}"
        assert (site / "public/flags" / location.removeprefix("https://flags.example/")).is_file()


def test_rebuild_renders_no_image(elsewhere: BuildRequest) -> None:
    def made() -> dict[Path, tuple[int, int]]:
        stats = {path: path.stat() for path in (elsewhere.cache / "flags").iterdir()}
        return {path: (stat.st_ino, stat.st_mtime_ns) for path, stat in stats.items()}

    before = made()
    report = build(elsewhere, Tree(elsewhere.output))
    assert len(before) >= len(list((elsewhere.data / "countries").iterdir()))
    assert made() == before
    assert (report.changed, report.removed) == (0, 0)
