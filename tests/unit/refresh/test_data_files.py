"""The format of the files of the dataset; a rewrite changes all of them or none."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.inputs.errors import InputError
from refresh.data_files import (
    changed_and_stale,
    format_json,
    json_files,
    load_records,
    read_json,
    rewrite,
)
from tests.support.trees import write_files
from tests.support.values import incomplete

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    # Larger values take long to generate, and test nothing that small ones do not.
    max_leaves=20,
)


@given(VALUES)
def test_formatted_json_parses_to_the_same_value(value: object) -> None:
    assert json.loads(format_json(value)) == value


def test_plain_values_of_a_list_share_lines() -> None:
    value = {"short": ["a", 1], "empty": [], "objects": [{"a": 1}], "long": ["x" * 60, "y" * 30, "z" * 60]}
    assert format_json(value) == (
        '{\n  "short": ["a", 1],\n  "empty": [],\n  "objects": [\n    {\n      "a": 1\n    }\n  ],\n'
        f'  "long": [\n    "{"x" * 60}", "{"y" * 30}",\n    "{"z" * 60}"\n  ]\n}}\n'
    )


@given(st.lists(st.text("abc", max_size=130)))
def test_only_a_value_that_is_too_long_alone_makes_a_long_line(texts: list[str]) -> None:
    assert all(len(line) <= 120 or line.count('"') == 2 for line in format_json(texts).splitlines())


def test_each_row_is_on_one_line() -> None:
    items = [{"date": "2026-01-01", "localName": "Neujahr"}, {"date": "2026-05-01", "localName": "Tag der Arbeit"}]
    text = format_json({"source": "python-holidays", "years": [2026], "items": items}, rows=("items",))
    assert json.loads(text)["items"] == items
    assert '\n    {"date": "2026-05-01", "localName": "Tag der Arbeit"}\n' in text
    assert format_json({"DE": {"side": "right"}}, rows=("",)) == '{\n  "DE": {"side": "right"}\n}\n'


def test_rewrite_writes_changed_files_and_removes_stale_ones(tmp_path: Path) -> None:
    files = {"countries/de.json": "1\n", "countries/fr.json": "2\n"}
    assert rewrite(tmp_path, files) == (["countries/de.json", "countries/fr.json"], [])
    unchanged = (tmp_path / "countries/de.json").stat().st_mtime_ns
    (tmp_path / "countries/xx.json").write_text("3\n", "utf-8")
    assert changed_and_stale(tmp_path, files | {"countries/fr.json": "4\n"}) == (
        ["countries/fr.json"],
        ["countries/xx.json"],
    )
    assert rewrite(tmp_path, files | {"countries/fr.json": "4\n"}) == (["countries/fr.json"], ["countries/xx.json"])
    assert (tmp_path / "countries/de.json").stat().st_mtime_ns == unchanged
    assert {path.name for path in (tmp_path / "countries").iterdir()} == {"de.json", "fr.json"}


def test_failed_write_leaves_only_the_old_files(tmp_path: Path) -> None:
    rewrite(tmp_path, {"countries/de.json": "old\n"})
    (tmp_path / "holidays").write_text("a file in the place of a folder", "utf-8")
    with pytest.raises(OSError, match="holidays"):
        rewrite(tmp_path, {"countries/de.json": "new\n", "holidays/de.json": "new\n"})
    assert (tmp_path / "countries" / "de.json").read_text("utf-8") == "old\n"
    assert [path.name for path in (tmp_path / "countries").iterdir()] == ["de.json"]


def test_json_files_are_in_order_and_hidden_files_are_ignored(tmp_path: Path) -> None:
    for name in ("b.json", "a.json", "._a.json", "c.txt"):
        (tmp_path / name).touch()
    (tmp_path / ".#a.json").symlink_to("user@host.1")
    assert [path.name for path in json_files(tmp_path)] == ["a.json", "b.json"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": "1", "b": true, "c": 2}', 'a: is "1"; input should be a valid integer'),
        ("[]", "floors.json: is []; input should be an object"),
        ("{", "floors.json: is not JSON: EOF while parsing"),
    ],
)
def test_content_that_is_malformed_or_of_another_type_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "floors.json").write_text(text)
    with pytest.raises(InputError) as refused:
        read_json(tmp_path / "floors.json", dict[str, int])
    assert message in str(refused.value)


def test_missing_file_is_named_with_its_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"none.json: does not exist\\nExpected at {tmp_path}"):
        read_json(tmp_path / "none.json", dict[str, int])


def test_stored_records_are_read_with_their_holidays(tmp_path: Path) -> None:
    write_files(tmp_path, {"countries/de.json": '{"cca2": "DE"}', "holidays/de.json": '{"items": []}'})
    assert load_records(tmp_path) == incomplete({"DE": {"cca2": "DE", "holidays": {"items": []}}})
    (tmp_path / "countries/fr.json").write_text("{")
    with pytest.raises(InputError, match=r"fr\.json: is not JSON"):
        load_records(tmp_path)
