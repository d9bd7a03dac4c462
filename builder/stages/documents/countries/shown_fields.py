"""The fields on a country's page: their groups, names, and functions that format values as HTML."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from builder.api.metrics import METRICS

Formatter = Callable[[Any], Markup]

_METRICS = {metric.path: metric.name for metric in METRICS}
_MOST_NAMES = 12
_FEW = 3


class ShownField(NamedTuple):
    """A field: its dot path, its displayed name, and the function that formats a value as HTML."""

    path: str
    name: str
    format_value: Formatter

    @property
    def metric(self) -> str:
        """Name of the ranking by this field, or empty."""
        return _METRICS.get(self.path, "")


def text(value: Any) -> Markup:
    """Write a text."""
    return escape(value)


def texts(values: Iterable[Any]) -> Markup:
    """Write several texts, separated by commas."""
    return Markup(", ").join(values)


def few(values: Sequence[Any]) -> Markup:
    """Write the first and the last of several texts, or all if there are few."""
    return texts(values) if len(values) <= _FEW else Markup("{} to {}").format(values[0], values[-1])


def truth(value: Any) -> Markup:
    """Write yes or no."""
    return escape("yes" if value else "no")


def number(unit: str = "", digits: int = 0) -> Formatter:
    """Make a function that writes a figure with thousands separated, and its *unit*."""

    def format_value(value: Any) -> Markup:
        figure = f"{value:,.{digits}f}" if isinstance(value, float) and not value.is_integer() else f"{value:,.0f}"
        return Markup("{} {}").format(figure, unit) if unit else escape(figure)

    return format_value


def year(value: Any) -> Markup:
    """Write a year, whose digits are not separated."""
    return escape(value)


def share(value: Any) -> Markup:
    """Write a part of 1 in percent."""
    return Markup("{:.1f} %").format(value * 100)


def place(value: Any) -> Markup:
    """Write a latitude and a longitude in degrees."""
    latitude, longitude = value
    return Markup("{:g}° {}, {:g}° {}").format(
        abs(latitude), "S" if latitude < 0 else "N", abs(longitude), "W" if longitude < 0 else "E"
    )


def names(value: Mapping[str, Any]) -> Markup:
    """Write the official name, and the native ones with the code of their language."""
    native = value.get("native", {})
    shown = [Markup("{} ({})").format(name["common"], code) for code, name in native.items()]
    return Markup("; ").join([escape(value["official"]), *([texts(shown)] if shown else [])])


def translations(value: Mapping[str, Any]) -> Markup:
    """Write the first common names in other languages, and the number of the rest."""
    shown = [escape(name["common"]) for name in value.values()]
    rest = len(shown) - _MOST_NAMES
    return texts(shown[:_MOST_NAMES]) + (f" and {rest} more" if rest > 0 else "")


def currencies(value: Mapping[str, Any]) -> Markup:
    """Write names, codes and symbols of currencies."""
    return texts(
        Markup("{} ({}{})").format(one["name"], code, f", {one['symbol']}" if "symbol" in one else "")
        for code, one in value.items()
    )


def languages(value: Mapping[str, Any]) -> Markup:
    """Write names and codes of languages."""
    return texts(Markup("{} ({})").format(name, code) for code, name in value.items())


def demonyms(value: Mapping[str, Any]) -> Markup:
    """Write the words for the people of a country, each once."""
    return texts(dict.fromkeys(escape(one[form]) for one in value.values() for form in ("m", "f")))


def link(value: Any) -> Markup:
    """Write an address as a link to it."""
    return Markup('<a href="{0}" rel="external">{0}</a>').format(value)


def wikidata(value: Any) -> Markup:
    """Write an identifier of Wikidata as a link to its item."""
    return Markup('<a href="https://www.wikidata.org/wiki/{0}" rel="external">{0}</a>').format(value)


def residents(value: Mapping[str, Any]) -> Markup:
    """Write a population with its date."""
    return Markup("{:,}{}").format(value["value"], f" ({value['asOf']})" if "asOf" in value else "")


def company(value: Mapping[str, Any]) -> Markup:
    """Write a company and its revenue."""
    revenue = value.get("revenue")
    return Markup("{}{}").format(value["name"] or "", f", revenue {revenue:,.0f} US dollars" if revenue else "")


GROUPS: dict[str, tuple[ShownField, ...]] = {
    "Geography": (
        ShownField("region", "Region", text),
        ShownField("subregion", "Subregion", text),
        ShownField("continents", "Continents", texts),
        ShownField("capital", "Capital", texts),
        ShownField("capitalInfo.latlng", "Coordinates of the capital", place),
        ShownField("latlng", "Coordinates", place),
        ShownField("area", "Area", number("km²", 2)),
        ShownField("landlocked", "Landlocked", truth),
        ShownField("timezones", "Time zones", texts),
    ),
    "People": (
        ShownField("population", "Population", number()),
        ShownField("enrichment.population", "Population, dated", residents),
        ShownField("enrichment.computed.populationDensity", "Density", number("per km²", 1)),
        ShownField("capitalInfo.population", "Population of the capital", number()),
        ShownField("enrichment.computed.capitalPopulationShare", "Share of the capital", share),
        ShownField("languages", "Languages", languages),
        ShownField("enrichment.development.hdi", "Human Development Index", number("", 3)),
        ShownField("enrichment.development.lifeExpectancy", "Life expectancy", number("years", 1)),
        ShownField("enrichment.development.gini", "Gini index", number("", 1)),
    ),
    "Economy": (
        ShownField("currencies", "Currencies", currencies),
        ShownField("enrichment.economics.gdp", "Gross domestic product", number("US dollars")),
        ShownField("enrichment.economics.gdpPerCapita", "GDP per capita", number("US dollars")),
        ShownField("enrichment.economics.gdpYear", "Year of the GDP", year),
        ShownField("enrichment.company", "Largest company", company),
    ),
    "Government": (
        ShownField("independent", "Independent", truth),
        ShownField("status", "ISO 3166-1 status", text),
        ShownField("unMember", "Member of the United Nations", truth),
        ShownField("unRegionalGroup", "UN regional group", text),
        ShownField("enrichment.government.type", "Form of government", text),
        ShownField("enrichment.government.website", "Website", link),
    ),
    "Names": (
        ShownField("name", "Official and native names", names),
        ShownField("altSpellings", "Other names", texts),
        ShownField("demonyms", "Demonym", demonyms),
        ShownField("translations", "In other languages", translations),
    ),
    "Codes": (
        ShownField("cca2", "ISO 3166-1 alpha-2", text),
        ShownField("cca3", "ISO 3166-1 alpha-3", text),
        ShownField("ccn3", "ISO 3166-1 numeric", text),
        ShownField("cioc", "Olympic committee", text),
        ShownField("fifa", "FIFA", text),
        ShownField("tld", "Top-level domains", texts),
        ShownField("kbId", "Wikidata", wikidata),
        ShownField("flag", "Emoji", text),
    ),
}

# What a visitor of a country's page looks for first.
GLANCE: tuple[ShownField, ...] = (
    ShownField("capital", "Capital", texts),
    ShownField("languages", "Languages", languages),
    ShownField("currencies", "Currency", currencies),
    ShownField("timezones", "Time zone", few),
    ShownField("subregion", "Region", text),
    ShownField("tld", "Domain", texts),
)

# Fields with a section of their own on the page.
ELSEWHERE = ("borders", "holidays", "flags.alt", "flags.svg", "flags.png", "maps")
