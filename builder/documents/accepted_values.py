"""Lists the values that routes accept, collected from the records."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from builder.api.aliases import ALIAS_TABLES
from builder.api.types import Dataset

if TYPE_CHECKING:
    from builder.api.record_model import Currency


class Language(NamedTuple):
    """A language: its English name, its ISO 639-3 code, its ISO 639-1 and 639-2/B codes (or ""), and its aliases."""

    name: str
    alpha3: str
    alpha2: str
    bibliographic: str
    aliases: list[str]


class NamedCurrency(NamedTuple):
    """A currency: its ISO 4217 code, its number (or ""), its English name, its sign (or ""), and its aliases."""

    code: str
    number: str
    name: str
    sign: str
    aliases: list[str]


class AcceptedValues(NamedTuple):
    """The values that routes accept. ``regions`` maps regions to subregions.

    ``area_aliases`` has a row for each region, subregion and continent with aliases: its name, its noun, the aliases.
    """

    regions: Mapping[str, list[str]]
    continents: list[str]
    languages: list[Language]
    currencies: list[NamedCurrency]
    area_aliases: list[tuple[str, str, list[str]]]


def make_accepted_values(dataset: Dataset) -> AcceptedValues:
    """Collect the values that at least one record of *dataset* has, so that each finds a record."""
    regions: dict[str, set[str]] = {}
    continents: set[str] = set()
    language_names: dict[str, str] = {}
    currencies: dict[str, Currency] = {}
    for value in (record.value for record in dataset.records):
        if "region" in value:
            regions.setdefault(value["region"], set()).update(filter(None, [value.get("subregion")]))
        continents.update(value.get("continents", ()))
        language_names |= value.get("languages", {})
        currencies |= value.get("currencies", {})
    languages_by_code = dataset.reference["languages"]
    aliases = {table.file: dataset.aliases.get(table.file, {}) for table in ALIAS_TABLES}
    languages = [
        Language(
            name,
            code,
            languages_by_code[code].get("alpha2", ""),
            ", ".join(aliases["bibliographic-codes"].get(code, ())),
            aliases["languages"].get(code, []),
        )
        for code, name in language_names.items()
    ]
    return AcceptedValues(
        {region: sorted(subregions) for region, subregions in sorted(regions.items())},
        sorted(continents),
        sorted(languages),
        [
            NamedCurrency(
                code,
                ", ".join(aliases["currency-numbers"].get(code, ())),
                currency["name"],
                currency.get("symbol", ""),
                [*aliases["currencies"].get(code, ()), *aliases["currency-signs"].get(code, ())],
            )
            for code, currency in sorted(currencies.items())
        ],
        [
            (name, table.noun, names)
            for table in ALIAS_TABLES
            if table.index in ("region", "subregion", "continent")
            for name, names in aliases[table.file].items()
        ],
    )
