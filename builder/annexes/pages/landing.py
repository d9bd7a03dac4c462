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
from builder.flag_grid import grid_position
from builder.host_declarations import host_declarations
from builder.output_paths import DOCS_FOLDER

# The country on the landing page.
_COUNTRY = "NZ"
_ROUTE = next(route for route in ROUTES if route.path == "/v1/alpha/{codes}")
# What is drawn over time there, and of how many countries.
_OVER_TIME, _LINES = "gdp", 5
# The languages of its call.
_SAMPLES = ("sh", "js", "python")
# The example on the landing page.
_SHOWN = f"/v1/alpha/{_COUNTRY.lower()}?fields=name.common,capital,population"


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
    over_time = next((ranking for ranking in Pictures.of(data).rankings if ranking.indicator.name == _OVER_TIME), None)
    has_history = over_time is not None and _OVER_TIME in Pictures.of(data).history
    calls = calls_of(_ROUTE, f"{data.site.config.base_url}{_SHOWN}")
    return {
        "dataset": dataset,
        **{name: values[name] for name in ("tiles", "pasts", "spot", "width", "height", "line")},
        "over_time": over_time.indicator if over_time and has_history else None,
        "time_codes": [figure.code.lower() for figure in over_time.figures[:_LINES]] if over_time else [],
        "samples": {language: highlight_code(calls[language]) for language in _SAMPLES},
        "language_names": LANGUAGES,
        "downloads": data.downloads,
        "shown": shown,
        "wall": [(*grid_position(at), record.value) for at, record in enumerate(dataset.records)],
        "hosts_known": len(host_declarations()),
        "exchange": exchange_html(make_exchange(data.ask, _SHOWN), f"{DOCS_FOLDER}/{CONSOLE}"),
    }
