"""The icon of the documents."""

from struct import unpack

from tests.support.serving import Service


def test_favicon_is_an_ico_file_with_a_png(service: Service) -> None:
    body = service.get("/favicon.ico").body
    assert unpack("<HHH", body[:6]) == (0, 1, 1)
    size, offset = unpack("<II", body[14:22])
    assert body[offset : offset + 8] == b"\x89PNG\r\n\x1a\n"
    assert len(body) == offset + size
