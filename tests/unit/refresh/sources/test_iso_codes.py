"""Names of iso-codes: translations of the formal name, with those of the short ones."""

from pathlib import Path

from refresh.package_archive import Archive
from refresh.sources.iso_codes import IsoName, names_of
from tests.support.refresh.packages import message_catalog, wheel

ENTRIES = [
    {"alpha_2": "KE", "name": "Kenya", "official_name": "Republic of Kenya"},
    {"alpha_2": "BO", "name": "Bolivia, State", "common_name": "Bolivia", "official_name": "State of Bolivia"},
    {"alpha_2": "GL", "name": "Greenland"},
    {"alpha_2": "TG", "name": "Togo", "official_name": "Togolese Republic"},
]
ESTONIAN = {
    "Republic of Kenya": "Kenya Vabariik",
    "Kenya": "Keenia",
    "State of Bolivia": "Boliivia",
    "Bolivia": "Boliivia",
}


def test_formal_name_without_a_translation_is_left_out(tmp_path: Path) -> None:
    members = {
        "pycountry/databases/iso3166-1.json": {"3166-1": ENTRIES},
        "pycountry/locales/et/LC_MESSAGES/iso3166-1.mo": message_catalog(ESTONIAN),
    }
    archive = Archive(wheel(tmp_path / "pycountry.whl", members))
    assert names_of(archive, {"est": {"alpha2": "et"}, "fin": {"alpha2": "fi"}}, {"est", "fin", "xxx"}) == {
        "est": {
            "KE": IsoName("Republic of Kenya", "Kenya Vabariik", frozenset({"Keenia"})),
            "BO": IsoName("State of Bolivia", "Boliivia", frozenset({"Bolivia, State", "Boliivia"})),
        }
    }
