"""Reads decisions on the shipped facts, so that a test of a fact yields to a later decision."""

from functools import cache
from typing import Any

from refresh.audit.corrected import words_of
from refresh.corrections import CorrectionRow, load_corrections
from refresh.data_files import json_files
from refresh.refresh_types import Facts
from refresh.sources.curated_tables import read_tables
from tests.support.project import ROOT

_CURATED = ROOT / "data" / "curated"


@cache
def _decided() -> tuple[tuple[CorrectionRow, ...], Facts]:
    return load_corrections(_CURATED / "corrections"), read_tables(json_files(_CURATED / "tables"))


def is_decided(country: str, path: str, value: Any) -> bool:
    """Whether a correction names the field, or a curated table has the *value*."""
    rows, facts = _decided()
    fact = facts.get(country, {}).get(path)
    corrected = any(row.country == country and row.touches(path.partition(".*")[0]) for row in rows)
    return corrected or bool(fact and fact.value == value)


def is_corrected(key: dict[str, str | int]) -> bool:
    """Whether a correction has all values of the *key* of a row of a table."""
    return any(words_of(row).issuperset(map(str, key.values())) for row in _decided()[0])
