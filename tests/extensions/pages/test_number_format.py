"""Figures as people read them."""

import json

import pytest

from builder.extensions.pages.number_format import rounded, with_decimals
from tests.support.project import ROOT

VECTORS = json.loads((ROOT / "tests/fixtures/rounding.json").read_bytes())


@pytest.mark.parametrize(("value", "digits", "text"), VECTORS)
def test_numbers_are_rounded_to_what_people_say(value: float, digits: int, text: str) -> None:
    assert rounded(value, digits) == text


def test_exact_numbers_keep_small_parts() -> None:
    assert with_decimals(1234.5678, 2) == "1,234.57"
    assert with_decimals(0.00031, 1) == "0.00031"
