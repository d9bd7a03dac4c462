"""Countries in the vocabulary of schema.org."""

from typing import Any

from builder.documents import DocumentData
from builder.extensions.pages.linked_data import country_data


def test_coordinates_are_those_of_the_record(data: DocumentData) -> None:
    for number, value in enumerate(record.value for record in data.site.dataset.records):
        places: Any = country_data(number, data)["geo"]
        [point] = [place for place in places if place["@type"] == "GeoCoordinates"]
        assert [point["latitude"], point["longitude"]] == value["latlng"]
