"""Lists the values that routes accept, collected from the records."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from builder.api.aliases import ALIAS_TABLES
from builder.types import Dataset


class Language(NamedTuple):
    """A language: its English name, its ISO 639-3, 639-1 and 639-2/B codes (the last two can be empty), its aliases."""

    name: str
    alpha3: str
    alpha2: str
    bibliographic: str
    aliases: tuple[str, ...]


class NamedCurrency(NamedTuple):
    """A currency: its ISO 4217 code, its English name, and its aliases."""

    code: str
    name: str
    aliases: tuple[str, ...]


class AcceptedValues(NamedTuple):
    """Regions with subregions, continents, languages by name, currencies by code, and aliases of places."""

    regions: Mapping[str, tuple[str, ...]]
    continents: tuple[str, ...]
    languages: tuple[Language, ...]
    currencies: tuple[NamedCurrency, ...]
    places: tuple[tuple[str, str, tuple[str, ...]], ...]


def make_accepted_values(dataset: Dataset) -> AcceptedValues:
    """Collect the values that at least one record of *dataset* has, so that each finds a record."""
    values = [record.value for record in dataset.records]
    known = dataset.reference["languages"]
    spoken = {code: name for value in values for code, name in value.get("languages", {}).items()}
    aliases = {table.file: dataset.aliases.get(table.file, {}) for table in ALIAS_TABLES}
    languages = (
        Language(
            name,
            code,
            known.get(code, {}).get("alpha2", ""),
            ", ".join(aliases["bibliographic-codes"].get(code, ())),
            tuple(aliases["languages"].get(code, ())),
        )
        for code, name in spoken.items()
    )
    money = {code: entry["name"] for value in values for code, entry in value.get("currencies", {}).items()}
    regions = _sorted(value["region"] for value in values if "region" in value)
    return AcceptedValues(
        {
            region: _sorted(
                value["subregion"] for value in values if value.get("region") == region and "subregion" in value
            )
            for region in regions
        },
        _sorted(continent for value in values for continent in value.get("continents", ())),
        tuple(sorted(languages, key=lambda language: (language.name, language.alpha3))),
        tuple(
            NamedCurrency(code, name, tuple(aliases["currencies"].get(code, ())))
            for code, name in sorted(money.items())
        ),
        tuple(
            (name, table.what, tuple(others))
            for table in ALIAS_TABLES
            if table.index in ("region", "subregion", "continent")
            for name, others in aliases[table.file].items()
        ),
    )


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names)))
