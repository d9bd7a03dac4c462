"""Contents of files that a process has read before."""

import os
from pathlib import Path

from builder.cache.file_memo import FileMemo


def test_content_is_known_until_the_file_changes(tmp_path: Path) -> None:
    memo, path = FileMemo[str](), tmp_path / "state"
    assert memo.get(path) is None
    path.write_text("one")
    memo.put(path, "one")
    assert memo.get(path) == "one"
    os.utime(path, ns=(0, 0))
    assert memo.get(path) is None
    memo.put(path, "one")
    path.write_text("three")
    os.utime(path, ns=(0, 0))
    assert memo.get(path) is None


def test_replaced_and_removed_files_are_not_known(tmp_path: Path) -> None:
    memo, path = FileMemo[str](), tmp_path / "state"
    path.write_text("one")
    memo.put(path, "one")
    other = tmp_path / "other"
    other.write_text("two")
    os.utime(other, ns=(0, path.stat().st_mtime_ns))
    other.replace(path)
    assert memo.get(path) is None
    memo.put(path, "two")
    path.unlink()
    assert memo.get(path) is None


def test_only_the_last_files_are_remembered(tmp_path: Path) -> None:
    memo = FileMemo[int]()
    paths = [tmp_path / str(number) for number in range(3)]
    for number, path in enumerate(paths):
        path.touch()
        memo.put(path, number)
    memo.put(paths[1], 1)
    assert [memo.get(path) for path in paths] == [None, 1, 2]
