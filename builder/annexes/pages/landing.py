"""The landing page."""

from builder.annexes.pages.country_pages import country_values
from builder.annexes.pages.pictures import Pictures
from builder.api.routes import ROUTES
from builder.documents.document_data import DocumentData
from builder.documents.pages.highlighting import exchange_html, highlight_code
from builder.documents.pages.markdown_to_html import CONSOLE
from builder.documents.pages.page import Page, Values
from builder.documents.values.http_examples import make_exchange
from builder.documents.values.reference import LANGUAGES, calls_of
from builder.host_declarations import host_declarations
from builder.images.overview import grid_position
from builder.output_paths import DOCS_FOLDER

# The country on the landing page.
_COUNTRY = "NZ"
_ROUTE = next(route for route in ROUTES if route.path == "/v1/alpha/{codes}")
# The languages of its call.
_SAMPLES = ("sh", "js", "python")
# The example on the landing page.
_SHOWN = f"/v1/alpha/{_COUNTRY.lower()}?fields=name.common,capital,currencies,population"


def landing_page(data: DocumentData) -> Page:
    """Describe the landing page."""
    return Page(
        "landing",
        "Countries as JSON, without a key",
        f"{len(data.site.dataset.records)} country records as JSON, CSV and SQLite: names, codes, economy, holidays "
        "and flags, with sources. No key.",
        values=_landing,
        words=None,
        at="/",
    )


def _landing(data: DocumentData) -> Values:
    """Make the values of the landing page. Where a dataset lacks its country, the first one is shown."""
    dataset = data.site.dataset
    number = next((number for number, record in enumerate(dataset.records) if record.cca2 == _COUNTRY), 0)
    shown = dataset.records[number]
    values = country_values(number, data)
    calls = calls_of(_ROUTE, f"{data.site.config.base_url}{_SHOWN}")
    return {
        **{name: values[name] for name in ("tiles", "pasts", "locator", "width", "height", "line")},
        "figures": [(one.indicator, one.figures[0]) for one in Pictures.of(data).rankings if one.figures],
        "samples": {language: highlight_code(calls[language]) for language in _SAMPLES},
        "language_names": LANGUAGES,
        "shown": shown,
        "wall": [(*grid_position(at), record.value) for at, record in enumerate(dataset.records)],
        "hosts_known": len(host_declarations()),
        "exchange": exchange_html(make_exchange(data.ask, _SHOWN), f"{DOCS_FOLDER}/{CONSOLE}"),
    }
