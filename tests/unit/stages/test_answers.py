"""Answer files from listings and catalogs."""

import json
import re
from typing import Literal

import pytest

from builder.config import Pages
from builder.paths import is_window
from builder.stages.answer_files import count_pages, joined, make_catalogs, page_jobs, upload_size, windows
from builder.stages.listings import make_listings
from builder.types import File
from tests.support.values import VALUES, dataset, folding


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
def test_windows_are_those_of_the_policy(length: int, sizes: list[int], expected: list[tuple[int, int]]) -> None:
    assert list(windows(length, sizes)) == expected


def test_page_is_an_array_of_its_records() -> None:
    assert b"".join(joined([b"{}"])) == b"[{}]"
    assert b"".join(joined([b'{"a":1}', b'{"b":2}', b"{}"])) == b'[{"a":1},{"b":2},{}]'


def pages(policy: Pages) -> dict[str, File]:
    """Return every file of the stage, by path."""
    listings, catalogs = make_listings(dataset(), folding()), make_catalogs(dataset())
    files = [file for job in page_jobs(dataset(), listings, catalogs, policy) for file in job()]
    assert len({file.path for file in files}) == len(files)
    return {file.path: file for file in files}


def test_page_of_one_record_is_the_file_of_the_record() -> None:
    files = pages(Pages(limits=(1, 2)))
    assert not [path for path in files if path.endswith(("all/1-0.json", "all/2-2.json"))]
    assert json.loads(files["public/v1/alpha/cc.json"].body) == [VALUES[2]]
    assert json.loads(files["public/v1/2-0.json"].body) == [VALUES[0], VALUES[1]]


@pytest.mark.parametrize("limit", [2, 3, 4])
def test_pages_of_a_list_join_to_the_list(limit: int) -> None:
    many = dataset(*(VALUES[2] | {"cca2": f"C{letter}"} for letter in "ABCDEFGH"))
    listings = make_listings(many, folding())
    jobs = page_jobs(many, listings, make_catalogs(many), Pages(limits=(limit,)))
    files = {file.path: file for job in jobs for file in job()}
    answered = []
    for offset in range(0, 8, limit):
        answered += json.loads(files[f"public/v1/{limit}-{offset}.json"].body)
    assert [value["cca2"] for value in answered] == ["CA", "CB", "CC", "CD", "CE", "CF", "CG", "CH"]


def test_size_above_the_length_is_the_length() -> None:
    paths = {path for path in pages(Pages(limits="all")) if re.fullmatch(r"public/v1/[0-9]+-[0-9]+\.json", path)}
    assert paths == {"public/v1/2-0.json", "public/v1/3-0.json"}


@pytest.mark.parametrize("limits", ["all", (2,), (1, 3, 100)])
def test_count_of_files_equals_the_files_made(limits: Literal["all"] | tuple[int, ...]) -> None:
    policy = Pages(limits=limits)
    made = pages(policy)
    assert count_pages(make_listings(dataset(), folding()), make_catalogs(dataset()), policy) == len(made)


@pytest.mark.parametrize("limits", ["all", (2,), (1, 3, 100)])
def test_upload_has_the_bytes_of_the_windows(limits: Literal["all"] | tuple[int, ...]) -> None:
    policy = Pages(limits=limits)
    many = dataset(*(VALUES[2] | {"cca2": f"C{letter}", "capital": [letter] * 9} for letter in "ABCDEFG"))
    listings = make_listings(many, folding())
    jobs = page_jobs(many, listings, make_catalogs(many), policy)
    # Catalogs are left out.
    files = [file for job in jobs for file in job() if "/meta/" not in file.path]
    pages = [file.size for file in files if is_window(file.path)]
    upload = upload_size(many, listings, policy, len(files), [])
    assert (upload.window_files, upload.window_bytes) == (len(pages), sum(pages))
    assert (upload.files, upload.bytes) == (len(files), sum(file.size for file in files))


def test_same_records_in_another_order_are_another_file() -> None:
    files = pages(Pages(limits=(2,)))
    down, up = (files[f"public/v1/{listing}/2-0.json"] for listing in ("rank/area", "region/east"))
    assert down.identity != up.identity
    assert json.loads(down.body) == list(reversed(json.loads(up.body)))


def test_largest_lists_are_the_first_jobs() -> None:
    listings = make_listings(dataset(), folding())
    jobs = page_jobs(dataset(), listings, make_catalogs(dataset()), Pages(limits=(2,)))
    answers, *lists, _subregions, _tlds = [len(list(job())) for job in jobs]
    assert lists == sorted(lists, reverse=True)
    assert lists[0] > lists[-1]
    assert answers > len(VALUES)


def test_ranking_without_records_has_an_empty_answer_and_no_page() -> None:
    ranked = {path: file.body for path, file in pages(Pages(limits="all")).items() if "rank/hdi" in path}
    assert ranked == {"public/v1/rank/hdi.json": b"[]"}


def test_every_key_of_a_route_has_its_answer_and_a_part_of_a_name_has_none() -> None:
    files = pages(Pages(limits=(5,)))
    assert files["public/v1/alpha/bb.json"].body == files["public/v1/alpha/bbb.json"].body
    assert [value["cca2"] for value in json.loads(files["public/v1/region/east.json"].body)] == ["AA", "BB"]
    assert "public/v1/countries/list.json" in files
    assert "public/v1/currency/dollar.json" not in files
    assert not [path for path in files if path.startswith("public/v1/countries/alpha/")]


def test_catalog_has_counts_and_is_sorted() -> None:
    subregions, tlds = make_catalogs(dataset())
    assert [json.loads(item) for item in subregions.items] == [
        {"name": "Far East", "region": "East", "countryCount": 1, "cca2": ["AA"]},
        {"name": "Near East", "region": "East", "countryCount": 1, "cca2": ["BB"]},
    ]
    assert [json.loads(item) for item in tlds.items] == [
        {"tld": ".a", "countryCount": 2, "cca2": ["AA", "BB"]},
        {"tld": ".b", "countryCount": 1, "cca2": ["BB"]},
    ]


def test_page_of_a_catalog_states_its_window() -> None:
    files = pages(Pages(catalog_limits=(1, 50)))
    assert files["public/v1/meta/tlds/1-1.json"].body == (
        b'{"kind":"tlds","schemaVersion":1,"total":2,"offset":1,"limit":1,"count":1,'
        b'"tlds":[{"tld":".b","countryCount":1,"cca2":["BB"]}]}'
    )
    assert json.loads(files["public/v1/meta/tlds/50-0.json"].body)["limit"] == 50
