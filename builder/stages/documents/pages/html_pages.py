"""Makes the HTML of the documents: pages, interactive pages, the landing page, and the files that they load."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from jinja2 import Environment
from markupsafe import Markup, escape

from builder.api.headers import page_headers, page_policy
from builder.api.parameters import DEFAULT_CATALOG_LIMIT, DEFAULT_LIMIT
from builder.api.routes import FAMILY_TITLES
from builder.flag_grid import CELL_HEIGHT, CELL_WIDTH, COLUMNS, PADDING, grid_position, rows
from builder.host_declarations import HOST_DECLARATIONS
from builder.paths import MISSING_PAGE, SOCIAL_CARD, public_path
from builder.stages.documents.countries.country_pages import (
    WORLD,
    address_of_country,
    country_pages,
    make_world_picture,
)
from builder.stages.documents.countries.tiles import (
    STRIP_HEIGHT,
    STRIP_WIDTH,
    Strip,
    make_strips,
    strip_files,
    tiles_of,
)
from builder.stages.documents.document_data import DocumentData
from builder.stages.documents.interactive.charts import make_charts
from builder.stages.documents.interactive.console import ALIAS, make_calls, make_forms, record_paths
from builder.stages.documents.interactive.figures import Figure, Ranking, figure_files, make_rankings
from builder.stages.documents.interactive.map import CLASSES, HISTOGRAM, VIEW, Scale, make_map_data
from builder.stages.documents.interactive.map_outlines import Outlines, read_outlines
from builder.stages.documents.interactive.search_index import make_index, make_names
from builder.stages.documents.pages.highlighting import exchange_html
from builder.stages.documents.pages.http_examples import show_exchange
from builder.stages.documents.pages.markdown_pages import MarkdownPage, linked, source_of
from builder.stages.documents.pages.markdown_to_html import LANGUAGES, Passage, RenderedPage, page_renderer
from builder.stages.documents.pages.page_list import HOME, INTERACTIVE_PAGES, PAGES, InteractivePage, Page, page_named
from builder.types import Asset, CountryValue, File

# Imports of the core in the scripts, with paths relative to the scripts.
_CORE = re.compile(r"'\.\./\.\./edge/core/([\w.-]+\.js)'")
_TYPES = {".css": "css", ".js": "js", ".svg": "svg"}
_CONSOLE = "console.html"
# The metric that the map shows without JavaScript.
_MAPPED = "gdpPerCapita"
# The country on the landing page, and the number of its tiles there.
_COUNTRY, _TILES = "NZ", 6
# The example on the landing page.
_SHOWN = f"/v1/alpha/{_COUNTRY.lower()}?fields=name.common,capital,population,area"


def address_of(page: Page | InteractivePage) -> str:
    """Address of a page relative to the documents."""
    return "./" if page.name == HOME else f"{page.name}.html"


def make_html(site: DocumentData, jinja: Environment, written: Sequence[MarkdownPage]) -> tuple[Asset, ...]:
    """Make every HTML page of *site*, from the rendered Markdown pages *written*."""
    _prepare(jinja, site)
    rendered = [(one.page, _rendered(site, jinja, linked(one.markdown, address_of))) for one in written]
    rankings = make_rankings(site)
    strips = make_strips(site.dataset.records)
    below = _side_menus(jinja)
    outlines = read_outlines(site.dataset.reference.get("outlines", {}))
    texts = {
        **{_file(page): text for page, text in _pages(jinja, rendered)},
        **{_file(page): _interactive(site, jinja, page, rankings, outlines) for page in INTERACTIVE_PAGES},
    }
    files = {
        **{name: _html(f"docs/{name}", text.encode()) for name, text in texts.items()},
        **dict(country_pages(site, jinja, outlines, below("../", page_named("countries")), strips)),
        **dict(_figure_pages(site, jinja, rankings, strips, below("../", page_named("charts")))),
    }
    index = make_index(((page, address_of(page), content) for page, content in rendered), site.dataset, rankings)
    headers = page_headers(site.config.base_url, site.config.cdn)
    return (
        Asset(
            "/",
            _html("index.html", _landing(site, jinja, strips).encode()),
            "html",
            headers=headers,
        ),
        _moved(jinja, "/docs.html", "Documents", "docs/", headers),
        # What people type, who know the name of a page.
        *(
            _moved(jinja, f"/{page.name}", page.title, f"docs/{address_of(page)}", headers)
            for page in (*INTERACTIVE_PAGES, page_named("downloads"))
        ),
        _moved(jinja, "/docs/downloads/", "Downloads", "../downloads.html", headers, up="../../"),
        *(Asset(_address(name), file, "html", headers=headers) for name, file in files.items()),
        _json("search.json", index),
        _json("names.json", make_names(site.dataset)),
        _missing(site, jinja),
        Asset(
            "/docs/assets/flags.css",
            File.of(public_path("docs/assets/flags.css"), _flag_places(len(site.dataset.records)).encode()),
            "css",
        ),
        *figure_files(rankings),
        *strip_files(strips),
        _sitemap(site, files),
        _picture(make_world_picture(outlines)),
        *_loaded(site.templates / "assets", site.core),
    )


def _landing(site: DocumentData, jinja: Environment, strips: Sequence[Strip]) -> str:
    """Make the landing page. Where a dataset lacks its country, the first one is shown."""
    records = site.dataset.records
    number = next((number for number, record in enumerate(records) if record.cca2 == _COUNTRY), 0)
    return jinja.get_template("html/landing.html").render(
        root="docs/",
        files="",
        shown=records[number],
        shown_tiles=list(tiles_of(strips, records[number].value, number, ()))[:_TILES],
        wall=[(*grid_position(at), record.value) for at, record in enumerate(records)],
        hosts_known=len(HOST_DECLARATIONS),
    )


def _rendered(site: DocumentData, jinja: Environment, markdown: str) -> RenderedPage:
    """Convert a page to HTML, or take it from an earlier build."""

    def figure(name: str) -> Markup:
        return Markup(jinja.get_template(f"html/figures/{name}.svg").render())  # noqa: S704  a drawing of ours

    def make() -> bytes:
        page = page_renderer(figure, _CONSOLE)(markdown)
        return orjson.dumps(page._asdict(), default=Passage._asdict)

    page = orjson.loads(site.memo.get(markdown.encode(), make))
    return RenderedPage(
        Markup(page["html"]),  # noqa: S704  the renderer escapes all text and lets no HTML through
        tuple(Passage(**part) for part in page["parts"]),
        tuple(Passage(**term) for term in page["terms"]),
    )


def _missing(site: DocumentData, jinja: Environment) -> Asset:
    """Make the page for missing addresses. Its links are absolute, since it is served at any address."""
    policy = (site.config.base_url, site.config.cdn, site.config.docs)
    page = jinja.get_template("html/missing.html").render(
        root=f"{site.config.docs}/", files=f"{site.config.files}/", page_policy=page_policy(*policy)
    )
    return Asset(f"/{MISSING_PAGE}", _html(MISSING_PAGE, page.encode()), "html", headers=page_headers(*policy))


def _json(name: str, value: object) -> Asset:
    path = f"docs/assets/{name}"
    return Asset(f"/{path}", File.of(public_path(path), orjson.dumps(value)), "json")


class FigureRow(NamedTuple):
    """A row of a metric's page: the country's region, its bar in percent of the greatest, its place on the strip."""

    figure: Figure
    region: str
    share: float
    place: float


def _figure_pages(
    site: DocumentData, jinja: Environment, rankings: Sequence[Ranking], strips: Sequence[Strip], side: str
) -> Iterator[tuple[str, File]]:
    """Yield the address and the file of the page of each metric, with the menu *side*."""
    template = jinja.get_template("html/figure.html")
    numbers = {record.cca2: number for number, record in enumerate(site.dataset.records)}
    by_metric = {strip.kind.metric: strip for strip in strips}
    for ranking in rankings:
        strip = by_metric[ranking.metric.name]
        greatest = max((figure.value for figure in ranking.figures), default=0) or 1
        years = sorted({figure.year[:4] for figure in ranking.figures if figure.year})
        rows = [
            FigureRow(
                figure,
                site.dataset.records[number].value.get("region", ""),
                round(100 * figure.value / greatest, 2),
                strip.places[number],
            )
            for figure in ranking.figures
            for number in (numbers[figure.code],)
        ]
        page = template.render(
            root="../",
            side=side,
            ranking=ranking,
            rows=rows,
            regions=sorted({row.region for row in rows} - {""}),
            spread=(years[0], years[-1]) if len(years) > 1 else (),
            strip=(STRIP_WIDTH, STRIP_HEIGHT),
            strip_name=strip.kind.name,
        )
        yield ranking.page, _html(f"docs/{ranking.page}", page.encode())


def _moved(
    jinja: Environment, address: str, title: str, target: str, headers: tuple[tuple[str, str], ...], *, up: str = ""
) -> Asset:
    """Make the page at *address* that leads to *target*; *up* is the path from there to the root of the site."""
    page = jinja.get_template("html/moved.html").render(title=title, target=target, up=up)
    name = f"{address}index" if address.endswith("/") else address.removesuffix(".html")
    return Asset(address, _html(f"{name[1:]}.html", page.encode()), "html", headers=headers)


def _prepare(jinja: Environment, site: DocumentData) -> None:
    jinja.filters["json"] = embedded
    jinja.globals |= {
        "side_menu": _side_menus(jinja),
        "address_of": address_of,
        "home": HOME,
        "country_page": address_of_country,
        # Whether the documents are served from the folder that they are written to, next to all other files.
        "are_together": site.config.docs == f"{site.config.files}/docs",
        "page_policy": page_policy(site.config.base_url, site.config.cdn),
        "windows": "; ".join(
            f"{limit}: {' '.join(map(str, sizes))}"
            for limit, sizes in (
                (DEFAULT_LIMIT, site.config.pages.country_sizes),
                (DEFAULT_CATALOG_LIMIT, site.config.pages.catalog_sizes),
            )
        ),
        "social_image": f"{site.config.docs}/{SOCIAL_CARD.partition('/')[2]}",
        "sections": [
            (section, [page for page in PAGES if page.section == section])
            for section in dict.fromkeys(page.section for page in PAGES)
        ],
        "exchange": exchange_html(_inside(show_exchange(site.ask, _SHOWN)), f"docs/{_CONSOLE}"),
    }


def _side_menus(jinja: Environment) -> Callable[[str, Page | InteractivePage], Markup]:
    """Return a function that makes the menu of a page, whose addresses begin with a given *root*.

    The menu is rendered once and marked for each page: 50 menus of 50 links took a tenth of the time of all documents.
    """
    menus: dict[str, str] = {}

    def menu_of(root: str, page: Page | InteractivePage) -> Markup:
        menu = menus.get(root) or menus.setdefault(root, jinja.get_template("html/side.html").render(root=root))
        here = f'href="{root}{address_of(page)}"'
        return Markup(menu.replace(here, f'{here} aria-current="page"'))  # noqa: S704  a template has escaped it

    return menu_of


def embedded(value: Any) -> Markup:
    """Encode *value* as JSON that cannot end the script element around it."""
    return Markup(orjson.dumps(value).decode().replace("<", "\\u003c"))  # noqa: S704  no tag can begin without it


def _inside(fence: str) -> str:
    return fence.split("\n", 1)[1].rsplit("\n", 1)[0]


def _file(page: Page | InteractivePage) -> str:
    return "index.html" if page.name == HOME else f"{page.name}.html"


def _address(name: str) -> str:
    return "/docs/" if name == "index.html" else f"/docs/{name}"


def _html(path: str, text: bytes) -> File:
    return File.of(public_path(path), text)


def _interactive(
    site: DocumentData, jinja: Environment, page: InteractivePage, rankings: tuple[Ranking, ...], outlines: Outlines
) -> str:
    return jinja.get_template(f"html/{page.name}.html").render(**_values(site, page, rankings, outlines))


def _pages(jinja: Environment, rendered: Sequence[tuple[Page, RenderedPage]]) -> Iterator[tuple[Page, str]]:
    template = jinja.get_template("html/page.html")
    for number, (page, content) in enumerate(rendered):
        yield (
            page,
            template.render(
                page=page,
                content=content,
                source=source_of(page),
                before=PAGES[number - 1] if number else None,
                after=PAGES[number + 1] if number + 1 < len(PAGES) else None,
            ),
        )


def _sitemap(site: DocumentData, names: Iterable[str]) -> Asset:
    """Make the sitemap for search engines (protocol of sitemaps.org)."""
    addresses = [f"{site.config.files}/", *(f"{site.config.docs}{_address(name)[len('/docs') :]}" for name in names)]
    rows = "".join(f"<url><loc>{escape(address)}</loc></url>\n" for address in addresses)
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n'
    )
    return Asset("/sitemap.xml", File.of(public_path("sitemap.xml"), text.encode()), "xml")


def _picture(drawing: str) -> Asset:
    path = f"docs/assets/{WORLD}"
    return Asset(f"/{path}", File.of(public_path(path), drawing.encode()), "svg")


def _loaded(folder: Path, core: Mapping[str, str]) -> Iterator[Asset]:
    """Yield the files that pages load, and the modules of *core* that their scripts import, in the same folder."""
    texts = {path.name: path.read_text("utf-8") for path in sorted(folder.iterdir()) if path.suffix in _TYPES}
    imported = {name: core[name] for name in sorted({name for text in texts.values() for name in _CORE.findall(text)})}
    for name, text in {**texts, **imported}.items():
        path = f"docs/assets/{name}"
        yield Asset(
            f"/{path}", File.of(public_path(path), _CORE.sub(r"'./\1'", text).encode()), _TYPES[Path(name).suffix]
        )


def _values(
    site: DocumentData, page: InteractivePage, rankings: tuple[Ranking, ...], outlines: Outlines
) -> dict[str, object]:
    values: dict[str, object] = {"page": page}
    match page.name:
        case "countries" | "flag-sheet":
            values["groups"] = _by_region(site)
        case "console":
            values["console"] = {
                "families": {**FAMILY_TITLES, ALIAS: "Aliases"},
                "routes": make_forms(site),
                "paths": record_paths(),
                "calls": make_calls(),
                "languages": LANGUAGES,
            }
        case "charts":
            values["charts"] = make_charts(rankings)
        case "map":
            map_data = make_map_data(site, outlines)
            chosen = [scale.metric.name for scale in map_data.scales].index(_MAPPED)
            values |= {
                "map": map_data,
                "view": VIEW,
                "classes": CLASSES,
                "histogram": HISTOGRAM,
                "chosen": chosen,
                "mapped": map_data.scales[chosen],
                "rankings": rankings,
                "scales": [_scale(scale, ranking) for scale, ranking in zip(map_data.scales, rankings, strict=True)],
            }
    return values


def _by_region(site: DocumentData) -> dict[str, list[tuple[int, int, CountryValue]]]:
    """Group the countries by region, each with the column and the row of its flag in the overview."""
    groups: dict[str, list[tuple[int, int, CountryValue]]] = {}
    for number, record in enumerate(site.dataset.records):
        groups.setdefault(record.value.get("region", "Other"), []).append((*grid_position(number), record.value))
    return dict(sorted(groups.items()))


def _flag_places(count: int) -> str:
    """Write the style sheet that shows a flag of the overview: ``--size`` is the scale, ``--x``, ``--y`` the cell."""
    width, height = CELL_WIDTH + 2 * PADDING, CELL_HEIGHT + 2 * PADDING
    at = [
        f"calc(var(--size)*-1px*({cell}*var(--{name},0) + {PADDING}))" for name, cell in (("x", width), ("y", height))
    ]
    size = f"width:calc({CELL_WIDTH}px*var(--size));height:calc({CELL_HEIGHT}px*var(--size))"
    rules = [f"#flags i{{{size};background:url(flags.png) {' '.join(at)}/calc({COLUMNS * width}px*var(--size))}}"]
    for name, cells in (("x", COLUMNS), ("y", rows(count))):
        rules += [f".{name}{cell}{{--{name}:{cell}}}" for cell in range(1, cells)]
    return "\n".join(rules) + "\n"


def _scale(scale: Scale, ranking: Ranking) -> dict[str, object]:
    return {
        "name": scale.metric.name,
        "title": scale.metric.title,
        "unit": scale.metric.unit,
        "exact": scale.metric.exact,
        "bounds": scale.bounds,
        "bars": scale.bars,
        "sources": ranking.sources,
        "csv": ranking.csv_path,
    }
