"""The index of the documents' search."""

from pathlib import Path


def test_search_index_has_only_names_and_codes_of_a_record(site: Path) -> None:
    index = (site / "public/docs/assets/search.json").read_text("utf-8")
    assert '["Germany","DE","DEU",["Deutschland"]]' in index
    assert "Federal Republic of Germany" not in index
