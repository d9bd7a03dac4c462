"""The values that there are to ask for, as the records have them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from builder.types import Dataset


@dataclass(frozen=True)
class Language:
    """A language: its English name, its ISO 639-3 code, and its ISO 639-1 code or nothing."""

    name: str
    alpha3: str
    alpha2: str


@dataclass(frozen=True)
class Vocabulary:
    """Regions with their subregions, continents, languages by name, and names of currencies by code."""

    regions: Mapping[str, tuple[str, ...]]
    continents: tuple[str, ...]
    languages: tuple[Language, ...]
    currencies: Mapping[str, str]


def make_vocabulary(dataset: Dataset) -> Vocabulary:
    """Collect what at least one record of *dataset* has: whatever is listed finds something."""
    values = [record.value for record in dataset.records]
    known = dataset.reference["languages"]
    spoken = {code: name for value in values for code, name in value.get("languages", {}).items()}
    languages = (Language(name, code, known.get(code, {}).get("alpha2", "")) for code, name in spoken.items())
    money = {code: entry["name"] for value in values for code, entry in value.get("currencies", {}).items()}
    regions = _sorted(value["region"] for value in values if "region" in value)
    return Vocabulary(
        {
            region: _sorted(
                value["subregion"] for value in values if value.get("region") == region and "subregion" in value
            )
            for region in regions
        },
        _sorted(continent for value in values for continent in value.get("continents", ())),
        tuple(sorted(languages, key=lambda language: (language.name, language.alpha3))),
        dict(sorted(money.items())),
    )


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names)))
