"""Common names of Unicode CLDR."""

import json
from pathlib import Path

from refresh.package_archive import Archive
from refresh.sources import cldr_names
from tests.support.refresh.packages import tarball
from tests.support.values import partial

NAMES = {"SZ": "Eswatini", "SZ-alt-variant": "Swaziland", "HK": "SAR Hong Kong", "HK-alt-short": "Hong Kong",
         "GB": "United Kingdom", "GB-alt-short": "UK", "001": "world"}  # fmt: skip


def test_short_name_is_taken_of_places_with_a_status_and_no_variant(tmp_path: Path) -> None:
    files = {
        f"main/{locale}/territories.json": {"main": {locale: {"localeDisplayNames": {"territories": NAMES}}}}
        for locale in ("pt", "pt-PT")
    }
    archive = Archive(tarball(tmp_path / "names.tgz", files))
    known = {code: {"translations": {"por": {"common": "old"}}} for code in ("SZ", "HK", "GB")}
    facts = cldr_names.read(archive, partial(known), {"por": {"alpha2": "pt"}})
    assert {code: fact["translations"].value for code, fact in facts.items()} == {
        "SZ": {"por": {"common": "Eswatini"}},
        "HK": {"por": {"common": "Hong Kong"}},
        "GB": {"por": {"common": "United Kingdom"}},
    }
    assert cldr_names.names_of(archive, {"por": {"alpha2": "pt"}}, {"por"})["por"].keys() == {"SZ", "HK", "GB"}


def test_searched_names_are_every_form_in_every_locale_at_the_level_modern(tmp_path: Path) -> None:
    forms = {"en": NAMES, "vi": {"GB": "Anh", "XX": "no country"}, "eo": {"GB": "Britujo"}}
    files = {
        f"main/{locale}/territories.json": {"main": {locale: {"localeDisplayNames": {"territories": names}}}}
        for locale, names in forms.items()
    }
    levels = {"effectiveCoverageLevels": {"en": "modern", "vi": "modern", "eo": "moderate", "und": "modern"}}
    names = Archive(tarball(tmp_path / "names.tgz", files))
    core = Archive(tarball(tmp_path / "core.tgz", {"coverageLevels.json": levels}))
    found = cldr_names.searched_names(names, core, ["SZ", "GB", "FR"])
    assert {path: json.loads(text) for path, text in found.items()} == {
        "names/countries.json": {"GB": ["Anh", "UK", "United Kingdom"], "SZ": ["Eswatini", "Swaziland"]}
    }
