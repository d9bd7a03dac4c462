"""UNTERM, the terminology of the United Nations: formal names of states in its six languages."""

import re
from collections.abc import Collection, Mapping

from refresh.country_rows import country_rows
from refresh.refresh_types import Fact, Facts, StoredRecord
from refresh.sources_json import Source
from refresh.stored_figures import Files, Terms

_CODE = "ISO3166-1-Alpha-2"
_LANGUAGES = {"eng": "English", "fra": "French", "spa": "Spanish", "rus": "Russian", "zho": "Chinese", "ara": "Arabic"}
_COLUMNS = {key: f"UNTERM {name} Formal" for key, name in _LANGUAGES.items()}
# UNTERM writes a formal name as in a running text, with an article.
_ARTICLES = {"eng": r"^the ", "fra": r"^(?:la |le |les |l['’])", "spa": r"^(?:la |el |las |los )"}


def extract(source: Source, files: Files, known: Mapping[str, StoredRecord], areas: Collection[str]) -> Terms:
    """Extract the formal names, by country and language, without the article and the marks of observers."""
    columns, codes = [_CODE, *_COLUMNS.values()], {code: code for code in known}
    rows = country_rows(source.files["official"].path, files["official"], columns, codes, areas)
    found = {
        code: {key: _plain(key, row[column]) for key, column in _COLUMNS.items() if row[column].strip(" *")}
        for code, row in rows
    }
    return {"official": {code: names for code, names in found.items() if names}}


def _plain(language: str, name: str) -> str:
    name = re.sub(_ARTICLES.get(language, r"^$"), "", " ".join(name.split()).rstrip(" *"))
    return name[:1].upper() + name[1:]


def facts_of(series: Terms, _years: Mapping[str, str]) -> Facts:
    """Turn the formal names into facts, except English names, which are only compared."""
    return {
        code: {"translations": Fact({key: {"official": name} for key, name in names.items() if key != "eng"})}
        for code, names in series["official"].items()
    }
