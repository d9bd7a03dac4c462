"""Wikidata items of countries."""

from pathlib import Path

from refresh.package_archive import Archive
from refresh.sources.country_coder import read
from tests.support.refresh.packages import tarball
from tests.support.values import partial


def test_only_countries_of_the_dataset_get_an_item(tmp_path: Path) -> None:
    properties = [{"iso1A2": "AA", "wikidata": "Q1"}, {"iso1A2": "EU", "wikidata": "Q2"}, {"wikidata": "Q3"}]
    borders = {"features": [{"properties": one} for one in properties]}
    facts = read(Archive(tarball(tmp_path / "p.tgz", {"src/data/borders.json": borders})), partial({"AA": {}}))
    assert {code: fields["kbId"].value for code, fields in facts.items()} == {"AA": "Q1"}
