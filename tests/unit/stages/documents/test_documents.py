"""The documents as a whole: nothing in the tables lacks its words, and what they show and link to is there."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote, urljoin, urlsplit

import pytest

from builder.build import build
from builder.config import load_config
from builder.stages.documents.countries.shown_fields import ELSEWHERE, GROUPS
from builder.stages.documents.manual.contents import PAGES, TOOLS
from builder.stages.documents.manual.record_objects import objects_held
from builder.stages.documents.manual.reference import BY_NAME
from builder.stages.documents.titles_and_units import FAMILIES, METRIC_WORDS
from builder.stages.output.state import Tree
from builder.tables.headers import HEADERS
from builder.tables.host_names import HOSTS
from builder.tables.metrics import METRICS
from builder.tables.parameters import PARAMETERS
from builder.tables.provenance import DERIVED
from builder.tables.record_model import ANSWERS, ObjectModel
from builder.tables.routes import ROUTES, Route
from scripts.soak.preview_process import small_project
from tests.contract.oracle import aliases
from tests.support.project import ROOT, quiet
from tests.support.serving import Service

BASE = load_config(ROOT / "site_config.toml").base_url
ANSWERED_FROM_CHANCE = re.compile(r"^/v1/random|page=randomized|page=random(?!.*seed=)")
EXCHANGE = re.compile(
    r"^```+http\nGET (?P<target>\S+) HTTP/1.1\n\nHTTP/1.1 (?P<status>\d+)[^\n]*(?P<rest>.*?)\n```+$", re.DOTALL | re.M
)


@pytest.fixture(scope="module")
def texts(site: Path) -> dict[str, str]:
    return {path.stem: path.read_text("utf-8") for path in sorted((site / "public/docs").glob("*.txt"))}


@pytest.fixture(scope="module")
def prose(texts: dict[str, str]) -> str:
    return "\n".join(texts.values())


def object_fields() -> list[tuple[str, str]]:
    found: dict[str, type[ObjectModel]] = {}
    waiting = list(ANSWERS)
    while waiting:
        model = waiting.pop()
        if model.__name__ not in found:
            found[model.__name__] = model
            for info in model.model_fields.values():
                waiting += [part for part in ObjectModel.__subclasses__() if part.__name__ in str(info.annotation)]
    return [(name, field) for name, model in sorted(found.items()) for field in model.model_fields]


def test_every_template_is_a_page_and_every_page_has_a_template() -> None:
    assert {path.stem for path in (ROOT / "templates/docs").glob("*.md")} == {
        page.name for page in PAGES if page.name not in BY_NAME
    }
    frames = {"layout", "page", "tool", "moved", "landing", "side", "country", "missing"}
    assert {path.stem for path in (ROOT / "templates/html").glob("*.html")} - frames == {tool.name for tool in TOOLS}


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path)
def test_a_page_has_a_line_for_the_route(route: Route, prose: str, site: Path) -> None:
    if route.family != "documents":
        assert re.search(rf"^\| `GET {re.escape(route.path)}`.*{re.escape(route.summary)}", prose, re.M)
    assert f"- `GET {route.path}`" in (site / "public/llms.txt").read_text("utf-8")


@pytest.mark.parametrize(("model", "field"), object_fields())
def test_a_page_has_a_line_for_the_field(model: str, field: str, prose: str) -> None:
    for part in prose.split("\n#"):
        heading = part.split("\n", 1)[0].lstrip("# ")
        if heading in (model, *(["Errors"] if model == "Error" else [])) and f"\n| `{field}` |" in part:
            assert re.search(rf"\n\| `{field}` \|[^|]+\|[^|]+\| [^|]*\w[^|]* \|", part)
            return
    pytest.fail(f"no page has a line for {model}.{field}")


@pytest.mark.parametrize("name", [header.name for header in HEADERS])
def test_a_page_has_a_line_for_the_header(name: str, texts: dict[str, str]) -> None:
    assert f"\n| `{name}` |" in texts["headers"]


@pytest.mark.parametrize("key", PARAMETERS)
def test_a_page_has_a_line_for_the_parameter(key: str, prose: str) -> None:
    parameter = PARAMETERS[key]
    assert re.search(rf"^\| `{parameter.name}` \|.*{re.escape(parameter.description)}", prose, re.M)


def test_a_page_lists_every_value_and_each_finds_something(texts: dict[str, str], service: Service) -> None:
    """Counted against the records; the first, the last and some between are asked for."""
    records = [json.loads(service.get(f"/v1/list?limit=5&offset={offset}").body) for offset in range(0, 250, 5)]
    values = [record for page in records for record in page]
    listed = {
        part.split("\n", 1)[0]: re.findall(r"^\| (.+?) \|", part, re.M)[1:] for part in texts["values"].split("\n## ")
    }
    assert listed["Countries"] == [value["name"]["common"] for value in values]
    assert set(listed["Currencies"]) == {code for value in values for code in value.get("currencies", {})}
    assert set(listed["Languages"]) == {name for value in values for name in value.get("languages", {}).values()}
    assert set(listed["Regions and subregions"]) == {value["region"] for value in values if "region" in value}
    germany = next(line for line in texts["values"].split("\n") if line.startswith("| Germany |"))
    assert germany == "| Germany | DE | DEU | 276 | GER |"
    assert set(listed["Other names"]) == {
        name for table in ("regions", "subregions", "continents") for name in aliases(table)
    }
    for route, heading in {"lang": "Languages", "currency": "Currencies", "region": "Regions and subregions"}.items():
        for name in listed[heading][::9] + listed[heading][-1:]:
            assert service.get(f"/v1/{route}/{quote(name)}").status == 200, f"{route} {name}"


def test_the_values_bear_their_further_names(texts: dict[str, str]) -> None:
    lines = texts["values"].split("\n")
    assert "| German | deu | de | ger | Deutsch |" in lines
    assert "| Americas | region | America, The Americas |" in lines
    listed = [name for table in ("languages", "currencies") for names in aliases(table).values() for name in names]
    assert [name for name in listed if name not in texts["values"]] == []


def test_only_objects_that_a_record_has_are_held(texts: dict[str, str]) -> None:
    assert "No record has one in this release." not in texts["record"]
    held = objects_held([{"name": {"native": {"deu": {}}}, "holidays": {"items": [{}]}}])
    assert held == {"Country", "CountryName", "NativeName", "CountryHolidays", "PublicHoliday"}


def test_a_field_of_two_types_says_both(texts: dict[str, str]) -> None:
    assert "| `observedValue` | string or integer | required |" in texts["catalogs"]


def test_every_host_has_its_page() -> None:
    assert {f"hosting-{name}" for name in HOSTS} == {page.name for page in PAGES if page.name.startswith("hosting-")}


def test_every_family_and_metric_has_its_words() -> None:
    assert {route.family for route in ROUTES} == set(FAMILIES)
    assert {metric.name for metric in METRICS} == set(METRIC_WORDS)


def test_the_provenance_names_every_field_that_a_record_has(texts: dict[str, str], service: Service) -> None:
    """A field counts as named when it, what holds it, or all that it holds has a row."""
    named = set(re.findall(r"^\| `([\w.]+)` \|", texts["data-sources"].split("## Fields")[1], re.M))
    assert {field for field, _ in DERIVED} <= named
    unnamed = {
        field
        for field in json.loads(service.get("/v1/alpha/de").body)[0]
        if not any(name == field or name.startswith(f"{field}.") for name in named)
    }
    assert unnamed == set()


def test_every_exchange_is_answered_as_shown(texts: dict[str, str], service: Service) -> None:
    shown = 0
    for name, text in texts.items():
        for found in EXCHANGE.finditer(text):
            target = found["target"]
            reply = service.get(target, country="DE")
            assert reply.status == int(found["status"]), f"{name}: {target}"
            headers, _, body = found["rest"].partition("\n\n")
            if ANSWERED_FROM_CHANCE.search(target):
                continue
            for line in filter(None, headers.split("\n")):
                assert tuple(line.split(": ", 1)) in reply.headers, f"{name}: {target}"
            if body and "more lines" not in body:
                assert squeezed(body) == squeezed(reply.body.decode()), f"{name}: {target}"
            shown += 1
    assert shown > 40


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.anchors: set[str] = set()
        self.canonical = ""

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if ("rel", "canonical") in attrs:
            self.canonical = dict(attrs)["href"] or ""
            return
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.targets.add(value)
            if value and name == "id":
                self.anchors.add(value)


def read_links(text: str) -> Links:
    links = Links()
    links.feed(text)
    return links


def test_every_link_of_every_page_leads_somewhere(site: Path, service: Service) -> None:
    public = site / "public"
    pages = [public / "index.html", *sorted((public / "docs").glob("*.html"))]
    for path in pages:
        here = f"{BASE}/{path.relative_to(public).as_posix().replace('index.html', '').replace('404.html', '')}"
        for target in read_links(path.read_text("utf-8")).targets:
            link = urlsplit(urljoin(here, target))
            if f"{link.scheme}://{link.netloc}" != BASE:
                assert link.scheme == "https", f"{path.name} links to {target}"
                continue
            reply = service.get(link.path + (f"?{link.query}" if link.query else ""))
            assert reply.status in (200, 301), f"{path.name} links to {target}, which answers {reply.status}"
            if (
                link.fragment
                and "text/html" in dict(reply.headers)["Content-Type"]
                and not link.fragment.startswith("/")
            ):
                assert link.fragment in read_links(reply.body.decode()).anchors, f"{path.name} links to {target}"


def test_every_page_says_to_search_engines_what_and_where_it_is(site: Path) -> None:
    public = site / "public"
    titles = set()
    pages = {public / "index.html", *(public / "docs").glob("*.html")} - {public / "docs/404.html"}
    for path in sorted(pages):
        text = path.read_text("utf-8")
        address = f"{BASE}/{path.relative_to(public).as_posix().removesuffix('index.html')}"
        assert read_links(text).canonical == address
        title, summary = (
            re.findall(f'<meta property="og:{name}" content="([^"]+)">', text)[0] for name in ("title", "description")
        )
        assert f"<title>{title} · Country Reference API</title>" in text
        assert f'<meta name="description" content="{summary}">' in text
        titles.add(title)
    assert len(titles) == len(PAGES) + len(TOOLS) + 1


def test_the_page_of_what_is_missing_names_everything_in_full_and_wants_no_search_engine(site: Path) -> None:
    text = (site / "public/docs/404.html").read_text("utf-8")
    targets = read_links(text).targets
    assert [target for target in targets if not target.startswith(("https://", f"{BASE}/", "#"))] == []
    assert '<meta name="robots" content="noindex">' in text
    assert "404.html" not in (site / "public/sitemap.xml").read_text("utf-8")


def test_every_country_has_a_page_that_leads_somewhere_and_shows_its_flag_to_social_networks(
    site: Path, service: Service
) -> None:
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


def test_a_page_of_a_country_shows_every_field_with_its_source(site: Path, service: Service) -> None:
    text = (site / "public/docs/countries/jp.html").read_text("utf-8")
    provenance = json.loads((ROOT / "data/provenance.json").read_text("utf-8"))
    shown = {fact.path for facts in GROUPS.values() for fact in facts}
    assert [field for field in provenance if field not in shown and field not in ELSEWHERE] == []
    value = json.loads(service.get("/v1/alpha/jp").body)[0]
    row = re.search(r'<tr id="enrichment-development-hdi">.*', text)
    assert row
    assert str(value["enrichment"]["development"]["hdi"]) in row[0]
    assert "Human Development Report" in row[0]


def test_a_value_that_was_corrected_by_hand_says_why(site: Path) -> None:
    text = (site / "public/docs/countries/bg.html").read_text("utf-8")
    assert '<small class="reason">The euro replaced the lev on 2026-01-01.</small>' in text


def test_the_sitemap_names_every_page_and_robots_names_the_sitemap(site: Path, service: Service) -> None:
    robots = service.get("/robots.txt").body.decode()
    assert f"Sitemap: {BASE}/sitemap.xml\n" in robots
    reply = service.get("/sitemap.xml")
    assert dict(reply.headers)["Content-Type"] == "application/xml; charset=utf-8"
    addresses = re.findall("<loc>(.+?)</loc>", reply.body.decode())
    assert len(addresses) == len(set(addresses)) == len(PAGES) + len(TOOLS) + 1 + 250
    public = site / "public"
    for address in addresses:
        path = address.removeprefix(f"{BASE}/")
        assert (public / (path + "index.html" if path.endswith("/") or not path else path)).is_file(), address


def test_every_link_of_every_text_leads_somewhere(site: Path, service: Service) -> None:
    public = site / "public"
    for path in [public / "llms.txt", public / "docs.txt", *sorted((public / "docs").glob("*.txt"))]:
        found = re.findall(r"\]\((https?://[^)\s]+)\)", path.read_text("utf-8"))
        for target in found:
            if target.startswith(BASE):
                assert service.get(urlsplit(target).path).status == 200, f"{path.name} links to {target}"
            else:
                assert target.startswith("https://"), f"{path.name} links to {target}"


def test_each_page_is_there_as_html_and_as_text(service: Service) -> None:
    for page in PAGES:
        text = service.get(f"/docs/{page.name}.txt")
        assert text.body.decode().startswith(f"# {page.title}\n")
        assert dict(text.headers)["Content-Type"] == "text/plain; charset=utf-8"
        html = service.get("/docs/" if page.name == "introduction" else f"/docs/{page.name}.html")
        assert f"<h1>{page.title}</h1>" in html.body.decode()
        assert dict(html.headers)["Content-Type"] == "text/html; charset=utf-8"


def test_no_index_holds_more_of_a_record_than_what_identifies_it(site: Path) -> None:
    index = (site / "public/docs/assets/search.json").read_text("utf-8")
    assert '["Germany","DE","DEU",["Deutschland"]]' in index
    assert "Federal Republic of Germany" not in index


def test_three_origins_are_spelled_and_no_other(tmp_path: Path) -> None:
    names = ("base_url", "cdn_url", "docs_url")
    origins = {name: f"https://{name.removesuffix('_url')}.example.org" for name in names}
    request = replace(small_project(tmp_path), overrides=origins)
    build(request, Tree(request.output), quiet)
    public = request.output / "public"
    for path in (public / "llms.txt", public / "openapi.json", *public.glob("*.html"), *(public / "docs").glob("*.*")):
        assert "127.0.0.1:8000" not in path.read_text("utf-8"), path.name
    policy = (
        "img-src 'self' https://cdn.example.org/; connect-src 'self' https://base.example.org/ https://cdn.example.org/"
    )
    assert policy in (public / "docs/console.html").read_text("utf-8")
    assert "https://docs.example.org/errors.txt" in (public / "llms.txt").read_text("utf-8")
    described = json.loads((public / "openapi.json").read_text("utf-8"))
    assert described["servers"][0]["url"] == origins["base_url"]
    assert described["paths"]["/get/{code}"]["servers"][0]["url"] == origins["cdn_url"]
    # Pages link to each other relatively, and to nothing above them: the folder is the root of a host of its own.
    for path in {*(public / "docs").glob("*.html")} - {public / "docs/404.html"}:
        for target in read_links(path.read_text("utf-8")).targets:
            outside = ("/", "../", f"{origins['docs_url']}/")
            assert not target.startswith(outside), f"{path.name} links to {target}"
