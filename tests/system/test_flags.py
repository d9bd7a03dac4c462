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
from tests.support.project import WORLD
from tests.support.serving import Service
from tests.support.sites import opened
from tests.support.small_project import small_project

ORIGIN = "http://127.0.0.1:8000"
ROUTES = {"/flags/get/": "png", "/flags/get/png/": "png", "/flags/get/svg/": "svg"}
RECORDS = [json.loads(path.read_bytes()) for path in sorted((WORLD / "countries").glob("*.json"))]
CODES = {record[form]: record["cca2"] for record in RECORDS for form in ("cca2", "cca3", "ccn3") if form in record}


def ask(app: PreviewApp, targets: Iterable[str]) -> list[httpx.Response]:
    """Answer each target in turn by a preview in this process, without following redirects."""

    async def each() -> list[httpx.Response]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN) as client:
            return [await client.get(target) for target in targets]

    return asyncio.run(each())


@pytest.fixture(scope="module")
def other_place(tmp_path_factory: pytest.TempPathFactory) -> BuildRequest:
    """Build a small site with a separate flag host, and with its own cache."""
    request = small_project(tmp_path_factory.mktemp("elsewhere"))
    request.cache.unlink()
    text = request.config.read_text("utf-8")
    request.config.write_text(f'cdn_url = "https://flags.example"\n{text}', "utf-8")
    build(request, Tree(request.output))
    return request


def record(site: Path, cca2: str) -> dict[str, dict[str, str]]:
    value: dict[str, dict[str, str]] = json.loads((site / f"public/v1/alpha/{cca2.lower()}.json").read_bytes())[0]
    return value


@pytest.mark.parametrize(("route", "image"), ROUTES.items())
def test_every_code_redirects_to_an_image(service: Service, site: Path, route: str, image: str) -> None:
    redirects = service.core.answer_each(f"{route}{code}" for code in CODES)
    assert len(redirects) == 749
    assert {answer["status"] for answer in redirects} == {301}
    targets = [dict(answer["headers"])["Location"] for answer in redirects]
    assert targets == [record(site, cca2)["flags"][image] for cca2 in CODES.values()]


def test_every_image_is_one_and_different_images_have_different_tags(service: Service, site: Path) -> None:
    targets = [record(site, one["cca2"])["flags"][image] for one in RECORDS for image in ("svg", "png")]
    answers = ask(PreviewApp(service, "DE"), targets)
    assert {answer.status_code for answer in answers} == {200}
    bodies: dict[str, set[bytes]] = {}
    for target, answer in zip(targets, answers, strict=True):
        assert answer.content.startswith(b"<svg " if target.endswith(".svg") else png.MAGIC), target
        bodies.setdefault(answer.headers["etag"], set()).add(answer.content)
    assert {len(found) for found in bodies.values()} == {1}


@pytest.mark.parametrize(("route", "image"), ROUTES.items())
def test_flags_folder_is_the_root_of_a_separate_host(other_place: BuildRequest, route: str, image: str) -> None:
    site = other_place.output
    few = {path.stem.upper() for path in (other_place.data / "countries").iterdir()}
    codes = {code: cca2 for code, cca2 in CODES.items() if cca2 in few}
    answers = ask(PreviewApp(opened(site), "DE"), [f"{route}{code}" for code in codes])
    for answer, cca2 in zip(answers, codes.values(), strict=True):
        location = answer.headers["location"]
        assert answer.status_code == 301
        assert location == record(site, cca2)["flags"][image] == f"https://flags.example/{image}/{cca2.lower()}.{image}"
        assert (site / "public/flags" / location.removeprefix("https://flags.example/")).is_file()


def test_build_keeps_each_image_in_the_cache_of_its_project(other_place: BuildRequest) -> None:
    assert len([*(other_place.cache / "flags").iterdir()]) >= len([*(other_place.data / "countries").iterdir()])
