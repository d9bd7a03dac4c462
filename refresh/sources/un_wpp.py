"""World Population Prospects of the United Nations: projections (medium variant) by numeric code and year."""

from collections.abc import Collection, Mapping

from builder.inputs.errors import InputError, Problem
from refresh.refresh_types import Fact, Facts, StoredRecord
from refresh.sources_json import Source
from refresh.stored_figures import Files, Series, refuse_unknown

# The tables reach 2100; these years suffice until the next edition.
_LAST_YEAR = 2030
# Kosovo has no numeric code in ISO 3166-1; the statistics of the United Nations use this one.
_KOSOVO = "412"
_PATHS = {"population": "population", "lifeExpectancy": "enrichment.development.lifeExpectancy"}


def extract(source: Source, files: Files, known: Mapping[str, StoredRecord], areas: Collection[str]) -> Series:
    """Extract figures of each country up to 2030: mid-year population (in thousands in the file), life expectancy."""
    codes = {record["ccn3"]: code for code, record in known.items() if "ccn3" in record} | {_KOSOVO: "XK"}
    return {name: _read(source.files[name].path, name, content, codes, areas) for name, content in files.items()}


def _read(
    place: str, name: str, content: bytes, codes: Mapping[str, str], areas: Collection[str]
) -> dict[str, dict[str, float]]:
    if not content.endswith(b"\n"):
        raise InputError([Problem(place, "", "ends in the middle of a line")], "data/ is unchanged.")
    head, *rows = [line.split("\t") for line in content.decode().splitlines()]
    if head[:2] != ["country_code", "country"] or not all(year.isdecimal() for year in head[2:]):
        raise InputError([Problem(place, "line 1", "must be country_code, country and years")], "data/ is unchanged.")
    found: dict[str, dict[str, float]] = {}
    unknown: dict[str, str] = {}
    for number, row in enumerate(rows, start=2):
        if len(row) != len(head):
            raise InputError([Problem(place, f"line {number}", f"has {len(row)} columns of {len(head)}")])
        if (code := codes.get(row[0].zfill(3))) is not None:
            years = dict(zip(head[2:], row[2:], strict=True))
            found[code] = {y: _figure(name, text) for y, text in years.items() if int(y) <= _LAST_YEAR}
        elif row[0] not in areas:
            unknown[row[0]] = row[1]
    refuse_unknown(place, unknown)
    return found


def _figure(name: str, text: str) -> float:
    return round(float(text) * 1000) if name == "population" else round(float(text), 2)


def facts_of(series: Series, years: Mapping[str, str]) -> Facts:
    """Turn the figures into facts of the year that *years* has for the field, since countries are ranked."""
    facts: Facts = {}
    for name, path in _PATHS.items():
        year = years.get(path, "")
        for code, figures in series[name].items():
            if year in figures:
                facts.setdefault(code, {})[path] = Fact(figures[year], year)
    return facts
