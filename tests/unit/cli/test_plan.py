"""Counting the files of a site before they are written."""

from builder.cli.plan import FolderSize, count_by_folder


def test_files_are_counted_by_folder() -> None:
    paths = ["public/v1/region/europe/5-0.json", "public/v1/region/asia/5-5.json", "public/v1/alpha/de.json"]
    rows = count_by_folder(dict.fromkeys([*paths, "zones/flags/de.svg"], 5))
    assert rows == [
        FolderSize("public/v1/alpha", 1, 5),
        FolderSize("public/v1/region", 2, 10),
        FolderSize("zones/flags", 1, 5),
    ]
    assert count_by_folder({}) == []
