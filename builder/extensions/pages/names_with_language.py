"""Writes names as HTML, with their language, and isolated from the direction of the text around them."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from markupsafe import Markup, escape

from builder.api.record_model import Country
from builder.api.types import Dataset
from builder.extensions.pages.field_texts import demonyms
from builder.extensions.tables.loading import tables_of
from builder.site.site import Site

_NAME = Markup('<bdi lang="{}">{}</bdi>')
_ANY = Markup("<bdi>{}</bdi>")
_CODE = Markup("<code>{}</code>")
_ENGLISH = "eng"


def tag_of(dataset: Dataset, alpha3: str) -> str:
    """Return the tag of a language: its alpha-2 code, or *alpha3* if it has none."""
    languages: Mapping[str, Any] = dataset.reference["languages"]
    return str(languages.get(alpha3, {}).get("alpha2") or alpha3)


def only_language(value: Country, dataset: Dataset) -> str:
    """Return the tag of the only language of a country, which its local names are in; else an empty text."""
    codes = [*value.get("languages", {})]
    return tag_of(dataset, codes[0]) if len(codes) == 1 else ""


def native_names(value: Country, dataset: Dataset) -> Mapping[str, str]:
    """Return the names of a country in its languages, each once, with the tag of the first language that has it."""
    names: dict[str, str] = {}
    for code, name in value["name"].get("native", {}).items():
        names.setdefault(name["common"], tag_of(dataset, code))
    return names


def with_language(text: str, tag: str) -> Markup:
    """Isolate the direction of *text*, and mark its language if there is a *tag*."""
    return _NAME.format(tag, text) if tag else _ANY.format(text)


def write_names(path: str, value: Any, country: Country, site: Site) -> str | None:
    """Write the value of a field as HTML if it has names; else return None."""
    if path == "name":
        names = native_names(country, site.dataset)
        native = [with_language(name, tag) for name, tag in names.items() if name != value["official"]]
        return "; ".join([escape(value["official"]), *native])
    if path == "demonyms":
        return "; ".join(_titled(code, demonyms({code: words}), site) for code, words in value.items())
    if path in ("altSpellings", "tld"):
        codes = (country["cca2"], country["cca3"])
        return ", ".join(with_language(name, "") for name in value if name not in codes)
    if path == "translations":
        # Formats of Markup take three times as long, for 26,000 names.
        items = [
            f'<li>{escape(title)}: <bdi lang="{escape(tag)}">{escape(name)}</bdi></li>'
            for title, tag, name in _translations(country, site)
        ]
        return f'<details class="names"><summary>{len(items)} languages</summary><ul>{"".join(items)}</ul></details>'
    return None


def _titled(code: str, words: str, site: Site) -> str:
    """Write words, after the title of their language if that is not English."""
    tag = tag_of(site.dataset, code)
    title = "" if code == _ENGLISH else f"{escape(_title(tag, site.dataset))}: "
    return f"{title}{with_language(words, tag)}"


def _translations(country: Country, site: Site) -> Iterator[tuple[str, str, str]]:
    """Yield the name of a country in each language, with the title and the tag of the language."""
    titles = _titles(site.dataset)
    for row in tables_of(site).named("names").by_country.get(country["cca2"], ()):
        tag = row["language"]
        yield titles.get(tag.partition("-")[0]) or _CODE.format(tag), tag, row["name"]


def _title(tag: str, dataset: Dataset) -> str:
    """Return the English name of a language, or its tag as code if it has no name."""
    return _titles(dataset).get(tag) or _CODE.format(tag)


def _titles(dataset: Dataset) -> Mapping[str, str]:
    languages: Mapping[str, Any] = dataset.reference["languages"]
    return _further_languages() | {str(one.get("alpha2") or code): one["name"] for code, one in languages.items()}


@cache
def _further_languages() -> dict[str, str]:
    """Read the names of languages that are official in no country, from Unicode CLDR, by tag."""
    return dict(orjson.loads((Path(__file__).parent / "language_names.json").read_bytes()))
