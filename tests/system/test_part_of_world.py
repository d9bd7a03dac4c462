"""A site of some countries of a dataset is sound, and answers its own examples."""

import json
from datetime import date
from pathlib import Path

import pytest

from builder.cli.check import check_site
from builder.cli.preview.in_memory_site import InMemorySite
from builder.javascript.core_calls import core_request
from tests.support.project import set_value
from tests.support.small_project import small_project, without_bouvet_island
from tests.support.values import INTERFACE

TODAY = date(2026, 11, 24)


# A country without a capital, and islands without borders. The soak has a country without an ISO number, one without
# people, and neighbours.
@pytest.mark.parametrize(
    "codes",
    [
        ["AQ"],
        ["jp", "MLT", "36"],
        *(pytest.param(codes, marks=pytest.mark.soak) for codes in (["XK"], ["BV"], ["de", "fr", "at", "ch"])),
    ],
    ids="-".join,
)
def test_site_of_some_countries_is_sound(codes: list[str], tmp_path: Path) -> None:
    request = small_project(tmp_path / "site")
    set_value(request, "countries = []", f"countries = {json.dumps(codes)}")
    # For a public origin, documents have further commands, whose links the check judges, too.
    check_site(request._replace(overrides={"base_url": "https://api.example.org"}), TODAY)
    site = InMemorySite(request)
    assert site.country == ("DE" if "de" in codes else "")
    description = json.loads(site.answer(core_request("/openapi.json"))[1])
    for route in (one for one in INTERFACE.routes if one.path_parameter and not one.on_flag_host):
        parameter = description["paths"][route.path]["get"]["parameters"][0]
        path = route.path.replace(f"{{{parameter['name']}}}", parameter["example"])
        shown = description["paths"][route.path]["get"]["responses"].get("200", {}).get("content")
        status = site.answer(core_request(path))[0]["status"]
        assert status == (301 if route.image else 200) or not shown["application/json"].get("examples"), path


@pytest.mark.soak
def test_all_countries_but_one_are_a_site(tmp_path: Path) -> None:
    request = small_project(tmp_path / "site")
    without_bouvet_island(request)
    check_site(request, TODAY)
