"""The types of results in Python have the members of those in TypeScript."""

from typing import Any, is_typeddict

import pytest

from builder.javascript import manifest as twins
from tests.support.core_types import interface

RESULTS = [name for name, value in vars(twins).items() if is_typeddict(value)]


def test_three_kinds_of_results_are_typed() -> None:
    assert RESULTS == ["FileResult", "RecordsResult", "BodyResult"]


@pytest.mark.parametrize("name", RESULTS)
def test_python_type_has_the_members_of_the_interface(name: str) -> None:
    twin: Any = getattr(twins, name)
    assert {key: key in twin.__required_keys__ for key in twin.__annotations__} == interface(name)
