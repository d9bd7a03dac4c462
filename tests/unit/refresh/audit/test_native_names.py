"""Native names are compared with the record's own and CLDR's; no name is one that the country gave up."""

from pathlib import Path
from typing import Any

import pytest

from refresh.audit.native_names import former_names, native_names
from refresh.package_archive import Archive
from tests.support.refresh.packages import tarball
from tests.support.values import partial

LANGUAGES = {"por": {"alpha2": "pt"}, "lav": {"alpha2": "lv"}, "zho": {"alpha2": "zh"}, "eng": {"alpha2": "en"}}
LOCALES = {"lv": {"XX": "Latvija"}, "zh": {"HK": "香港"}, "zh-Hant-HK": {"HK": "香港地"}, "pt-XX": {"XX": "Portugal"}}


def differences(tmp_path: Path, code: str, native: dict[str, Any], translations: dict[str, Any]) -> list[str]:
    files = {
        f"main/{locale}/territories.json": {"main": {locale: {"localeDisplayNames": {"territories": names}}}}
        for locale, names in LOCALES.items()
    }
    english = {"official": "Portuguese Republic", "common": "Portugal"}
    records = {code: {"name": {**english, "native": native}, "translations": translations}}
    found = native_names(partial(records), LANGUAGES, Archive(tarball(tmp_path / "names.tgz", files)))
    return [f"{field}: {ours} for {theirs}" for field, _, ours, theirs, agrees in found if not agrees]


@pytest.mark.parametrize(
    ("key", "official", "common", "found"),
    [
        ("por", "República Portuguesa", "Portugal", []),
        ("por", "República português", "Portugal",
         ["name.native.por.official: República português for República Portuguesa"]),
        ("eng", "Portugal", "Portugal", ["name.native.eng.official: Portugal for Portuguese Republic"]),
        ("lav", "Latvijas Republika", "Latvijas", ["name.native.lav.common: Latvijas for Latvija"]),
        ("xxx", "No locale", "No locale", []),
    ],
)  # fmt: skip
def test_native_name_is_that_of_the_record_or_of_cldr(
    tmp_path: Path, key: str, official: str, common: str, found: list[str]
) -> None:
    translations = {"por": {"official": "República Portuguesa", "common": "Portugal"}}
    assert differences(tmp_path, "XX", {key: {"official": official, "common": common}}, translations) == found


def test_chinese_of_hong_kong_is_compared_in_its_own_characters(tmp_path: Path) -> None:
    name = {"official": "香港", "common": "香港"}
    assert differences(tmp_path, "HK", {"zho": name}, {"zho": name}) == ["name.native.zho.common: 香港 for 香港地"]


def test_former_name_is_found_in_every_language_and_form() -> None:
    record = {
        "name": {"official": "Kingdom of Eswatini", "common": "Eswatini",
                 "native": {"ssw": {"official": "Umbuso weSwatini", "common": "Swaziland"}}},
        "translations": {"slk": {"official": "Svazijské kráľovstvo", "common": "Eswatini"}},
    }  # fmt: skip
    former = {"SZ": {"*": ["svazij"], "ssw": ["swaziland"]}, "AA": {"*": ["x"]}}
    found = [field for field, *_, agrees in former_names(partial({"SZ": record}), former) if not agrees]
    assert found == ["name.native.ssw.common (former name)", "translations.slk.official (former name)"]
