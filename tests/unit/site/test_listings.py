"""Listings of records, by key."""

import pytest

from builder.api.types import Listings
from builder.site.listings import make_listings
from tests.support.cases import load_cases
from tests.support.values import VALUES, dataset, folding

CASES = load_cases("listings")


@pytest.fixture(scope="module")
def listings() -> Listings:
    """Derive the listings of the three countries."""
    return make_listings(dataset(), folding())


def members(listings: Listings, index: str, key: str) -> list[int]:
    """Return the record numbers of a key."""
    return [*listings.listings[listings.indexes[index][key]].members]


@pytest.mark.parametrize(("index", "key", "expected"), CASES["keys"])
def test_key_has_its_members_in_order(listings: Listings, index: str, key: str, expected: list[int]) -> None:
    assert members(listings, index, key) == expected


def test_part_of_a_currency_code_and_a_code_as_a_word_are_no_keys(listings: Listings) -> None:
    assert not {"aa", "bb", "doll", ""} & listings.indexes["currency"].keys()


def test_listings_of_the_same_members_in_the_same_order_are_one(listings: Listings) -> None:
    indexes = listings.indexes
    assert (
        indexes["lang"]["aaa"] == indexes["lang"]["aish"] == indexes["region"]["east"] == indexes["currency"]["dollar"]
    )
    assert len({listing.members for listing in listings.listings}) == len(listings.listings)


def test_listing_has_the_largest_page_size_of_its_routes(listings: Listings) -> None:
    by_members = {listing.members: listing for listing in listings.listings}
    assert by_members[0, 1, 2].max_limit == 5
    assert by_members[0, 1].max_limit == 25


def test_ranking_of_all_shares_the_list_of_all_and_its_page_sizes() -> None:
    everyone = [value | {"area": 30 - number, "enrichment": {"fetchedAt": "x"}} for number, value in enumerate(VALUES)]
    listings = make_listings(dataset(*everyone), folding())
    assert listings.indexes["rank"]["area/desc"] == listings.indexes["all"][""]
    assert listings.listings[listings.indexes["all"][""]].max_limit == 25
    assert members(listings, "rank", "area/asc") == [2, 1, 0]


def test_uppercase_word_of_a_currency_name_is_a_key() -> None:
    odd = VALUES[0] | {"currencies": {"AAD": {"name": "EURO"}, "AAE": {"name": "CFA FRANC"}, "AAF": {"name": "ECU"}}}
    keys = make_listings(dataset(odd), folding()).indexes["currency"].keys()
    assert keys == {"aad", "euro", "aae", "cfafranc", "cfa", "franc", "aaf", "ecu"}


def test_alternative_names_of_three_letters_match_whole_and_of_four_in_part() -> None:
    odd = VALUES[0] | {"altSpellings": ["Abc", "A.b.d", "Abcd", "Ål"]}
    (names,) = make_listings(dataset(odd), folding()).names
    assert names.exact_names == ("aa", "aaa", "abc", "abd", "al")
    assert names.others[-1] == "abcd"


def test_code_is_not_folded_since_st_folds_to_saint() -> None:
    saint = VALUES[0] | {"cca2": "ST", "cca3": "STP", "altSpellings": ["ST", "St. X"]}
    (names,) = make_listings(dataset(saint), folding()).names
    assert names.exact_names == ("st", "stp")
    assert names.others[-1] == "saint x"


def test_names_of_listings_are_unreserved_ascii() -> None:
    odd = VALUES[0] | {"region": "Région à l'Est, 中 $5_x"}
    listings = make_listings(dataset(odd, *VALUES[1:]), folding())
    names = [listing.name for listing in listings.listings]
    assert "v1/region/regionalest~4e2d~245x" in names
    assert "v1/rank/area" in names
    assert len(set(names)) == len(names)


def test_search_has_folded_names_and_short_ones_as_wholes(listings: Listings) -> None:
    aland = listings.names[0]
    assert aland.common == ("aland",)
    assert aland.others == ("realm of aland", "alu", "a", "old aland")
    assert aland.exact_names == ("aa", "aaa", "al")
    assert listings.capitals[0].common == ("saint a town",)
    assert listings.capitals[2].common == ()


def test_former_and_reserved_texts_have_the_records_that_there_are() -> None:
    former = {"U.K.": ["BB"], "Old Union": ["CC", "ZZ", "AA"], "Nowhere": ["ZZ"]}
    stored = dataset()
    listings = make_listings(stored._replace(reference={**stored.reference, "former": former}), folding())
    assert listings.former == {"uk": (1,), "oldunion": (2, 0)}


def test_names_with_sint_are_also_found_with_saint() -> None:
    (names,) = make_listings(dataset(VALUES[0] | {"altSpellings": ["Sint Aaland"]}), folding()).names
    assert names.others[-2:] == ("sint aaland", "saint aaland")


def test_other_names_in_use_match_as_a_whole() -> None:
    stored = dataset()._replace(names={"others": {"AA": ["The Aalands"]}})
    assert make_listings(stored, folding()).names[0].in_other_languages[-1:] == ("aalands",)


def test_names_in_other_languages_are_kept_unless_another_name_is_equal() -> None:
    translations = {code: {"official": "O P", "common": name} for code, name in (("fra", "Ålande"), ("deu", "ALAND"))}
    stored = dataset(VALUES[0] | {"translations": translations})._replace(
        names={"countries": {"AA": ["Åland", "Ahvenan maa"]}, "capitals": {"AA": ["A-Stadt"]}}
    )
    listings = make_listings(stored, folding())
    assert listings.names[0].in_other_languages == ("op", "alande", "ahvenanmaa")
    assert listings.capitals[0].in_other_languages == ("astadt",)


@pytest.mark.parametrize(("index", "key", "expected"), CASES["aliases"])
def test_alias_finds_the_records_of_its_value(index: str, key: str, expected: list[int]) -> None:
    aliases = {
        "regions": {"East": ["Orient"], "Nowhere": ["Utopia"]},
        "bibliographic-codes": {"aaa": ["aai"]},
        "languages": {"bbb": ["B speech"]},
        "currencies": {"BBP": ["Pounds"]},
        "currency-numbers": {"BBP": ["999"]},
    }
    listings = make_listings(dataset()._replace(aliases=aliases), folding())
    assert members(listings, index, key) == expected


def test_any_run_of_whole_words_finds_a_currency() -> None:
    odd = VALUES[0] | {"currencies": {"AAD": {"name": "Old Aland dollar"}}}
    keys = make_listings(dataset(odd), folding()).indexes["currency"].keys()
    assert keys == {"aad", "old", "oldaland", "oldalanddollar", "aland", "alanddollar", "dollar"}


def test_sign_finds_every_record_with_a_currency_that_has_it() -> None:
    signed = [
        value | {"currencies": {"AAD": {"name": "Franc", "symbol": sign}}}
        for value, sign in zip(VALUES, ("$", "Fr.", "."), strict=True)
    ]
    listings = make_listings(
        dataset(*signed, VALUES[0] | {"currencies": {"BBD": {"name": "Dollar", "symbol": "$"}}}), folding()
    )
    assert members(listings, "currency", "$") == [0, 3]
    assert members(listings, "currency", "fr.") == [1]
    assert members(listings, "currency", "fr") == [1]
    assert "" not in listings.indexes["currency"]
