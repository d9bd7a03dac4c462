"""Fields that only the records of ``/v3.1`` have, read from ``data/compatibility/`` and validated."""

import re
from pathlib import Path
from typing import Annotated, Any, Literal

import orjson
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from builder.api.record_fields import distinct
from builder.input_errors import InputError, Problem, refusals
from builder.types import Dataset

FOLDER = "compatibility"
_GINI = "enrichment.development.gini"


def _expression(regex: str) -> str:
    try:
        re.compile(regex)
    except re.error as error:
        raise ValueError(f"is not a regular expression: {error}") from None
    return regex


class _ExtraField(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Dialling(_ExtraField):
    """A dialling prefix: a plus sign with the first digit, and the possible remainders."""

    root: Annotated[str, Field(pattern=r"^\+\d$")]
    suffixes: Annotated[list[Annotated[str, Field(pattern=r"^\d*$")]], Field(min_length=1), AfterValidator(distinct)]


class Car(_ExtraField):
    """The side of the road that cars drive on."""

    side: Literal["left", "right"]


class PostalCode(_ExtraField):
    """The form of postal codes: a regular expression, and a format with ``#`` for a digit and ``@`` for a letter."""

    regex: Annotated[str, Field(min_length=1), AfterValidator(_expression)]
    format: Annotated[str, Field(min_length=1)] | None = None

    @field_validator("format")
    @classmethod
    def _matches(cls, form: str | None, info: ValidationInfo) -> str | None:
        regex = info.data.get("regex")
        if form and regex and not re.search(regex, form.replace("#", "0").replace("@", "A")):
            raise ValueError(f"does not match the expression {regex!r}")
        return form


Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_FIELDS: dict[str, TypeAdapter[dict[str, Any]]] = {
    "idd": TypeAdapter(dict[str, Dialling]),
    "car": TypeAdapter(dict[str, Car]),
    "postalCode": TypeAdapter(dict[str, PostalCode]),
    "startOfWeek": TypeAdapter(dict[str, Day]),
}


def load_extras(data: Path, dataset: Dataset) -> tuple[dict[str, Any], ...]:
    """Read the additional fields of each record of *dataset*, by record number, in the shape of an answer.

    ``giniYear`` is the year of the record's Gini index, if the provenance has it. Raises ``InputError`` with every
    missing file and every invalid value or code.
    """
    problems: list[Problem] = []
    known = {record.cca2 for record in dataset.records}
    values = {field: _read(data, field, problems) for field in _FIELDS}
    problems += [
        Problem(f"{FOLDER}/{field}.json", code, "is not the cca2 code of a country in the dataset")
        for field, countries in values.items()
        for code in countries.keys() - known
    ]
    if problems:
        raise InputError(
            problems,
            f'Run countries refresh to rewrite data/{FOLDER}/, or set [compatibility] restcountries = "off".',
        )
    years = _gini_years(dataset)
    return tuple(
        {
            **{field: values[field][record.cca2] for field in _FIELDS if record.cca2 in values[field]},
            **({"giniYear": years[record.cca2]} if record.cca2 in years else {}),
        }
        for record in dataset.records
    )


def _read(data: Path, field: str, problems: list[Problem]) -> dict[str, Any]:
    name = f"{FOLDER}/{field}.json"
    try:
        text = (data / name).read_bytes()
        _FIELDS[field].validate_json(text, strict=True)
    except FileNotFoundError:
        problems.append(Problem(name, "", "is missing"))
        return {}
    except ValidationError as error:
        problems += refusals(name, error)
        return {}
    # With the members that the file has, in its order.
    values: dict[str, Any] = orjson.loads(text)
    return values


def _gini_years(dataset: Dataset) -> dict[str, int]:
    entry = dataset.sources["provenance"].get(_GINI)
    dated = entry["sources"].values() if entry else ()
    return {code: int(date[:4]) for dates in dated for date, codes in dates.items() if date for code in codes}
