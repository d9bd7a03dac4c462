"""Continents of countries."""

from pathlib import Path

from refresh.package_archive import Archive
from refresh.sources.countries_list import read
from tests.support.refresh.packages import tarball
from tests.support.values import partial


def test_continent_of_the_seat_of_government_is_first(tmp_path: Path) -> None:
    members = {
        "continents.min.json": {"AS": "Asia", "EU": "Europe"},
        "countries.min.json": {"AA": {"continent": "EU", "continents": ["AS", "EU"]}, "QQ": {"continent": "AS"}},
    }
    facts = read(Archive(tarball(tmp_path / "p.tgz", members)), partial({"AA": {}}))
    assert {code: fields["continents"].value for code, fields in facts.items()} == {"AA": ["Europe", "Asia"]}
