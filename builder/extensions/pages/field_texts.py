"""Functions that write the values of fields as text, for people."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from builder.api.record_model import CountryName, Currency, Demonym, EnrichmentCompany, EnrichmentPopulation
from builder.extensions.pages.number_format import with_decimals

# Makes a text, which the template escapes, or HTML.
Formatter = Callable[[Any], str]

_MOST_TEXTS = 3


def first_and_last(values: Sequence[str]) -> str:
    """Write the first and the last of several texts, or all if there are at most three."""
    return ", ".join(values) if len(values) <= _MOST_TEXTS else f"{values[0]} to {values[-1]}"


def yes_no(value: object) -> str:
    """Write yes or no."""
    return "yes" if value else "no"


def number(unit: str = "", digits: int = 0) -> Formatter:
    """Make a function that writes a number with separators of thousands, and its *unit*."""

    def format_value(value: float) -> str:
        return f"{with_decimals(value, 0 if float(value).is_integer() else digits)} {unit}".rstrip()

    return format_value


def share(value: float) -> str:
    """Write a fraction as a percentage."""
    return f"{with_decimals(value * 100, 1)} %"


def coordinates(value: tuple[float, float]) -> str:
    """Write a latitude and a longitude in degrees."""
    latitude, longitude = value
    return f"{abs(latitude):g}° {'S' if latitude < 0 else 'N'}, {abs(longitude):g}° {'W' if longitude < 0 else 'E'}"


def names(value: CountryName) -> str:
    """Write the official name, and the native ones with the code of their language."""
    native = [f"{name['common']} ({code})" for code, name in value.get("native", {}).items()]
    return "; ".join(filter(None, [value["official"], ", ".join(native)]))


def currencies(value: Mapping[str, Currency]) -> str:
    """Write names, codes and symbols of currencies."""
    return ", ".join(
        f"{currency['name']} ({', '.join([code, *filter(None, [currency.get('symbol')])])})"
        for code, currency in value.items()
    )


def languages(value: Mapping[str, str]) -> str:
    """Write names and codes of languages."""
    return ", ".join(f"{name} ({code})" for code, name in value.items())


def demonyms(value: Mapping[str, Demonym]) -> str:
    """Write the words for the people of a country, each once."""
    return ", ".join(dict.fromkeys(word for demonym in value.values() for word in (demonym["m"], demonym["f"])))


def link(value: str) -> Markup:
    """Write an address as a link to it."""
    return Markup('<a href="{0}" rel="external">{0}</a>').format(value)


def wikidata(value: str) -> Markup:
    """Write an identifier of Wikidata as a link to its item."""
    return Markup('<a href="https://www.wikidata.org/wiki/{0}" rel="external">{0}</a>').format(value)


def residents(value: EnrichmentPopulation) -> str:
    """Write a population, without its year."""
    return f"{value['value']:,} people"


def company(value: EnrichmentCompany) -> str:
    """Write a company and its revenue."""
    revenue = value.get("revenue")
    return f"{value['name'] or ''}{f', revenue {revenue:,.0f} US dollars' if revenue else ''}"
