"""Values that a row of the table cannot have."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from builder.extensions.tables.models.conventions import Conventions

ROW: dict[str, Any] = {
    "cca2": "DE", "drivingSide": "right", "firstDay": "monday", "weekend": ["saturday", "sunday"],
    "measurement": "metric", "paper": "A4", "postalCodeExpression": r"^\d{5}$", "postalCodeFormat": "#####",
    "postalCodeExamples": ["26133"],
}  # fmt: skip


def judged(row: dict[str, Any]) -> Any:
    """Validate a row as a build does."""
    return TypeAdapter(Conventions).validate_python(row, strict=True, extra="forbid")


def test_row_without_postal_codes_is_valid() -> None:
    none: dict[str, Any] = {"postalCodeExpression": None, "postalCodeFormat": None, "postalCodeExamples": []}
    assert judged(ROW | none) == ROW | none


def test_column_that_no_list_has_is_null() -> None:
    unknown = dict.fromkeys(("firstDay", "weekend", "measurement", "paper"))
    assert judged(ROW | unknown) == ROW | unknown


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("drivingSide", "middle", "'left' or 'right'"),
        ("firstDay", "someday", "'monday', "),
        ("weekend", [], "at least 1 item"),
        ("postalCodeExpression", r"^(\d{5}$", "is not a regular expression"),
    ],
)
def test_wrong_value_is_refused(column: str, value: Any, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        judged(ROW | {column: value})
