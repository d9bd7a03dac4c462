"""Files of caches."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from builder.cache.cache_files import entries, remove_leftovers, write_whole


def test_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "entry"
    write_whole(str(path), [b"one", b"two"])
    write_whole(str(path), [b"three"])
    assert path.read_bytes() == b"three"
    assert [*tmp_path.iterdir()] == [path]


def test_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "entry"
    path.write_bytes(b"old")

    def failing() -> Iterator[bytes]:
        yield b"new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(str(path), failing())
    assert path.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [path]


def test_only_temporary_files_of_ended_processes_are_removed(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    kept = {"entry", f"entry.{os.getppid()}", "entry.json"}
    for name in (*kept, f"entry.{ended.pid}", f"entry.{10**30}"):
        (tmp_path / name).touch()
    remove_leftovers(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == kept


def test_missing_folder_has_no_entries(tmp_path: Path) -> None:
    assert entries(str(tmp_path / "missing")) == []
