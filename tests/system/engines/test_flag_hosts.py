"""A site whose flags have their own host name: one deployment answers under both names."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.project.build_request import BuildRequest
from tests.support import sites
from tests.support.conformance import reply_differences
from tests.support.engines.engine_list import Engines
from tests.support.engines.netlify_rules import matches
from tests.support.serving import Service
from tests.support.vectors import Vector, getting

HOSTS = ("node", "nginx", "cloudflare", "vercel", "aws")
REQUESTS = json.loads((Path(__file__).parent / "flag-requests.json").read_text("utf-8"))
# A file and a redirect have the tag and the type that the host gives them.
_FILE_HEADERS = {"ETag", "Content-Type"}


def with_flag_host(request: BuildRequest) -> None:
    """Give the flags their own host name."""
    text = request.config.read_text("utf-8")
    request.config.write_text(f'cdn_url = "https://cdn.example.org"\n{text}', "utf-8")


@pytest.fixture(scope="module")
def flag_site(run_folder: Path) -> Iterator[Path]:
    """Build the site."""
    with sites.shared(run_folder, with_flag_host) as request:
        yield request.output


@pytest.fixture(scope="module")
def flag_engines(flag_site: Path) -> Iterator[Engines]:
    """Run engines over the site."""
    with Engines(flag_site) as started:
        yield started


@pytest.fixture(scope="module")
def flag_reference(flag_site: Path) -> Service:
    """Answer from the site as the preview does."""
    return sites.opened(flag_site)


@pytest.mark.parametrize("host", HOSTS)
def test_flag_host_is_answered_as_by_the_core(host: str, flag_engines: Engines, flag_reference: Service) -> None:
    ask = flag_engines.send(host)
    differing = {}
    for method, target in REQUESTS:
        # CloudFront adds the headers of CORS to a file only where the request has an Origin.
        asked = Vector("", "", "", target, {}, method, {"Origin": "https://a.example"})
        reply, expected = ask(asked), flag_reference.get(target, method)
        # Cloudflare redirects requests of every method. Vercel and AWS answer a missing image with their own 404.
        is_rule = host == "cloudflare" and reply.status == 301 and method not in ("GET", "HEAD")
        if is_rule or (host in ("vercel", "aws") and reply.status == 404 and target.startswith(("/svg/", "/png/"))):
            continue
        if differences := {*reply_differences(expected, reply)} - _FILE_HEADERS:
            differing[f"{method} {target}"] = differences
    assert differing == {}
    reply = ask(getting("/get/svg/de"))
    assert (reply.status, reply.header("Location")) == (301, "https://cdn.example.org/svg/de.svg")


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("target", ["/svg/de.svg", "/png/de.png"])
def test_image_is_that_of_the_folder_of_flags(
    host: str, target: str, flag_engines: Engines, flag_reference: Service
) -> None:
    reply, expected = flag_engines.send(host)(getting(target)), flag_reference.get(f"/flags{target}")
    assert (reply.status, reply.body) == (200, expected.body)
    # AWS gives all images the same headers.
    names = ("Content-Type", "Cache-Control", *(["Content-Security-Policy"] if host != "aws" else []))
    assert {name: reply.header(name) for name in names} == {name: expected.header(name) for name in names}


def test_image_takes_no_room_a_second_time(flag_site: Path) -> None:
    public = flag_site / "public"
    assert (public / "svg/de.svg").samefile(public / "flags/svg/de.svg")


def test_rules_of_netlify_redirect_on_the_flag_host(flag_site: Path) -> None:
    found = matches(flag_site, [getting(target) for target in ("/get/de", "/get/svg/de", "/get/deu")])
    assert [(one and one["to"], one and one["status"]) for one in found] == [
        ("https://cdn.example.org/png/de.png", 301),
        ("https://cdn.example.org/svg/de.svg", 301),
        ("/_errors/500.json", 500),
    ]


def test_flags_of_the_address_of_the_api_have_no_further_routes(site: Path, service: Service) -> None:
    assert service.get("/get/de").status == 404
    assert not (site / "public/svg").exists()
