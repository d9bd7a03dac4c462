"""The values of the owner's fields, in a file for each field."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from builder.api.own_fields import OwnField
from builder.api.types import OwnValue
from builder.site.dataset.own_values import read_own_values

if TYPE_CHECKING:
    from builder.inputs.errors import Problem

CODES = {"DE": "DE", "DEU": "DE", "276": "DE", "AF": "AF", "004": "AF", "FR": "FR"}
FIELDS = {
    "offices": OwnField(type="integer", label="Offices", description="Offices in the country.", metric=True),
    "tags": OwnField(type="list", label="Tags", description="Tags."),
}


def read(folder: Path, **files: str) -> tuple[dict[str, dict[str, OwnValue]], list[str]]:
    """Write the CSV files of both fields, or *files* in their place; return the values and the problems."""
    folder.mkdir(exist_ok=True)
    for name, text in ({"offices": "code,value\nDE,1\n", "tags": "code,value\n"} | files).items():
        (folder / f"{name}.csv").write_text(text, "utf-8")
    problems: list[Problem] = []
    return read_own_values(folder, FIELDS, CODES, {"FR"}, problems), [*map(str, problems)]


def test_values_are_found_by_any_code_with_their_year_and_source(tmp_path: Path) -> None:
    offices = "\ufeffvalue,code,year,source\r\n12,deu,2025,Report\r\n3,4,,\r\n9,FR,,\r\n"
    own, problems = read(tmp_path / "fields", offices=offices, tags="code,value\nDE,new; old\nAF,\n")
    assert problems == []
    assert own == {
        "offices": {"DE": OwnValue(12, "2025", "Report"), "AF": OwnValue(3, "", "")},
        "tags": {"DE": OwnValue(["new", "old"], "", "")},
    }


def test_every_fault_is_named_by_file_line_and_column(tmp_path: Path) -> None:
    offices = 'code,value,year\nXX,1,\nDE,many,25\n276,2,\nAF,1.5\nFR,"1\n",2025\n'
    _, problems = read(tmp_path / "fields", offices=offices, tags="code,tag\n", ofices="code,value\n")
    assert [problem.partition("; ")[0] for problem in problems] == [
        "fields/ofices.csv: is not declared",
        'fields/offices.csv: line 2, code: "XX" is the code of no country',
        'fields/offices.csv: line 3, year: "25" is no year of four digits',
        'fields/offices.csv: line 3, value: "many" is no integer',
        "fields/offices.csv: line 4, code: DE is in line 3 already",
        "fields/offices.csv: line 5: has another number of cells than line 1, which has 3",
        "fields/tags.csv: line 1: has the columns code, tag",
    ]


@pytest.mark.parametrize("text", ["code,value\n", "code,value\nFR,9\n"])
def test_metric_needs_a_value_of_a_country_that_the_site_has(text: str, tmp_path: Path) -> None:
    _, problems = read(tmp_path / "fields", offices=text)
    assert problems == [
        "fields/offices.csv: has no value for any country of the site; add one, or set metric = false for offices",
    ]


def test_file_that_is_missing_or_not_utf8_is_named(tmp_path: Path) -> None:
    tmp_path.joinpath("offices.csv").write_bytes(b"code,value\nDE,\xff\n")
    problems: list[Problem] = []
    read_own_values(tmp_path, FIELDS, CODES, (), problems)
    assert [problem.file for problem in problems] == [f"{tmp_path.name}/offices.csv", f"{tmp_path.name}/tags.csv"]
    assert [problem.message.partition(":")[0].partition(";")[0] for problem in problems] == [
        "cannot be read as CSV in UTF-8",
        "is missing",
    ]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *(("integer", text) for text in ("1e3", "1_000", "true")),
        *(("number", text) for text in ("1,5", "nan")),
        *(("boolean", "yes"), ("text", "a  b")),
    ],
)
def test_values_of_another_type_are_refused(kind: str, text: str, tmp_path: Path) -> None:
    field = OwnField.model_validate({"type": kind, "label": "One", "description": "One."})
    (tmp_path / "one.csv").write_text(f'code,value\nDE,"{text}"\n')
    problems: list[Problem] = []
    own = read_own_values(tmp_path, {"one": field}, CODES, (), problems)
    assert [problem.where for problem in problems] == ["line 2, value"]
    assert own == {"one": {}}
