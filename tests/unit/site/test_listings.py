"""Listings of records, by key."""

import pytest

from builder.api.types import Listings
from builder.site.listings import make_listings
from tests.support.cases import load_cases
from tests.support.values import VALUES, dataset, folding

CASES = load_cases("listings")


@pytest.fixture(scope="module")
def listings() -> Listings:
    """Derive the listings of the three invented countries."""
    return make_listings(dataset(), folding())


def members(listings: Listings, index: str, key: str) -> list[int]:
    """Return the record numbers of a key."""
    return [*listings.listings[listings.indexes[index][key]].members]


@pytest.mark.parametrize(("index", "key", "expected"), CASES["keys"])
def test_key_has_its_members_in_order(listings: Listings, index: str, key: str, expected: list[int]) -> None:
    assert members(listings, index, key) == expected


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


def test_names_of_listings_are_encoded_and_distinct() -> None:
    odd = VALUES[0] | {"region": "Région à l'Est, 中 $5_x"}
    listings = make_listings(dataset(odd, *VALUES[1:]), folding())
    names = [listing.name for listing in listings.listings]
    assert "v1/region/regionalest~4e2d~245x" in names
    assert "v1/rank/area" in names
    assert len(set(names)) == len(names)


def test_former_and_reserved_texts_have_the_records_that_exist() -> None:
    former = {"U.K.": ["BB"], "Old Union": ["CC", "ZZ", "AA"], "Nowhere": ["ZZ"]}
    stored = dataset()
    listings = make_listings(stored._replace(reference={**stored.reference, "former": former}), folding())
    assert listings.former == {"uk": (1,), "oldunion": (2, 0)}


def test_names_in_other_languages_are_listed_unless_another_name_is_equal() -> None:
    translations = {code: {"official": "O P", "common": name} for code, name in (("fra", "Ålande"), ("deu", "ALAND"))}
    stored = dataset(VALUES[0] | {"translations": translations})._replace(
        names={"countries": {"AA": ["Åland", "Ahvenan maa"]}, "capitals": {"AA": ["A-Stadt"]}}
    )
    listings = make_listings(stored, folding())
    assert listings.names[0].in_other_languages == ("op", "alande", "ahvenanmaa")
    assert listings.capitals[0].in_other_languages == ("astadt",)
