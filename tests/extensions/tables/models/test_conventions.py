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
        TypeAdapter(Conventions).validate_python(ROW | {column: value}, strict=True, extra="forbid")
