"""What is below a path, and what of it cannot be read."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.input_files import MOST_BYTES, files_under, undecodable_texts, unreadable_files


def _write_too_much(path: Path) -> None:
    path.touch()
    os.truncate(path, MOST_BYTES + 1)


KINDS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a pipe": (os.mkfifo, "is neither a file nor a folder"),
    "a device": (lambda path: path.symlink_to("/dev/zero"), "is neither a file nor a folder"),
    "a link that leads nowhere": (lambda path: path.symlink_to("nowhere"), "is neither a file nor a folder"),
    "a link to itself": (lambda path: path.symlink_to(path.name), "is neither a file nor a folder"),
    "a link to a folder around it": (lambda path: path.symlink_to(".."), "is a link to a folder that contains it"),
    "more than memory has": (
        _write_too_much,
        "has 64,000,001 bytes; at most 64,000,000 are read",
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_read_is_named(tmp_path: Path, kind: str) -> None:
    (tmp_path / "inner").mkdir()
    make, message = KINDS[kind]
    make(tmp_path / "inner/a.json")
    (problem,) = unreadable_files(tmp_path, "data")
    assert problem.file == "data/inner/a.json"
    assert problem.message.startswith(message)


def test_single_file_is_named_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "LICENSE")
    assert [problem.file for problem in unreadable_files(tmp_path / "LICENSE", "LICENSE")] == ["LICENSE"]


def test_files_folders_and_locks_of_editors_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner/a.json").touch()
    (tmp_path / "link").symlink_to("inner/a.json")
    (tmp_path / ".#a.json").symlink_to("user@host.1")
    assert [*unreadable_files(tmp_path, "")] == []
    assert {Path(path).name for path in files_under(str(tmp_path))} == {"a.json", "link"}


def test_text_that_is_not_utf8_is_named_with_its_first_byte(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"ab\xff")
    (tmp_path / "b.md").write_text("é", "utf-8")
    (tmp_path / "c.png").write_bytes(b"\xff")
    assert [str(problem) for problem in undecodable_texts(tmp_path, "templates")] == [
        "templates/a.md: byte 3: is not UTF-8; save the file in this encoding"
    ]
