"""Stores results of reading, which a preview uses again after a change if the content that was read is the same.

Without these results, a preview would read and check the whole dataset after each change, in two seconds instead of
one. A build reads everything once, so it stores nothing.
"""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Result = TypeVar("Result")


class Results:
    """Results by their keys; ``stored`` is None where nothing is reused."""

    def __init__(self) -> None:
        self.stored: dict[Hashable, Any] | None = None


RESULTS = Results()


def reuse_results() -> None:
    """Reuse results from now on in this process."""
    RESULTS.stored = {}


def reused(key: Hashable, make: Callable[[], Result]) -> Result:
    """Return the stored result for *key* or, if there is none, the result of *make*.

    The key has the hash of everything that the result depends on. Callers share the result and must not change it.
    """
    if RESULTS.stored is None:
        return make()
    if key not in RESULTS.stored:
        RESULTS.stored[key] = make()
    result: Result = RESULTS.stored[key]
    return result
