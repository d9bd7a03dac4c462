"""The JSON files that only a refresh and other tools read."""

from pathlib import Path

import pytest

from builder.problems import InputError
from builder.refresh.data_files import json_files, load_records, read_json
from builder.refresh.quality.agreement import load_explanations
from builder.refresh.quality.coverage import load_minimums
from builder.refresh.readers.curated_tables import read_table


def test_files_are_in_order_and_those_with_a_dot_are_ignored(tmp_path: Path) -> None:
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
def test_content_of_another_type_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "floors.json").write_text(text)
    with pytest.raises(InputError) as refused:
        read_json(tmp_path / "floors.json", dict[str, int])
    assert message in str(refused.value)


def test_missing_file_is_named_with_its_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"none.json: does not exist\\nExpected at {tmp_path}"):
        read_json(tmp_path / "none.json", dict[str, int])


def test_curated_files_of_another_type_are_named(tmp_path: Path) -> None:
    curated = tmp_path / "curated"
    (curated / "agreement").mkdir(parents=True)
    (curated / "minimum-coverage.json").write_text('["population"]')
    (curated / "agreement/figures.json").write_text('{"area": ["AI"]}')
    (curated / "fifa.json").write_text('{"values": {}, "dates": []}')
    with pytest.raises(InputError, match=r"minimum-coverage\.json: is \["):
        load_minimums(tmp_path)
    with pytest.raises(InputError, match=r"figures\.json: area: is \["):
        load_explanations(tmp_path)
    with pytest.raises(InputError, match=r"fifa\.json: dates: (.|\n)*fifa\.json: field: is required"):
        read_table(curated / "fifa.json")


def test_stored_records_are_read_without_locks_of_editors(tmp_path: Path) -> None:
    for folder in ("countries", "holidays"):
        (tmp_path / folder).mkdir()
    (tmp_path / "countries/de.json").write_text('{"cca2": "DE"}')
    (tmp_path / "holidays/de.json").write_text('{"items": []}')
    (tmp_path / "countries/.#de.json").symlink_to("user@host.1")
    (tmp_path / "countries/._de.json").write_bytes(b"\0")
    assert load_records(tmp_path) == {"DE": {"cca2": "DE", "holidays": {"items": []}}}
    (tmp_path / "countries/fr.json").write_text("{")
    with pytest.raises(InputError, match=r"fr\.json: is not JSON"):
        load_records(tmp_path)
