"""The columns of the flat files."""

from builder.documents import DocumentData
from builder.extensions.exports.csv_columns import csv_columns


def test_columns_have_distinct_names_and_the_values_of_a_record(data: DocumentData) -> None:
    columns = {column.name: column for column in csv_columns(data.site)}
    assert len(columns) == len(csv_columns(data.site))
    record = next(record.value for record in data.site.dataset.records if record.cca2 == "MT")
    expected: dict[str, object] = {
        "cca2": "MT",
        "capital": ["Valletta"],
        "languages": ["eng", "mlt"],
        "currencies": ["EUR"],
    }
    expected |= {"official_name": "Republic of Malta", "independent": True, "calling_code": "356"}
    assert {name: columns[name].value(record) for name in expected} == expected
    assert [columns[name].value(record) for name in ("latitude", "longitude")] == record["latlng"]
    assert columns["cioc"].value({**record, "cioc": None}) is None  # type: ignore[typeddict-item]
