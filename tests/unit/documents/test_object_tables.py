"""Tables of the objects of the record model."""


def test_field_table_describes_both_types_of_a_union(texts: dict[str, str]) -> None:
    assert "| `observedValue` | string or integer | required |" in texts["catalogs"]
