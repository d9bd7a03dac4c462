"""Writes names with the language that they are in, and apart from the direction of the text around them, as HTML."""

from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup, escape

from builder.api.record_model import Country
from builder.api.types import Dataset
from builder.extensions.tables.site_tables import table_named
from builder.site.site import Site

_NAME = Markup('<bdi lang="{}">{}</bdi>')
_ANY = Markup("<bdi>{}</bdi>")


def tag_of(dataset: Dataset, alpha3: str) -> str:
    """Return the tag of a language: two letters, if it has them."""
    languages: Mapping[str, Any] = dataset.reference["languages"]
    return str(languages.get(alpha3, {}).get("alpha2") or alpha3)


def only_language(value: Country, dataset: Dataset) -> str:
    """Return the tag of the language of a country that has one alone, which its local names are in; or nothing."""
    codes = [*value.get("languages", {})]
    return tag_of(dataset, codes[0]) if len(codes) == 1 else ""


def with_language(text: str, tag: str) -> Markup:
    """Mark *text* as being in a language."""
    return _NAME.format(tag, text) if tag else _ANY.format(text)


def write_names(path: str, value: Any, country: Country, site: Site) -> str | None:
    """Write the value of a field with names as HTML; None for a field without any."""
    if path == "name":
        native = [(code, name["common"]) for code, name in value.get("native", {}).items()]
        names = [with_language(name, tag_of(site.dataset, code)) for code, name in native]
        return "; ".join([escape(value["official"]), *names])
    if path in ("altSpellings", "tld"):
        return ", ".join(with_language(name, "") for name in value if name not in _codes(country))
    if path == "translations":
        # Formats of Markup take three times as long, for 26,000 names.
        items = [
            f'<li>{escape(title)}: <bdi lang="{escape(tag)}">{escape(name)}</bdi></li>'
            for title, tag, name in _in_languages(country, site)
        ]
        return f'<details class="names"><summary>{len(items)} languages</summary><ul>{"".join(items)}</ul></details>'
    return None


def _codes(country: Country) -> tuple[str, str]:
    return country["cca2"], country["cca3"]


def _in_languages(country: Country, site: Site) -> Iterator[tuple[str, str, str]]:
    """Yield the name of a country in each language, with the title and the tag of that: from the table, if any."""
    languages: Mapping[str, Any] = site.dataset.reference["languages"]
    titles = {str(one.get("alpha2") or code): one["name"] for code, one in languages.items()}
    if table := table_named(site, "names"):
        for row in table.by_country.get(country["cca2"], ()):
            tag = row["language"]
            yield titles.get(tag.partition("-")[0], tag), tag, row["name"]
        return
    for code, one in country.get("translations", {}).items():
        tag = tag_of(site.dataset, code)
        yield titles.get(tag, tag), tag, one["common"]
