"""Makes the HTML of the documents: pages, interactive pages, the landing page, and the files that they load."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

import orjson
from jinja2 import Environment
from markupsafe import Markup, escape

from builder.api.headers import page_headers, page_policy
from builder.api.parameters import DEFAULT_CATALOG_LIMIT, DEFAULT_LIMIT
from builder.flag_grid import CELL_HEIGHT, CELL_WIDTH, COLUMNS, PADDING, grid_position, rows
from builder.host_declarations import HOST_DECLARATIONS
from builder.paths import MISSING_PAGE, SOCIAL_CARD, public_path
from builder.stages.documents.countries.country_pages import address_of_country, country_pages, make_world_picture
from builder.stages.documents.countries.tiles import STRIP_SIZE, Strip, make_strips, strip_files, tiles_of
from builder.stages.documents.document_data import DocumentData, make_document
from builder.stages.documents.interactive.charts import make_chart
from builder.stages.documents.interactive.console import make_console
from builder.stages.documents.interactive.figures import Ranking, figure_files, make_rankings
from builder.stages.documents.interactive.map import make_map
from builder.stages.documents.interactive.map_outlines import Outlines, read_outlines
from builder.stages.documents.interactive.search_index import make_index, make_names
from builder.stages.documents.pages.highlighting import exchange_html
from builder.stages.documents.pages.http_examples import make_exchange
from builder.stages.documents.pages.markdown_pages import linked, source_of
from builder.stages.documents.pages.markdown_to_html import CONSOLE, render_page
from builder.stages.documents.pages.page_list import HOME, INTERACTIVE_PAGES, PAGES, Page
from builder.types import Asset, CountryValue, File, JsonObject

# Imports of the core in the scripts, with paths relative to the scripts.
_CORE = re.compile(r"'\.\./\.\./edge/core/([\w.-]+\.js)'")
_TYPES = {".css": "css", ".js": "js", ".svg": "svg"}
# The country on the landing page, and the number of its tiles there.
_COUNTRY, _TILES = "NZ", 6
# The example on the landing page.
_SHOWN = f"/v1/alpha/{_COUNTRY.lower()}?fields=name.common,capital,population,area"


def make_html(site: DocumentData, jinja: Environment, written: Mapping[Page, str]) -> tuple[Asset, ...]:
    """Make every HTML page of *site*, from the rendered Markdown pages *written*."""
    config = site.config
    jinja.filters["json"] = embedded
    jinja.globals |= {
        "home": HOME,
        "country_page": address_of_country,
        # Whether the documents are served from the folder that they are written to, next to all other files.
        "are_together": config.docs == f"{config.files}/docs",
        "page_policy": page_policy(config.base_url, config.cdn),
        "windows": f"{DEFAULT_LIMIT}: {' '.join(map(str, config.pages.country_sizes))}; "
        f"{DEFAULT_CATALOG_LIMIT}: {' '.join(map(str, config.pages.catalog_sizes))}",
        "social_image": f"{config.docs}/{SOCIAL_CARD.partition('/')[2]}",
        "sections": [(section, list(pages)) for section, pages in groupby(PAGES, key=lambda page: page.section)],
    }
    rendered = [(page, _rendered(site, jinja, linked(text, attrgetter("address")))) for page, text in written.items()]
    rankings = make_rankings(site)
    strips = make_strips(site.dataset.records)
    outlines = read_outlines(site.dataset.reference.get("outlines", {}))
    # The menu of pages in folders, which is the same on all of them.
    menu = Markup(jinja.get_template("html/side.html").render(root="../"))  # noqa: S704  the template escapes
    pages = (
        *_pages(jinja, rendered),
        *_interactive_pages(site, jinja, rankings, outlines),
        *country_pages(site, jinja, outlines, menu, strips),
        *_figure_pages(site, jinja, rankings, strips, menu),
    )
    headers = page_headers(config.base_url, config.cdn)
    # What people type, who know the name of a page: address, title, target, and path to the root of the site.
    moved = [
        ("/docs.html", "Documents", "docs/", ""),
        *((f"/{page.name}", page.title, f"docs/{page.address}", "") for page in INTERACTIVE_PAGES),
        ("/downloads", "Downloads", "docs/downloads.html", ""),
        ("/docs/downloads/", "Downloads", "../downloads.html", "../../"),
    ]
    moving = jinja.get_template("html/moved.html")
    return (
        _html("/", _landing(site, jinja, strips), headers),
        *(
            _html(address, moving.render(title=title, target=target, up=up).encode(), headers)
            for address, title, target, up in moved
        ),
        *(_html(f"/docs/{address}", page, headers) for address, page in pages),
        make_document("docs/assets/search.json", orjson.dumps(make_index(rendered, site.dataset, rankings)), "json"),
        make_document("docs/assets/names.json", orjson.dumps(make_names(site.dataset)), "json"),
        _missing(site, jinja),
        make_document("docs/assets/flags.css", _flag_places(len(site.dataset.records)).encode(), "css"),
        *figure_files(rankings),
        *strip_files(strips),
        _sitemap([f"{config.files}/", *(f"{config.docs}/{address}" for address, _ in pages)]),
        make_document("docs/assets/world.svg", make_world_picture(outlines).encode(), "svg"),
        *_loaded(site),
    )


def _html(address: str, page: bytes, headers: tuple[tuple[str, str], ...]) -> Asset:
    """Make the asset of a page. Hosts serve it with or without the ``.html`` of its file."""
    name = f"{address}index" if address.endswith("/") else address.removesuffix(".html")
    return Asset(address, File.of(public_path(f"{name[1:]}.html"), page), "html", headers=headers)


def _landing(site: DocumentData, jinja: Environment, strips: Sequence[Strip]) -> bytes:
    """Make the landing page. Where a dataset lacks its country, the first one is shown."""
    records = site.dataset.records
    number = next((number for number, record in enumerate(records) if record.cca2 == _COUNTRY), 0)
    page = jinja.get_template("html/landing.html").render(
        root="docs/",
        files="",
        shown=records[number],
        shown_tiles=tiles_of(strips, records[number].value, number, ())[:_TILES],
        wall=[(*grid_position(at), record.value) for at, record in enumerate(records)],
        hosts_known=len(HOST_DECLARATIONS),
        exchange=exchange_html(make_exchange(site.ask, _SHOWN), f"docs/{CONSOLE}"),
    )
    return page.encode()


def _rendered(site: DocumentData, jinja: Environment, markdown: str) -> JsonObject:
    """Convert a page to HTML, or take it from an earlier build."""

    def figure(name: str) -> str:
        return jinja.get_template(f"html/figures/{name}.svg").render()

    page: JsonObject = orjson.loads(
        site.memo.get(markdown.encode(), lambda: orjson.dumps(render_page(markdown, figure)))
    )
    return page


def _pages(jinja: Environment, rendered: Sequence[tuple[Page, JsonObject]]) -> Iterator[tuple[str, bytes]]:
    """Yield the address (relative to the documents) and the HTML of the pages that are written in Markdown."""
    template = jinja.get_template("html/page.html")
    for number, (page, content) in enumerate(rendered):
        html = template.render(
            page=page,
            content=content,
            source=source_of(page),
            before=PAGES[number - 1] if number else None,
            after=PAGES[number + 1] if number + 1 < len(PAGES) else None,
        )
        yield page.address.removeprefix("./"), html.encode()


def _interactive_pages(
    site: DocumentData, jinja: Environment, rankings: tuple[Ranking, ...], outlines: Outlines
) -> Iterator[tuple[str, bytes]]:
    """Yield the address and the HTML of the interactive pages."""
    # The countries by region, each with the column and the row of its flag in the overview.
    groups: dict[str, list[tuple[int, int, CountryValue]]] = {}
    for number, record in enumerate(site.dataset.records):
        groups.setdefault(record.value.get("region", "Other"), []).append((*grid_position(number), record.value))
    values = {
        "groups": dict(sorted(groups.items())),
        "console": make_console(site),
        "charts": [make_chart(ranking) for ranking in rankings if ranking.figures],
        "map": make_map(site, outlines, rankings),
    }
    for page in INTERACTIVE_PAGES:
        html = jinja.get_template(f"html/{page.name}.html").render(page=page, **values)
        yield page.address, html.encode()


def _figure_pages(
    site: DocumentData, jinja: Environment, rankings: Sequence[Ranking], strips: Sequence[Strip], menu: str
) -> Iterator[tuple[str, bytes]]:
    """Yield the address and the HTML of the page of each metric, with the *menu*."""
    template = jinja.get_template("html/figure.html")
    numbers = {record.cca2: number for number, record in enumerate(site.dataset.records)}
    by_metric = {strip.kind.metric: strip for strip in strips}
    for ranking in rankings:
        strip = by_metric[ranking.metric.name]
        greatest = max((figure.value for figure in ranking.figures), default=0) or 1
        years = sorted({figure.year[:4] for figure in ranking.figures if figure.year})
        figures = [
            {
                "figure": figure,
                "region": site.dataset.records[numbers[figure.code]].value.get("region", ""),
                # In percent of the greatest.
                "share": round(100 * figure.value / greatest, 2),
                "place": strip.places[numbers[figure.code]],
            }
            for figure in ranking.figures
        ]
        html = template.render(
            root="../",
            menu=menu,
            ranking=ranking,
            rows=figures,
            regions=sorted({row["region"] for row in figures} - {""}),
            spread=(years[0], years[-1]) if len(years) > 1 else (),
            strip=STRIP_SIZE,
            strip_name=strip.kind.name,
        )
        yield ranking.page, html.encode()


def _missing(site: DocumentData, jinja: Environment) -> Asset:
    """Make the page for missing addresses. Its links are absolute, since it is served at any address."""
    policy = (site.config.base_url, site.config.cdn, site.config.docs)
    page = jinja.get_template("html/missing.html").render(
        root=f"{site.config.docs}/", files=f"{site.config.files}/", page_policy=page_policy(*policy)
    )
    return _html(f"/{MISSING_PAGE}", page.encode(), page_headers(*policy))


def embedded(value: Any) -> Markup:
    """Encode *value* as JSON that cannot end the script element around it."""
    return Markup(orjson.dumps(value).decode().replace("<", "\\u003c"))  # noqa: S704  no tag can begin without it


def _sitemap(addresses: Iterable[str]) -> Asset:
    """Make the sitemap for search engines (protocol of sitemaps.org)."""
    locations = "".join(f"<url><loc>{escape(address)}</loc></url>\n" for address in addresses)
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{locations}</urlset>\n'
    )
    return make_document("sitemap.xml", text.encode(), "xml")


def _loaded(site: DocumentData) -> Iterator[Asset]:
    """Yield the files that pages load, and the modules of the core that their scripts import, in the same folder."""
    folder = site.templates / "assets"
    texts = {path.name: path.read_text("utf-8") for path in sorted(folder.iterdir()) if path.suffix in _TYPES}
    imported = sorted({name for text in texts.values() for name in _CORE.findall(text)})
    for name, text in {**texts, **{name: site.core[name] for name in imported}}.items():
        yield make_document(f"docs/assets/{name}", _CORE.sub(r"'./\1'", text).encode(), _TYPES[Path(name).suffix])


def _flag_places(count: int) -> str:
    """Write the style sheet that shows a flag of the overview: ``--size`` is the scale, ``--x``, ``--y`` the cell."""
    width, height = CELL_WIDTH + 2 * PADDING, CELL_HEIGHT + 2 * PADDING
    at = [
        f"calc(var(--size)*-1px*({cell}*var(--{name},0) + {PADDING}))" for name, cell in (("x", width), ("y", height))
    ]
    size = f"width:calc({CELL_WIDTH}px*var(--size));height:calc({CELL_HEIGHT}px*var(--size))"
    lines = [f"#flags i{{{size};background:url(flags.png) {' '.join(at)}/calc({COLUMNS * width}px*var(--size))}}"]
    for name, cells in (("x", COLUMNS), ("y", rows(count))):
        lines += [f".{name}{cell}{{--{name}:{cell}}}" for cell in range(1, cells)]
    return "\n".join(lines) + "\n"
