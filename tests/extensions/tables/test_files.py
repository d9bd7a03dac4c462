import csv
import io
import json
from dataclasses import replace
from typing import Any

from builder.api.dataset_files import SourceEntry
from builder.extensions.tables.files import TableFiles
from builder.extensions.tables.outline_geometry import Outlines
from builder.extensions.tables.table import Table, TableRows
from builder.extensions.tables.topology import NO_OUTLINES
from tests.support.example_table import FIRST, TABLE

SOURCE: SourceEntry = {
    "id": "source",
    "title": "Source",
    "version": "1",
    "url": "https://example.org",
    "licence": "MIT",
    "date": "2026-01-01",
}


def files(table: Table = TABLE, *others: dict[str, Any]) -> dict[str, bytes]:
    made = TableFiles([TableRows(table, (FIRST, *others))], {"source": SOURCE}, Outlines(NO_OUTLINES, []))
    return {entry.address: entry.make() for entry in made.entries}


def read(address: str) -> Any:
    return json.loads(files()[address])


def test_a_table_is_json_csv_and_a_schema_and_is_divided_by_country() -> None:
    assert [*files()] == [
        "/tables/rows.json",
        "/tables/rows.csv",
        "/tables/rows.schema.json",
        "/tables/rows/de.json",
        "/tables/rows/fr.json",
        "/tables/rows/it.json",
        "/tables/index.json",
    ]


def test_json_has_name_licence_sources_and_every_row() -> None:
    assert read("/tables/rows.json") == {
        "kind": "table",
        "name": "rows",
        "schemaVersion": 1,
        "revision": TableRows(TABLE, (FIRST,)).revision,
        "license": "MIT",
        "sources": [{name: value for name, value in SOURCE.items() if name != "id"}],
        "rows": [FIRST],
    }


def test_csv_has_lists_with_semicolons_and_objects_as_json() -> None:
    header, row = csv.reader(io.StringIO(files()["/tables/rows.csv"].decode()))
    assert dict(zip(header, row, strict=True)) == {
        "code": "a",
        "cca2": "DE",
        "kind": "old",
        "size": "",
        "count": "1",
        "is_main": "true",
        "others": "FR;DE",
        "uses": '[{"cca2":"IT","since":null}]',
    }


def test_numbers_of_a_column_in_the_csv_are_all_of_one_kind() -> None:
    """Programs take the type of a column from its first cells."""
    rows: list[dict[str, Any]] = [{**FIRST, "code": code, "size": size} for code, size in (("b", 2), ("c", 34.2))]
    cells = [*csv.DictReader(io.StringIO(files(TABLE, *rows)["/tables/rows.csv"].decode()))]
    assert [(row["size"], row["count"]) for row in cells] == [("", "1"), ("2.0", "1"), ("34.2", "1")]


def test_schema_has_the_keywords_of_json_schema_alone() -> None:
    """Ajv and others refuse further ones."""
    size = read("/tables/rows.schema.json")["$defs"]["Row"]["properties"]["size"]
    assert size.keys() == {"anyOf", "description"}
    assert size["description"] == "Size. Unit: km²."


def test_index_has_the_rows_sizes_and_countries_of_each_table() -> None:
    (entry,) = read("/tables/index.json")["tables"]
    assert entry["rows"] == 1
    assert entry["files"][0] == {"path": "/tables/rows.json", "bytes": len(files()["/tables/rows.json"])}
    assert entry["byCountry"] == {"path": "/tables/rows/{cca2}.json", "countries": ["de", "fr", "it"]}


def test_a_part_of_a_table_changes_with_its_own_rows_alone() -> None:
    by_kind = replace(TABLE, part_column="kind")
    before, after = (files(by_kind, FIRST | {"kind": "new", "count": count}) for count in (1, 2))
    same = [path for path in before if before[path] == after[path]]
    assert same == ["/tables/rows.schema.json", "/tables/rows/old.json"]
    assert json.loads(before["/tables/rows/old.json"])["revision"] == TableRows(TABLE, (FIRST,)).revision


def test_a_table_is_divided_by_another_column_too() -> None:
    made = files(replace(TABLE, part_column="kind"))
    assert json.loads(made["/tables/rows/old.json"])["rows"] == [FIRST]
    (entry,) = json.loads(made["/tables/index.json"])["tables"]
    assert entry["byKind"] == {"path": "/tables/rows/{kind}.json", "kinds": ["old"]}
    assert "byCountry" not in entry
