"""Flag requests for all countries, from a code to an image."""

import json
from pathlib import Path

import pytest

from tests.support import png
from tests.support.project import WORLD
from tests.support.serving import Service

ROUTES = {"/flags/get/": "png", "/flags/get/png/": "png", "/flags/get/svg/": "svg"}
RECORDS = [json.loads(path.read_bytes()) for path in sorted((WORLD / "countries").glob("*.json"))]
CODES = {record[form]: record["cca2"] for record in RECORDS for form in ("cca2", "cca3", "ccn3") if form in record}


@pytest.fixture(scope="module")
def addresses(site: Path) -> dict[str, dict[str, str]]:
    """Read the addresses of the images from each record, by cca2."""
    paths = [site / f"public/v1/alpha/{record['cca2'].lower()}.json" for record in RECORDS]
    records = [json.loads(path.read_bytes())[0] for path in paths]
    return {record["cca2"]: record["flags"] for record in records}


@pytest.mark.parametrize(("route", "image"), ROUTES.items())
def test_every_code_redirects_to_an_image(
    service: Service, addresses: dict[str, dict[str, str]], route: str, image: str
) -> None:
    redirects = service.core.answer_each(f"{route}{code}" for code in CODES)
    assert len(redirects) == 749
    assert {answer["status"] for answer in redirects} == {301}
    locations = [dict(answer["headers"])["Location"] for answer in redirects]
    assert locations == [addresses[cca2][image] for cca2 in CODES.values()]


def test_every_address_returns_an_image_and_different_images_have_different_tags(
    service: Service, addresses: dict[str, dict[str, str]]
) -> None:
    bodies: dict[str | None, set[bytes]] = {}
    for address in (flags[image] for flags in addresses.values() for image in ("svg", "png")):
        reply = service.get(address.removeprefix("http://127.0.0.1:8000"))
        assert reply.status == 200, address
        assert reply.body.startswith(b"<svg " if address.endswith(".svg") else png.MAGIC), address
        bodies.setdefault(reply.header("ETag"), set()).add(reply.body)
    assert {len(found) for found in bodies.values()} == {1}
