"""Cached results."""

from pathlib import Path

import pytest

from builder.stages.images.result_cache import ResultCache


def test_result_is_made_once_for_each_source_and_recipe(tmp_path: Path) -> None:
    made: list[bytes] = []

    def make(source: bytes) -> bytes:
        made.append(source)
        return source.upper()

    for _ in range(2):
        assert ResultCache(tmp_path).get("upper", b"a", make) == b"A"
    ResultCache(tmp_path).get("upper", b"b", make)
    ResultCache(tmp_path).get("upper, version 2", b"a", make)
    assert made == [b"a", b"b", b"a"]


def test_damaged_entry_is_made_again(tmp_path: Path) -> None:
    cache = ResultCache(tmp_path)
    cache.get("upper", b"a", bytes.upper)
    (entry,) = tmp_path.iterdir()
    entry.write_bytes(entry.read_bytes()[:-1] + b"x")
    assert cache.get("upper", b"a", bytes.upper) == b"A"


def test_failed_result_leaves_no_entry(tmp_path: Path) -> None:
    def fail(_source: bytes) -> bytes:
        raise ValueError("no result")

    with pytest.raises(ValueError, match="no result"):
        ResultCache(tmp_path).get("fail", b"a", fail)
    assert list(tmp_path.iterdir()) == []
