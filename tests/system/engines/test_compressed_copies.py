"""Compressed copies of files, as nginx sends them."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.build import build
from builder.preview.engines import nginx, running
from builder.preview.engines.process import free_port
from builder.stages.output.state import Tree
from tests.support.few_countries import few_project
from tests.support.project import quiet
from tests.support.vectors import Reply, Vector
from tests.system.engines import raw_requests

LARGE = ("/v1", "/v1/region/europe", "/v1/alpha/de", "/openapi.json", "/docs/", "/flags/svg/ad.svg")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a small site with compressed copies."""
    request = few_project(tmp_path_factory.mktemp("compressed"))
    text = request.config.read_text("utf-8").replace("precompressed = false", "precompressed = true")
    request.config.write_text(text)
    build(request, Tree(request.output), quiet)
    return request.output


@pytest.fixture(scope="module")
def port(site: Path) -> Iterator[int]:
    """Serve the site with nginx."""
    port = free_port()
    with running(nginx.processes, site, port):
        yield port


def _get(port: int, target: str, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return raw_requests.send(port, Vector("", "", "", target, {}), named)


@pytest.mark.parametrize("target", LARGE)
def test_client_that_accepts_gzip_gets_the_same_bytes_compressed(port: int, target: str) -> None:
    plain, packed = _get(port, target), _get(port, target, Accept_Encoding="gzip")
    assert plain.header("Content-Encoding") is None
    assert packed.header("Content-Encoding") == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)
    assert packed.header("Vary") == plain.header("Vary") == "Accept-Encoding"
    for name in ("Content-Type", "Cache-Control", "Link", "X-Total-Count", "X-Dataset-Revision"):
        assert packed.header(name) == plain.header(name)


@pytest.mark.parametrize("target", LARGE)
def test_two_codings_share_a_weak_tag_that_revalidates(port: int, target: str) -> None:
    tag = _get(port, target).header("ETag")
    weak = _get(port, target, Accept_Encoding="gzip").header("ETag")
    assert weak == f"W/{tag}"
    assert _get(port, target, Accept_Encoding="gzip", If_None_Match=weak).status == 304


def test_small_answer_is_not_compressed(port: int) -> None:
    small = _get(port, "/v1/notice", Accept_Encoding="gzip")
    assert (small.status, small.header("Content-Encoding")) == (200, None)


def test_compressed_copies_exist_for_files_that_nginx_answers(site: Path) -> None:
    public = site / "public"
    copies = list(public.rglob("*.gz"))
    assert copies
    for copy in copies:
        assert gzip.decompress(copy.read_bytes()) == copy.with_suffix("").read_bytes()
    # Pages of five and twenty are written; only the page of five has an address without a query.
    assert (public / "v1/region/europe/5-0.json.gz").exists()
    assert not (public / "v1/region/europe/20-0.json.gz").exists()


def test_copies_are_the_same_in_every_build(site: Path) -> None:
    copy = site / "public/openapi.json.gz"
    # The header has neither a time nor the name of a file (RFC 1952).
    assert copy.read_bytes()[3:8] == b"\0\0\0\0\0"
