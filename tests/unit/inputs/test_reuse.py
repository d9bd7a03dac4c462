"""Results are made again for each caller, unless a preview reuses them."""

from collections.abc import Iterator

import pytest

from builder.inputs import reuse
from builder.inputs.reuse import reuse_results, reused


@pytest.fixture(autouse=True)
def _restored_results() -> Iterator[None]:
    stored = reuse.RESULTS.stored
    yield
    reuse.RESULTS.stored = stored


def test_result_is_made_for_each_caller() -> None:
    reuse.RESULTS.stored = None
    assert reused("a", list) is not reused("a", list)


def test_result_of_the_same_key_is_reused() -> None:
    reuse_results()
    assert reused("a", list) is reused("a", list)
    assert reused("a", list) is not reused("b", list)


def test_no_result_is_stored_for_a_function_that_failed() -> None:
    reuse_results()
    with pytest.raises(ZeroDivisionError):
        reused("a", lambda: 1 // 0)
    assert reused("a", lambda: 1) == 1
