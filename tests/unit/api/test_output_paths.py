"""The builder makes the paths of the vectors with which the core is tested too."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from builder.api.output_paths import CATALOG_FOLDER, answer_path, window_path
from tests.support.project import ROOT

VECTORS = json.loads((ROOT / "tests/contract/core_vectors/paths.json").read_text("utf-8"))["paths"]
FUNCTIONS: dict[str, Callable[..., str]] = {
    "page": lambda folder, limit, offset, length: window_path(folder, min(limit, length), offset),
    "answer": answer_path,
    "catalog": lambda kind, limit, offset: window_path(f"{CATALOG_FOLDER}/{kind}", limit, offset),
}


@pytest.mark.parametrize("vector", VECTORS, ids=[vector[-1] for vector in VECTORS])
def test_functions_make_the_paths_of_the_vectors(vector: list[Any]) -> None:
    name, *arguments, path = vector
    assert FUNCTIONS[name](*arguments) == path
