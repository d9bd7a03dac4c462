"""Files with the same bytes are written once, and unchanged files are linked to those of the last build."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from builder.api.types import Entry
from builder.output.tree import Written
from builder.output.writer import Writer

# On Linux, another file system than that of temporary files.
SHARED_MEMORY = Path("/dev/shm")  # noqa: S108


def write(source: Path, target: Path, previous: Written, *paths: str) -> Written:
    """Write files with the same bytes."""
    writer = Writer(source, target, previous)
    for path in paths:
        writer.write(Entry.of(path, b"[]"))
    return writer.written


def inodes(folder: Path, *paths: str) -> set[int]:
    return {(folder / path).stat().st_ino for path in paths}


def test_new_files_of_the_same_bytes_are_one_file(tmp_path: Path) -> None:
    written = write(tmp_path, tmp_path, {}, "a.json", "folder/b.json", "folder/of/c.json")
    assert len(inodes(tmp_path, *written)) == 1
    assert {entry.mtime_ns for entry in written.values()} == {(tmp_path / "a.json").stat().st_mtime_ns}


def test_a_file_with_a_known_identity_is_made_once(tmp_path: Path) -> None:
    bodies = iter([b"[1]"])
    entry = Entry("", "a.json", lambda: next(bodies), identity="one")
    first = Writer(tmp_path, tmp_path / "first", {}).write_all([entry, entry._replace(path="b.json")])
    Writer(tmp_path / "first", tmp_path / "second", first).write_all([entry])
    assert (tmp_path / "second/a.json").read_bytes() == b"[1]"
    assert first["a.json"].size == 3


def test_new_file_is_not_linked_to_a_file_of_the_last_build(tmp_path: Path) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    first = write(tmp_path, before, {}, "a.json", "b.json")
    write(before, after, first, "a.json", "b.json", "c.json", "d.json")
    assert inodes(after, "a.json", "b.json") == inodes(before, "a.json")
    assert len(inodes(after, "c.json", "d.json")) == 1
    assert inodes(after, "c.json") != inodes(after, "a.json")


@pytest.mark.skipif(not SHARED_MEMORY.is_dir(), reason="there is no second file system")
def test_file_that_cannot_be_linked_is_written(tmp_path: Path) -> None:
    with TemporaryDirectory(dir=SHARED_MEMORY) as other:
        assert Path(other).stat().st_dev != tmp_path.stat().st_dev
        first = write(Path(other), Path(other), {}, "a.json")
        write(Path(other), tmp_path, first, "a.json")
    assert (tmp_path / "a.json").read_bytes() == b"[]"


def test_two_files_with_one_name_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"two files are named page\.json"):
        write(tmp_path, tmp_path, {}, "page.json", "page.json")
