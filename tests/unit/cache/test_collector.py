"""The collector is paused, and runs again afterwards."""

import gc

import pytest

from builder.cache.collector import without_collector


def test_collector_runs_again_after_the_outer_block() -> None:
    assert gc.isenabled()
    with without_collector():
        with without_collector():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_collector_runs_again_after_an_exception() -> None:
    with pytest.raises(KeyError), without_collector():
        raise KeyError
    assert gc.isenabled()
