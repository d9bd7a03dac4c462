"""Images that are cached for later builds."""

from pathlib import Path

import pytest

from builder.images.memo import Memo


def images(memo: Memo, *sources: bytes) -> list[bytes]:
    """Return the image of each source. A new image is the source in upper case with an exclamation mark."""
    return [memo.get(source, lambda source=source: source.upper() + b"!") for source in sources]  # type: ignore[misc]


def test_image_is_made_once(tmp_path: Path) -> None:
    assert Memo(tmp_path, "a").get(b"x", lambda: b"first") == b"first"
    assert Memo(tmp_path, "a").get(b"x", lambda: b"second") == b"first"


@pytest.mark.parametrize(("recipe", "source"), [("b", b"x"), ("a", b"y")])
def test_image_of_another_recipe_or_source_is_made(tmp_path: Path, recipe: str, source: bytes) -> None:
    Memo(tmp_path, "a").get(b"x", lambda: b"first")
    assert Memo(tmp_path, recipe).get(source, lambda: b"second") == b"second"


@pytest.mark.parametrize(
    "damage",
    [lambda stored: stored[:-1], lambda stored: stored + b"x", lambda stored: stored[:-1] + b"T", lambda _stored: b""],
)
def test_damaged_image_is_made_again(tmp_path: Path, damage: object) -> None:
    Memo(tmp_path, "a").get(b"x", lambda: b"first")
    (path,) = tmp_path.iterdir()
    assert callable(damage)
    path.write_bytes(damage(path.read_bytes()))
    assert Memo(tmp_path, "a").get(b"x", lambda: b"second") == b"second"
    assert Memo(tmp_path, "a").get(b"x", lambda: b"third") == b"second"


def test_folder_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert images(Memo(tmp_path / "file" / "folder", "a"), b"x", b"x") == [b"X!", b"X!"]
