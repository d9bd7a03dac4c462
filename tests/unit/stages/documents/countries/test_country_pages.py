"""The pages of countries."""

from pathlib import Path
from urllib.parse import urljoin, urlsplit

from builder.config import load_config
from tests.support.html_links import read_links
from tests.support.project import ROOT
from tests.support.serving import Service

BASE = load_config(ROOT / "site_config.toml").base_url


def test_country_page_has_valid_links_and_the_flag_as_preview_image(site: Path, service: Service) -> None:
    folder = site / "public/docs/countries"
    assert len(list(folder.glob("*.html"))) == 250
    for code in ("ke", "bv", "xk"):
        text = (folder / f"{code}.html").read_text("utf-8")
        links = read_links(text)
        assert links.canonical == f"{BASE}/docs/countries/{code}.html"
        assert f'<meta property="og:image" content="{BASE}/flags/png/{code}.png">' in text
        assert len(text) < 60_000
        for target in links.targets:
            link = urlsplit(urljoin(links.canonical, target))
            if f"{link.scheme}://{link.netloc}" == BASE:
                reply = service.get(link.path + (f"?{link.query}" if link.query else ""))
                assert reply.status == 200, f"{code} links to {target}"


def test_country_page_shows_the_reason_of_a_correction(site: Path) -> None:
    text = (site / "public/docs/countries/bg.html").read_text("utf-8")
    assert '<small class="reason">The euro replaced the lev on 2026-01-01.</small>' in text
