"""Counting the files of a site before they are written."""

from builder.cli.plan import FolderSize, Plan, make_plan


def test_files_are_counted_by_folder() -> None:
    paths = ["public/v1/region/europe/5-0.json", "public/v1/region/asia/5-5.json", "public/v1/alpha/de.json"]
    plan = make_plan(dict.fromkeys(paths, 5))
    assert plan.rows == (FolderSize("public/v1/alpha", 1, 5), FolderSize("public/v1/region", 2, 10))


def test_empty_site_has_no_rows() -> None:
    assert make_plan({}) == Plan((), {})


def test_only_public_files_are_deployed_as_files() -> None:
    plan = make_plan({"public/flags/svg/de.svg": 3, "edge/records.js": 6, "zones/flags/de.svg": 6})
    assert plan.public == {"public/flags/svg/de.svg": 3}
    assert [row.folder for row in plan.rows] == ["edge", "public/flags/svg", "zones/flags"]
