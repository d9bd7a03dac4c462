"""Makes the module with what records of ``/v3.1`` add to ours: fields from tables, the Gini year, and spellings."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError

from builder.api.types import Dataset, digest
from builder.extensions.restcountries.v3_routes import EDGE
from builder.extensions.tables.provenance import Provenance
from builder.extensions.tables.table import TableRows
from builder.inputs.errors import InputError, refusals

_DATA = f"{EDGE}/data.js"
_GINI = "enrichment.development.gini"
_SPELLINGS = "restcountries/alt-spellings.json"

Row = Mapping[str, Any]


def data_module(mode: str, extras: Sequence[Mapping[str, object]], modules: Mapping[str, str]) -> dict[str, str]:
    """Make the module that ``data.d.ts`` declares. *extras* are the additional fields by record number.

    Entity tags depend on its digest, a hash of its content and of *modules*, the code that reads it.
    """
    own_digest = digest(orjson.dumps([mode, extras, sorted(modules.items())]))
    lines = ",\n".join(orjson.dumps(extra).decode() for extra in extras)
    head = f'mode: "{mode}", digest: "{own_digest}"'
    return {_DATA: f"export const restcountriesData = {{ {head}, extras: [\n{lines}\n] }};\n"}


def load_extras(
    tables: Iterable[TableRows], dataset: Dataset, provenance: Provenance, data: Path
) -> tuple[dict[str, object], ...]:
    """Return the additional fields of each record of *dataset*, by record number.

    ``giniYear`` is the year of the record's Gini index, from the provenance. ``altSpellings`` are names of the country
    that restcountries lists as spellings, from the folder *data*.
    """
    fields = fields_of_tables(tables)
    further: dict[str, Mapping[str, object]] = {"giniYear": _gini_years(provenance), "altSpellings": _spellings(data)}
    return tuple(
        fields.get(code, {}) | {name: values[code] for name, values in further.items() if code in values}
        for code in (record.cca2 for record in dataset.records)
    )


def fields_of_tables(tables: Iterable[TableRows]) -> dict[str, dict[str, object]]:
    """Return ``idd``, ``car``, ``postalCode`` and ``startOfWeek`` of each country, by alpha-2 code."""
    makers = {"calling-codes": _dialling, "conventions": _conventions}
    fields: dict[str, dict[str, object]] = {}
    for loaded in tables:
        if make := makers.get(loaded.table.name):
            for row in loaded.rows:
                fields.setdefault(row["cca2"], {}).update(make(row))
    return fields


def _dialling(row: Row) -> dict[str, object]:
    """Split dialling codes after the first digit, which all codes of a country share."""
    codes = row["diallingCodes"]
    return {"idd": {"root": f"+{codes[0][0]}", "suffixes": [code[1:] for code in codes]}}


def _conventions(row: Row) -> dict[str, object]:
    form, regex = row["postalCodeFormat"], row["postalCodeExpression"]
    postal = {**({"format": form} if form else {}), "regex": regex}
    return {
        "car": {"side": row["drivingSide"]},
        **({"postalCode": postal} if regex else {}),
        # Every record of v3.1 has this field.
        "startOfWeek": row["firstDay"] or "monday",
    }


def _gini_years(provenance: Provenance) -> dict[str, int]:
    entry = provenance.get(_GINI)
    dated = entry["sources"].values() if entry else ()
    return {code: int(date[:4]) for dates in dated for date, codes in dates.items() if date for code in codes}


def _spellings(data: Path) -> dict[str, list[str]]:
    path = data / _SPELLINGS
    try:
        return TypeAdapter(dict[str, list[str]]).validate_json(path.read_bytes()) if path.exists() else {}
    except ValidationError as error:
        raise InputError(refusals(_SPELLINGS, error), "Correct the file.") from None
