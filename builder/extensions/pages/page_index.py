"""Makes the indexes of pages: that of the search, with countries and their names, and the sitemap (sitemaps.org)."""

from collections.abc import Iterable, Iterator

import orjson
from markupsafe import escape

from builder.documents.document_data import DocumentData
from builder.documents.guides import list_guides
from builder.documents.page import Page
from builder.extensions.pages.country_search import found_aspects, found_countries
from builder.extensions.pages.html.rendering import guide_content
from builder.extensions.pages.pictures import Pictures
from builder.project.config import Config

# By the name of a region.
_ADJECTIVES = {
    "Africa": "african",
    "Americas": "american",
    "Asia": "asian",
    "Europe": "european",
    "Oceania": "oceanian pacific",
}


def make_index(data: DocumentData, pages: Iterable[Page]) -> bytes:
    """List everything that can be found, *pages* included, with addresses relative to the documents.

    ``parts`` are [page title, heading, address, text, further words], ``countries`` [name, cca2, cca3, calling codes,
    what its page says first by anchor], ``aspects`` the parts of a country's page: [title, anchor, words]. A term with
    the same text on several pages is listed once.
    """
    parts: list[list[str]] = []
    terms: dict[tuple[str, str], list[str]] = {}
    for page in data.once(list_guides):
        content = guide_content(page, data)
        for part in content["parts"]:
            is_page = part["level"] == 1
            place = page.address if is_page else f"{page.address}#{part['anchor']}"
            further = [page.words] if is_page and page.words else []
            parts.append([page.title, part["title"], place, part["text"], *further])
        for term in content["terms"]:
            entry = [page.title, term["title"], f"{page.address}#{term['anchor']}", term["text"]]
            terms.setdefault((term["title"], term["text"]), entry)
    parts += [
        [page.title, page.title, page.address, page.summary, page.words]
        for page in pages
        if not page.section and page.words is not None
    ]
    return orjson.dumps(
        {
            "parts": [*parts, *_found_pages(data), *terms.values()],
            "countries": [*found_countries(data.site)],
            "aspects": [*found_aspects(data.site)],
        }
    )


def _found_pages(data: DocumentData) -> Iterator[list[str]]:
    """Yield metrics and groups of countries with their pages."""
    for ranking in Pictures.of(data).rankings:
        title = f"{ranking.metric.title}, all countries ranked"
        words = f"{ranking.metric.name} head chart ranking rank map compare highest lowest"
        words += " largest smallest biggest size" if ranking.metric.path == "area" else ""
        yield [title, title, ranking.metric.page, f"Ranking of {len(ranking.figures)} countries", words]
    for group in Pictures.of(data).groups:
        title = f"{group.name} ({group.codes[0]})" if group.codes else group.name
        count = len(group.members)
        text = f"{group.kind.name.capitalize()}: {count} {'country' if count == 1 else 'countries'}"
        # Other names stand in the text: as words they would come before countries with the same word in their name.
        text += f". {', '.join(group.aliases)}" if group.aliases else ""
        words = "members since" if group.memberships else f"countries with {_ADJECTIVES.get(group.name, '')}"
        yield [title, title, group.page, text, f"{group.kind.name} {words}"]


def make_names(data: DocumentData) -> bytes:
    """List countries as [name, cca2], in the order of the dataset."""
    records = data.site.dataset.records
    return orjson.dumps({"countries": [[record.value["name"]["common"], record.cca2] for record in records]})


def make_name_index(data: DocumentData) -> bytes:
    """Give the names that a search compares, in the form of ``SearchedNames`` in ``edge/core/types.d.ts``."""
    return orjson.dumps(data.site.manifest["names"])


def sitemap(pages: Iterable[Page], config: Config) -> bytes:
    """List the URLs of *pages*."""
    urls = [
        f"{config.files}{page.at}" if page.at else f"{config.docs}/{page.address.removeprefix('./')}" for page in pages
    ]
    locations = "".join(f"<url><loc>{escape(url)}</loc></url>\n" for url in urls)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{locations}</urlset>\n'
    ).encode()
