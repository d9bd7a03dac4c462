"""Packages: files are read by pattern, a wheel is unpacked, and faults are named."""

from pathlib import Path

import pytest

from builder.inputs.errors import InputError
from refresh.package_archive import Archive
from tests.support.refresh.packages import tarball, wheel


def test_files_are_found_by_pattern_in_a_tarball_and_in_a_wheel(tmp_path: Path) -> None:
    members = {"data/a.json": {"a": 1}, "data/b.txt": b"b", "c.json": []}
    for archive in (tarball(tmp_path / "p.tgz", members), wheel(tmp_path / "p.whl", members)):
        assert Archive(archive).files("data/*") == {"data/a.json": b'{"a": 1}', "data/b.txt": b"b"}
        assert Archive(archive).json("data/a.json") == {"a": 1}


def test_missing_file_is_named(tmp_path: Path) -> None:
    archive = Archive(wheel(tmp_path / "p.whl", {"a": b""}))
    with pytest.raises(InputError, match=r"p\.whl: nowhere/\*: is not in the package"):
        archive.files("a", "nowhere/*")


def test_damaged_archive_and_invalid_json_are_named(tmp_path: Path) -> None:
    (tmp_path / "p.tgz").write_bytes(b"no archive")
    with pytest.raises(InputError, match=r"p\.tgz: cannot be read"):
        Archive(tmp_path / "p.tgz").files("a")
    archive = Archive(tarball(tmp_path / "q.tgz", {"a.json": b"{"}))
    with pytest.raises(InputError, match=r"q\.tgz: a\.json: is not JSON"):
        archive.json("a.json")


def test_unpack_writes_all_members(tmp_path: Path) -> None:
    Archive(wheel(tmp_path / "p.whl", {"a/b.py": b"x = 1\n"})).unpack(tmp_path / "to")
    assert (tmp_path / "to/a/b.py").read_bytes() == b"x = 1\n"
