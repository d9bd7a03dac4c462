"""The files that a host may serve without the function."""

from builder.stages.hosts.shared.static_files import image_folders
from builder.types import Asset, File


def image(address: str, *headers: tuple[str, str], path: str = "", cache: str = "image") -> Asset:
    return Asset(address, File.of(path or f"public{address}", b""), "png", cache, headers)


def test_folder_with_different_headers_is_left_to_the_function() -> None:
    one = image("/a/b/c.png")
    assert [folder.path for folder in image_folders([one], "revision")] == ["/a/b"]
    assert ("Content-Type", "image/png") in image_folders([one], "revision")[0].headers
    assert image_folders([one, image("/a/b/d.png", ("X", "1"))], "revision") == ()
    assert image_folders([image("/a/b/c.png", cache="ok")], "revision") == ()
    assert image_folders([image("/a/b/c", path="public/a/b/c.png")], "revision") == ()
