"""The Parquet file."""

import csv
import io
import sys
from pathlib import Path

import pytest
from pyarrow import parquet

from builder.input_errors import InputError
from tests.unit.annexes.conftest import WriteFormat


def test_parquet_has_the_rows_of_the_csv(exported: Path) -> None:
    table = parquet.read_table(exported / "countries.parquet")
    rows = list(csv.DictReader(io.StringIO((exported / "countries.csv").read_text("utf-8"), newline="")))
    for name in ("cca2", "capital", "population", "area_km2", "landlocked"):
        spelled = ["" if value is None else value for value in table[name].to_pylist()]
        wanted = [row[name] for row in rows]
        assert [
            ";".join(value) if isinstance(value, list) else str(value).lower() if isinstance(value, bool) else value
            for value in spelled
        ] == (wanted if name not in ("population", "area_km2") else [float(text) if text else "" for text in wanted])


def test_parquet_without_pyarrow_names_the_extra_to_install(
    write: WriteFormat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"country-reference\[parquet\]"):
        write("parquet")
