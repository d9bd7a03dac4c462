"""Fields that only the records of ``/v3.1`` have, read from ``data/compatibility/`` and validated."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from builder.problems import InputError, Problem
from builder.types import Dataset

FOLDER = "compatibility"
_GINI = "enrichment.development.gini"


class _ExtraField(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Dialling(_ExtraField):
    """A dialling prefix: a plus sign with the first digit, and the possible remainders."""

    root: Annotated[str, Field(pattern=r"^\+\d$")]
    suffixes: Annotated[list[Annotated[str, Field(pattern=r"^\d*$")]], Field(min_length=1)]


class Car(_ExtraField):
    """The side of the road that cars drive on."""

    side: Literal["left", "right"]


class PostalCode(_ExtraField):
    """The form of postal codes: a format with ``#`` for a digit and ``@`` for a letter, and a regular expression."""

    format: Annotated[str, Field(min_length=1)] | None = None
    regex: Annotated[str, Field(min_length=1)]


Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_FIELDS: dict[str, TypeAdapter[Any]] = {
    "idd": TypeAdapter(Dialling),
    "car": TypeAdapter(Car),
    "postalCode": TypeAdapter(PostalCode),
    "startOfWeek": TypeAdapter(Day),
}


def load_extras(data: Path, dataset: Dataset) -> tuple[dict[str, Any], ...]:
    """Read the additional fields of each record of *dataset*, by record number, in the shape of an answer.

    ``giniYear`` is the year of the record's Gini index, if the provenance has it. Raises ``InputError`` with every
    missing file and every invalid value or code.
    """
    problems: list[Problem] = []
    known = {record.cca2 for record in dataset.records}
    values = {field: _read(data, f"{FOLDER}/{field}.json", problems) for field in _FIELDS}
    for field, countries in values.items():
        for code, value in countries.items():
            name = f"{FOLDER}/{field}.json"
            if code not in known:
                problems.append(Problem(name, code, "is not the cca2 code of a country in the dataset"))
            problems += [Problem(name, f"{code}{where}", message) for where, message in _refused(field, value)]
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


def _read(data: Path, name: str, problems: list[Problem]) -> dict[str, Any]:
    try:
        value = orjson.loads((data / name).read_bytes())
    except FileNotFoundError:
        problems.append(Problem(name, "", "is missing"))
        return {}
    except orjson.JSONDecodeError as error:
        problems.append(Problem(name, f"line {error.lineno}", f"is not JSON: {error.msg}"))
        return {}
    if not isinstance(value, dict):
        problems.append(Problem(name, "", "must be a JSON object of values by cca2 code"))
        return {}
    return value


def _refused(field: str, value: Any) -> Iterator[tuple[str, str]]:
    try:
        read = _FIELDS[field].validate_python(value)
    except ValidationError as error:
        for item in error.errors():
            where = "".join(f".{part}" for part in item["loc"])
            yield where, f"is {orjson.dumps(item['input']).decode()}; {item['msg'][0].lower()}{item['msg'][1:]}"
        return
    if isinstance(read, PostalCode):
        yield from _refused_postal_code(read)
    if isinstance(read, Dialling) and len(set(read.suffixes)) < len(read.suffixes):
        yield ".suffixes", "contains a suffix twice"


def _refused_postal_code(code: PostalCode) -> Iterator[tuple[str, str]]:
    try:
        pattern = re.compile(code.regex)
    except re.error as error:
        yield ".regex", f"is {code.regex!r}, which is not a regular expression: {error}"
        return
    if code.format and not pattern.search(code.format.replace("#", "0").replace("@", "A")):
        yield ".format", f'is "{code.format}", which does not match the expression {code.regex!r}'


def _gini_years(dataset: Dataset) -> dict[str, int]:
    entry: Any = dataset.sources["provenance"].get(_GINI, {})
    sources = entry.get("sources", {})
    dated = sources.values() if isinstance(sources, dict) else ()
    return {code: int(date[:4]) for dates in dated for date, codes in dates.items() if date for code in codes}
