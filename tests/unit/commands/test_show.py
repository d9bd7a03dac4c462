"""A country is found as the service finds it, and its values are shown with their origins."""

import json
import re

import pytest

from builder.api.record_fields import Country
from builder.build_request import BuildRequest
from builder.commands.show import as_json, card, chosen_origins, find_countries
from builder.config import load_config
from builder.input_errors import InputError
from builder.site.reading import read_site
from builder.site.site import Site


@pytest.fixture(scope="module")
def data(small: BuildRequest) -> Site:
    """Derive the site of few countries."""
    return read_site(small, load_config(small.config))


@pytest.fixture(scope="module")
def japan(data: Site) -> Country:
    """Find Japan."""
    (record,) = find_countries(data, "jp")
    return record


@pytest.mark.parametrize(
    ("country", "codes"),
    [
        ("jp", ["JP"]),
        ("JPN", ["JP"]),
        ("392", ["JP"]),
        ("japan", ["JP"]),
        ("\u65e5\u672c", ["JP"]),
        ("estados unidos", ["US"]),
        ("united", ["GB", "US"]),
        ("united states", ["US"]),
        ("de,fr", ["DE", "FR"]),
    ],
)
def test_countries_are_found_by_code_by_whole_name_and_by_a_part(data: Site, country: str, codes: list[str]) -> None:
    assert [record["cca2"] for record in find_countries(data, country)] == codes


def test_country_that_the_service_does_not_find_is_named(data: Site) -> None:
    with pytest.raises(InputError, match="zzzz: is neither a code nor a part of the name of a country"):
        find_countries(data, "zzzz")


def test_origins_are_those_of_the_fields_asked_for(data: Site, japan: Country) -> None:
    assert {origin.field for origin in chosen_origins(data, japan, "area, capital")} == {"area", "capital"}
    assert {origin.field for origin in chosen_origins(data, japan, "")} > {"name", "area", "capital", "population"}
    assert chosen_origins(data, japan, "*") == chosen_origins(data, japan, "")
    (common,) = chosen_origins(data, japan, "name.common")
    assert (common.field, common.value, common.source) == ("name.common", "Japan", "world-countries")


def test_every_unknown_field_is_named_with_similar_ones(data: Site, japan: Country) -> None:
    with pytest.raises(InputError) as refused:
        chosen_origins(data, japan, "area,name.Common,populaton,gdp,xyzzy")
    messages = {problem.where: problem.message for problem in refused.value.problems}
    assert messages.keys() == {"name.Common", "populaton", "gdp", "xyzzy"}
    assert "similar are name.common" in messages["name.Common"]
    assert "similar are population" in messages["populaton"]
    assert "enrichment.economics.gdp" in messages["gdp"]
    assert messages["xyzzy"] == "is no field of any record"


@pytest.mark.parametrize("width", [80, 50])
def test_card_fits_its_width_and_names_each_source_once(data: Site, japan: Country, width: int) -> None:
    lines = [*card(data, japan, "", width)]
    assert lines[0] == "Japan (JP, JPN, 392)"
    # Wide letters take two columns.
    assert max(len(re.sub(r"[\u1100-\uffdc]", "xx", line)) for line in lines) <= width
    text = "\n".join(lines)
    sources = re.findall(r"(?m)^  \[(\d+)\]", text.partition("\nSources\n")[2])
    assert sources == [str(number) for number in range(1, len(sources) + 1)]
    assert {*re.findall(r"\[(\d+)\]", text.partition("\nSources\n")[0])} == {*sources}
    assert "\n  Capital  " in text
    assert "123," in text
    assert "<a" not in text


def test_card_of_some_fields_has_them_in_the_order_asked_for(data: Site, japan: Country) -> None:
    lines = [*card(data, japan, "capital,holidays.items.name,name.native,unRegionalGroup", 80)]
    rows = lines[2 : lines.index("Sources")]
    assert [line.split()[0] for line in rows if re.match("  [a-z]", line)] == [
        "capital",
        "holidays.items.name",
        "name.native",
        "unRegionalGroup",
    ]
    assert lines[2].split() == ["capital", "Tokyo", "[1]"]


def test_field_that_the_country_lacks_has_no_value(data: Site) -> None:
    (vatican,) = find_countries(data, "va")
    assert [*card(data, vatican, "fifa", 80)][2:] == ["  fifa  no value"]


def test_json_has_whole_values_with_their_sources(data: Site, japan: Country) -> None:
    shown = json.loads(as_json(data, japan, ""))
    assert (shown["cca2"], shown["name"]) == ("JP", "Japan")
    fields = {field["field"]: field for field in shown["fields"]}
    assert fields["translations"]["value"] == japan["translations"]
    assert fields["area"]["source"] == "world-countries"
    assert fields["area"]["asOf"]
