"""One export in every format, and a function to write one format."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.annexes.exports.export import export, export_formats
from builder.build_request import BuildRequest

WriteFormat = Callable[..., Path]


@pytest.fixture
def write(small: BuildRequest, tmp_path: Path) -> WriteFormat:
    def one(name: str) -> Path:
        (path,) = export(small, (name,), tmp_path / "to")
        return path

    return one


@pytest.fixture(scope="session")
def exported(small: BuildRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    export(small, tuple(export_formats()), folder)
    return folder


@pytest.fixture(scope="session")
def records(exported: Path) -> dict[str, dict[str, object]]:
    return {record["cca2"]: record for record in json.loads((exported / "countries.json").read_bytes())}
