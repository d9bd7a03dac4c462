"""The files that a build reads, and their fingerprint."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from builder.inputs.files import files_under, fingerprint, last_change, undecodable_texts, unreadable_files

KINDS: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a link that leads nowhere": lambda path: path.symlink_to("nowhere"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_path_that_is_neither_a_file_nor_a_folder_is_named(tmp_path: Path, kind: str) -> None:
    (tmp_path / "inner").mkdir()
    KINDS[kind](tmp_path / "inner/a.json")
    (problem,) = unreadable_files(tmp_path, "data")
    assert str(problem) == "data/inner/a.json: is neither a file nor a folder; remove it"


def test_unreadable_root_is_named_by_its_name(tmp_path: Path) -> None:
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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write two files, one in a folder."""
    (tmp_path / "a.py").write_text("a")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner/b.json").write_text("b")
    return tmp_path


def _edit_secretly(path: Path) -> None:
    """Change the content, but not the size and the time, as ``rsync -t`` can."""
    before = path.stat()
    path.write_text("c")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


CHANGES: dict[str, Callable[[Path], object]] = {
    "another size": lambda folder: (folder / "a.py").write_text("longer"),
    "other content of the same size and time": lambda folder: _edit_secretly(folder / "inner/b.json"),
    "another name": lambda folder: (folder / "a.py").rename(folder / "c.py"),
    "a new file": lambda folder: (folder / "inner/c.json").write_text(""),
    "a removed file": lambda folder: (folder / "inner/b.json").unlink(),
}


@pytest.mark.parametrize("change", [*CHANGES, *KINDS])
def test_fingerprint_depends_on_names_and_contents(folder: Path, change: str) -> None:
    before = fingerprint([str(folder)])
    assert fingerprint([str(folder)]) == before
    if change in CHANGES:
        CHANGES[change](folder)
    else:
        KINDS[change](folder / "inner/c.json")
    assert fingerprint([str(folder)]) != before
    # Neither function may open a pipe or a device, because to read them never ends.
    last_change([str(folder)])


def test_fingerprint_ignores_compiled_python_installed_packages_and_locks_of_editors(folder: Path) -> None:
    before = fingerprint([str(folder)])
    for ignored in ("__pycache__", "node_modules"):
        (folder / "inner" / ignored).mkdir()
        (folder / "inner" / ignored / "x").write_text("")
    # Emacs locks a file with a link to a name that does not exist.
    (folder / "inner/.#b.json").symlink_to("user@host.1")
    assert fingerprint([str(folder)]) == before


def test_fingerprint_covers_single_files_and_ignores_missing_ones(folder: Path) -> None:
    single = str(folder / "a.py")
    assert fingerprint([single]) != fingerprint([])
    assert fingerprint([single, str(folder / "none")]) == fingerprint([single])


def test_names_that_are_not_utf8_are_distinguished(folder: Path) -> None:
    Path(os.fsdecode(os.fsencode(folder) + b"/\xfe")).write_text("")
    before = fingerprint([str(folder)])
    Path(os.fsdecode(os.fsencode(folder) + b"/\xfe")).rename(os.fsdecode(os.fsencode(folder) + b"/\xff"))
    assert fingerprint([str(folder)]) != before


def test_edit_in_a_folder_that_is_a_link_is_seen(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    (other / "c.json").write_text("c")
    (folder / "inner/linked").symlink_to(other)
    before, last = fingerprint([str(folder)]), last_change([str(folder)])
    (other / "c.json").write_text("longer")
    assert fingerprint([str(folder)]) != before
    assert last_change([str(folder)]) != last


def test_new_time_changes_last_change_but_not_the_fingerprint(folder: Path) -> None:
    before, last = fingerprint([str(folder)]), last_change([str(folder)])
    os.utime(folder / "a.py", ns=(1, 1))
    assert fingerprint([str(folder)]) == before
    assert last_change([str(folder)]) != last
