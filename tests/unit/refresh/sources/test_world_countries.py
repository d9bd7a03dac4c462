"""Names, codes and places of countries."""

import pytest

from refresh.sources.world_countries import cyrillic


@pytest.mark.parametrize(
    ("latin", "expected"), [("Njemačka", "Њемачка"), ("Džibuti", "Џибути"), ("Šri Lanka", "Шри Ланка")]
)
def test_serbian_names_are_converted_to_cyrillic_script(latin: str, expected: str) -> None:
    assert cyrillic(latin) == expected


def test_letters_that_serbian_lacks_are_kept() -> None:
    assert cyrillic("Wx") == "Wx"
