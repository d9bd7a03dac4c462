import json
from pathlib import Path
from typing import Any

import pytest

from builder.extensions.tables.loading import load_tables
from builder.extensions.tables.models import TABLES
from builder.extensions.tables.topology import NO_OUTLINES
from builder.inputs.errors import InputError
from builder.project.config import Config, DatasetChoice
from builder.site.dataset.loading import load_dataset
from tests.support.project import WORLD
from tests.support.values import dataset, folding

SOURCES: list[Any] = [{"id": source} for table in TABLES for source in table.sources]
DATASET = dataset(*({"cca2": code, "name": {"common": code}} for code in ("CU", "FM", "DJ")))
DATASET = DATASET._replace(sources={**DATASET.sources, "sources": SOURCES})
STORED = [table for table in TABLES if not table.make_rows]
OLD = {
    "code": "AIDJ",
    "alpha2": "AI",
    "alpha3": "AFI",
    "name": "Afars and Issas",
    "withdrawn": 1977,
    "kind": "change",
    "successors": ["DJ"],
}


def write_project(folder: Path, rows: Any) -> Path:
    """Write empty tables, but for the rows of former codes."""
    (folder / "tables").mkdir()
    for table in STORED:
        content = {"rows": rows if table.name == "former-codes" else []}
        (folder / "tables" / f"{table.name}.json").write_text(json.dumps(content), "utf-8")
    (folder / "tables/outlines.json").write_text(json.dumps(NO_OUTLINES), "utf-8")
    (folder / "provenance.json").write_text("{}", "utf-8")
    return folder


def rows_of(folder: Path) -> Any:
    return next(one for one in load_tables(folder, DATASET).rows if one.table.name == "former-codes").rows


def refusal(folder: Path) -> str:
    with pytest.raises(InputError) as refused:
        load_tables(folder, DATASET)
    return str(refused.value)


def test_rows_have_every_column_and_the_order_of_the_key(tmp_path: Path) -> None:
    rows = rows_of(write_project(tmp_path, [OLD | {"code": "ZZDJ"}, OLD]))
    assert [row["code"] for row in rows] == ["AIDJ", "ZZDJ"]
    assert rows[0] == OLD | {"numeric": None, "reused": None}


def test_revision_changes_with_a_row_and_not_with_their_order_in_the_file(tmp_path: Path) -> None:
    revisions = []
    for number, rows in enumerate(([OLD, OLD | {"code": "ZZDJ"}], [OLD | {"code": "ZZDJ"}, OLD], [OLD])):
        folder = tmp_path / str(number)
        folder.mkdir()
        tables = load_tables(write_project(folder, rows), DATASET).rows
        revisions += [one.revision for one in tables if one.table.name == "former-codes"]
    assert revisions[0] == revisions[1] != revisions[2]


def test_dataset_without_the_folder_lacks_every_table(tmp_path: Path) -> None:
    text = refusal(tmp_path)
    names = [*(table.name for table in STORED), "outlines"]
    assert [name for name in names if f"tables/{name}.json: is missing" not in text] == []


def test_every_offender_is_named(tmp_path: Path) -> None:
    folder = write_project(tmp_path, [OLD, OLD, OLD | {"code": "CSHH", "successors": ["QQ", "QQ"]}])
    (folder / "tables" / "calling-codes.json").unlink()
    (folder / "tables" / "surplus.json").write_text("{}")
    text = refusal(folder)
    assert "tables/calling-codes.json: is missing" in text
    assert "tables/surplus.json: belongs to no table" in text
    assert "tables/former-codes.json: QQ: is not the cca2 code of a country in the dataset (2 rows)" in text
    assert "tables/former-codes.json: AIDJ: is the code of 2 rows" in text


def test_source_that_is_not_listed_is_named(tmp_path: Path) -> None:
    folder = write_project(tmp_path, [])
    others = [source for source in SOURCES if source["id"] != "iso-3166"]
    with pytest.raises(InputError, match=r"sources\.json: iso-3166: is missing, and the table former-codes has"):
        load_tables(folder, DATASET._replace(sources={**DATASET.sources, "sources": others}))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([OLD | {"withdrawn": "1977"}], "0.withdrawn"),
        ([OLD | {"surplus": 1}], "0.surplus"),
        ([OLD | {"surplus": 1, "successors": ["QQ"]}], "QQ: is not the cca2 code of a country"),
        ([{"code": "AIDJ"}], "0.alpha2: is required but missing"),
        ({}, "input should be a valid array"),
    ],
)
def test_invalid_row_is_named_by_its_place(tmp_path: Path, rows: Any, message: str) -> None:
    assert message in refusal(write_project(tmp_path, rows))


@pytest.mark.parametrize("content", ["[]", '{"rows"', '{"lines": []}'])
def test_file_of_another_form_is_named(tmp_path: Path, content: str) -> None:
    folder = write_project(tmp_path, [])
    (folder / "tables" / "former-codes.json").write_text(content)
    assert "tables/former-codes.json" in refusal(folder)


def test_tables_name_countries_of_the_site_alone() -> None:
    config = Config(dataset=DatasetChoice(countries=("RS", "ME", "DE")))
    part = load_dataset(WORLD, config, folding())
    tables = {one.table.name: one for one in load_tables(WORLD, part).rows}
    named = {code for one in tables.values() for row in one.rows for code in one.table.countries_of(row)}
    assert named == {"RS", "ME", "DE"}
    former = {row["code"]: row["successors"] for row in tables["former-codes"].rows}
    assert former["CSXX"] == ["ME", "RS"]
    assert former["DDDE"] == ["DE"]
    assert "ZRCD" not in former
    assert all(row["countries"] for row in tables["languages"].rows)
