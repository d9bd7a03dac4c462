"""The table of answers, and the files of answers."""

import json

import pytest

from builder.api.types import AnswerRow, Dataset, Entry
from builder.javascript.context import read_modules
from builder.project.config import Pages
from builder.site.answers import answer_entries, make_answers, make_catalogs, windows
from builder.site.listings import make_listings
from tests.support.project import ROOT
from tests.support.values import INTERFACE, dataset, folding


@pytest.mark.parametrize(
    ("length", "sizes", "expected"),
    [
        (5, [2], [(2, 0), (2, 2), (2, 4)]),
        (4, [2], [(2, 0), (2, 2)]),
        (2, [5, 7, 2], [(2, 0)]),
        (2, [1, 9], [(1, 0), (1, 1), (2, 0)]),
        (0, [5], []),
    ],
)
def test_windows_are_those_of_the_sizes(length: int, sizes: list[int], expected: list[tuple[int, int]]) -> None:
    assert list(windows(length, sizes)) == expected


CORE = read_modules(ROOT / "edge", "core")


def table(data: Dataset) -> tuple[AnswerRow, ...]:
    """Make the table of answers."""
    return make_answers(INTERFACE.routes, make_listings(data, folding()), make_catalogs(data), CORE)


def files_of(policy: Pages, data: Dataset | None = None) -> dict[str, Entry]:
    """Return every file of answers, by path."""
    data = data or dataset()
    listings, catalogs = make_listings(data, folding()), make_catalogs(data)
    entries = [
        *answer_entries(data, listings, catalogs, make_answers(INTERFACE.routes, listings, catalogs, CORE), policy)
    ]
    assert len({entry.path for entry in entries}) == len(entries)
    return {entry.path: entry for entry in entries}


def row(path: str, key: str, query: str = "") -> AnswerRow:
    """Find the row of a route, a key and a query."""
    (found,) = (line for line in table(dataset()) if (line.route.path, line.key, line.query) == (path, key, query))
    return found


def test_row_of_a_name_has_what_the_search_finds_and_its_spellings() -> None:
    found = row("/v1/capital/{capital}", "saintatown")
    assert (found.text, found.members, found.folder) == ("saint a town", (0,), "")
    assert found.file == "v1/capital/saintatown.json"
    assert found.addresses == ("/v1/capital/saintatown", "/v1/capital/saint%20a%20town")


def test_row_of_a_part_of_a_name_shares_the_folder_of_its_records_and_has_no_file() -> None:
    found = row("/v1/currency/{currency}", "dollar")
    assert (found.members, found.file) == ((0, 1), "")
    assert found.folder == row("/v1/lang/{lang}", "aaa").folder == "v1/region/east"


def test_value_in_the_query_has_a_row_without_a_file() -> None:
    assert row("/v1/rank/{metric}", "area").file == "v1/rank/area.json"
    up = row("/v1/rank/{metric}", "area", "order=asc")
    assert (up.members, up.folder, up.file) == ((0, 1), "v1/region/east", "")
    assert row("/v1/independent", "", "status=false").folder == "v1/independent/false"


def test_same_records_in_another_order_are_another_file() -> None:
    files = files_of(Pages(limits=(2,)))
    down, up = (files[f"public/v1/{listing}/2-0.json"] for listing in ("rank/area", "region/east"))
    assert down.identity != up.identity
    assert json.loads(down.make()) == list(reversed(json.loads(up.make())))


def test_ranking_without_records_has_an_empty_answer_and_no_window() -> None:
    ranked = {path: file.make() for path, file in files_of(Pages(limits="all")).items() if "rank/hdi" in path}
    assert ranked == {"public/v1/rank/hdi.json": b"[]"}


def test_codes_and_whole_names_have_files_and_parts_of_names_have_none() -> None:
    files = files_of(Pages(limits=(5,)))
    assert files["public/v1/alpha/bb.json"].make() == files["public/v1/alpha/bbb.json"].make()
    assert [value["cca2"] for value in json.loads(files["public/v1/region/east.json"].make())] == ["AA", "BB"]
    assert "public/v1/countries/list.json" in files
    assert "public/v1/currency/dollar.json" not in files
    assert not [path for path in files if path.startswith("public/v1/countries/alpha/")]
