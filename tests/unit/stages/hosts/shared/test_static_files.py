"""The files that a host may serve without the function."""

from builder.stages.hosts.shared.static_files import image_folders
from builder.types import Asset, File


def image(address: str, *headers: tuple[str, str], cache: str = "image") -> Asset:
    return Asset(address, File.of(f"public{address}", b""), "png", cache, headers)


def test_folder_of_images_has_their_headers() -> None:
    images = [image("/a/b/c.png", ("X", "1")), image("/a/b/d.png", ("X", "1")), image("/a/e.png", cache="ok")]
    (folder,) = image_folders(images, "revision")
    assert folder.path == "/a/b"
    assert {("Content-Type", "image/png"), ("X", "1")} < {*folder.headers}
