"""The types of the fields of records and of the columns of tables, and functions for fields and their values."""

import re
from collections.abc import Mapping, Sequence
from datetime import MAXYEAR, MINYEAR, datetime
from typing import Annotated, Any, TypeVar, get_args
from unicodedata import is_normalized

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from typing_extensions import is_typeddict

_MAX_DEPTH = 32
# Characters on which a terminal acts, or that XML or UTF-8 cannot have.
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def described(description: str) -> Any:
    """Describe a field."""
    return Field(description=description)


def nullable(description: str) -> Any:
    """Describe a field that is always present, and ``null`` when unknown."""
    return Field(default=None, description=description)


def _real_moment(moment: str) -> str:
    # Raises ``ValueError`` for a day or a time that does not exist.
    datetime.fromisoformat(moment)
    return moment


def _calendar_year(year: int) -> int:
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError("must be a year of the calendar")
    return year


def _portable(number: float) -> float:
    """Return *number*, as an integer if it is whole. Refuse what Python and JavaScript may write differently."""
    # Answers of builds and of the edge must have the same bytes.
    if number and not 1e-4 <= abs(number) < 1e15:
        raise ValueError("must be 0, or between 0.0001 and 1e15 in size")
    return int(number) if number.is_integer() else number


def _printable(text: str) -> str:
    if not is_normalized("NFC", text):
        raise ValueError("must be in Unicode normalization form NFC")
    if CONTROL.search(text) or "  " in text:
        raise ValueError("contains a character that cannot be printed, or a double space")
    return text


def _on_earth(point: list[float]) -> list[float]:
    latitude, longitude = point
    if abs(latitude) > 90 or abs(longitude) > 180:
        raise ValueError("must be a latitude from -90 to 90 and a longitude from -180 to 180")
    return point


def distinct(values: Sequence[Any]) -> Sequence[Any]:
    """Return *values*. Raises ``ValueError`` when two of them are equal."""
    if len(set(values)) < len(values):
        raise ValueError("contains a value twice")
    return values


Text = Annotated[
    str,
    StringConstraints(min_length=1, strip_whitespace=False, pattern=r"^\S(?:[\s\S]*\S)?$"),
    AfterValidator(_printable),
]
Alpha2 = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
Alpha3 = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
Numeric3 = Annotated[str, StringConstraints(pattern=r"^[0-9]{3}$")]
LanguageKey = Annotated[str, StringConstraints(pattern=r"^[a-z]{3}$")]
CurrencyKey = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
WikidataId = Annotated[str, StringConstraints(pattern=r"^Q[1-9][0-9]*$")]
Date = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$"),
    AfterValidator(_real_moment),
    Field(json_schema_extra={"format": "date"}),
]
DateTime = Annotated[
    str,
    StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"),
    AfterValidator(_real_moment),
    Field(json_schema_extra={"format": "date-time"}),
]
Uri = Annotated[
    str,
    StringConstraints(pattern=r"^https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]+)?(/[!-~]*)?$"),
    Field(json_schema_extra={"format": "uri"}),
]
Number = Annotated[float, AfterValidator(_portable)]
Area = Annotated[float, Field(ge=0), AfterValidator(_portable)]
Year = Annotated[int, AfterValidator(_calendar_year)]
Count = Annotated[int, Field(ge=0, lt=10**12)]
Coordinates = Annotated[list[Number], Field(min_length=2, max_length=2), AfterValidator(_on_earth)]
Neighbours = Annotated[list[Alpha3], Field(min_length=1), AfterValidator(distinct)]
Texts = Annotated[list[Text], Field(min_length=1), AfterValidator(distinct)]
Item = TypeVar("Item")
# An object whose keys are ISO 639-3 codes.
ByLanguage = Annotated[dict[LanguageKey, Item], Field(min_length=1)]


class ObjectModel(BaseModel):
    """The base of models that are classes of pydantic: unknown fields are rejected and nothing is coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


def object_in(annotation: Any) -> type | None:
    """Return the class of the first object that *annotation* allows, alone or in a list or map, or None."""
    if isinstance(annotation, type) and (is_typeddict(annotation) or issubclass(annotation, ObjectModel)):
        return annotation
    return next(filter(None, map(object_in, get_args(annotation))), None)


def value_at(record: Mapping[str, object], path: str) -> Any:
    """Return the value at a dot path through objects and arrays, or None if it is absent."""
    value: Any = record
    for key in path.split("."):
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def shallow(value: Any, depth: int = 0) -> Any:
    """Return *value*. Raises ``ValueError`` if it is nested too deeply."""
    if depth > _MAX_DEPTH:
        raise ValueError(f"is nested deeper than {_MAX_DEPTH} levels")
    if isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            shallow(member, depth + 1)
    return value
