"""Compressed copies for nginx."""

import gzip

from builder.stages.hosts.nginx.compressed import make_compressed
from builder.types import File


def test_large_text_files_get_a_compressed_copy() -> None:
    large, small, image = (
        File.of("public/a.json", b"[1]" * 1000),
        File.of("public/b.json", b"[1]"),
        File.of("public/c.png", b"[1]" * 1000),
    )
    (copy,) = make_compressed([large, small, image])
    assert copy.path == "public/a.json.gz"
    assert gzip.decompress(copy.body) == large.body
    assert copy.body[4:8] == b"\0\0\0\0"
