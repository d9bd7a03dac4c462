"""Counting the files of a site before they are written."""

from builder.commands.plan import Plan, RouteSize, make_plan


def test_files_are_counted_by_route() -> None:
    paths = ["public/v1/region/europe/5-0.json", "public/v1/region/asia/5-5.json", "public/v1/alpha/de.json"]
    plan = make_plan(dict.fromkeys(paths, 5))
    assert plan.rows == (RouteSize("/v1/alpha/{codes}", 1, 5), RouteSize("/v1/region/{region}", 2, 10))


def test_windows_count_for_the_route_of_their_folder() -> None:
    plan = make_plan({"public/v1/5-0.json": 1})
    assert plan.rows[0].label == "/v1"


def test_catalog_has_its_own_row() -> None:
    plan = make_plan({"public/v1/meta/tlds/5-0.json": 1})
    assert plan.rows[0].label == "/v1/meta/tlds"


def test_other_files_are_labelled_with_their_folder() -> None:
    paths = ["_errors/404.json", "flags/svg/de.svg", "docs/index.html", "x.txt"]
    rows = make_plan({f"public/{path}": 0 for path in paths}).rows
    assert {(row.label, row.files) for row in rows} == {
        ("generic errors", 1),
        ("flag images", 1),
        ("documents", 2),
    }


def test_empty_site_has_no_rows() -> None:
    assert make_plan({}) == Plan((), {})


def test_only_public_files_are_deployed_as_files() -> None:
    plan = make_plan({"public/flags/svg/de.svg": 3, "edge/records.js": 6, "zones/flags/de.svg": 6})
    assert plan.public == {"public/flags/svg/de.svg": 3}
    assert {row.label for row in plan.rows} == {"flag images", "(edge)", "(zones)"}
