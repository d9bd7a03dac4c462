"""A country is found as the service finds it, and its values are listed with their origins."""

import pytest

from builder.build import derive
from builder.build_request import BuildRequest
from builder.commands.show import find_country, origins_of
from builder.config import load_config
from builder.input_errors import InputError
from builder.site_data import SiteData


@pytest.fixture(scope="module")
def data(small: BuildRequest) -> SiteData:
    """Derive the site of few countries."""
    return derive(small, load_config(small.config))


@pytest.mark.parametrize("country", ["jp", "JPN", "392", "japan", "\u65e5\u672c"])
def test_country_is_found_by_code_and_by_name(data: SiteData, country: str) -> None:
    assert find_country(data, country)["cca2"] == "JP"


def test_country_that_the_service_does_not_find_is_named(data: SiteData) -> None:
    with pytest.raises(InputError, match="zzzz: is neither a code nor a part of the name of a country"):
        find_country(data, "zzzz")


def test_origins_are_those_of_the_fields_asked_for(data: SiteData) -> None:
    record = find_country(data, "jp")
    assert {origin.field for origin in origins_of(data, record, "area, capital")} == {"area", "capital"}
    assert {origin.field for origin in origins_of(data, record, "")} > {"name", "area", "capital", "population"}
    with pytest.raises(InputError, match="'colour' is no field of Japan"):
        origins_of(data, record, "colour")
