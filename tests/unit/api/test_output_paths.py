"""The builder makes the paths of the vectors with which the core is tested too."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from builder.api.output_paths import CATALOG_FOLDER, answer_path, error_path, flag_path, window_path
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


def test_flags_and_errors_have_paths_that_only_a_build_makes() -> None:
    assert flag_path("svg", "DE") == "flags/svg/de.svg"
    assert flag_path("png", "DE") == "flags/png/de.png"
    assert flag_path("png", "DE", 640) == "flags/png/640/de.png"
    assert error_path(404) == "_errors/404.json"
