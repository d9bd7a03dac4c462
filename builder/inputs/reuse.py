"""Results of reading that a preview uses again after a change, by the content that they were made from.

Without it, a preview reads and judges the whole dataset after each change, which takes two seconds instead of one. A
build reads everything once, so it keeps nothing.
"""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Result = TypeVar("Result")


class Results:
    """Results by their keys; ``None`` where nothing is reused."""

    def __init__(self) -> None:
        self.known: dict[Hashable, Any] | None = None


RESULTS = Results()


def reuse_results() -> None:
    """Reuse results from now on in this process."""
    RESULTS.known = {}


def reused(key: Hashable, make: Callable[[], Result]) -> Result:
    """Return what *make* returned for the same *key* or, if nothing is known, returns now.

    The key has the hash of everything that the result depends on. Callers share the result and must not change it.
    """
    if RESULTS.known is None:
        return make()
    if key not in RESULTS.known:
        RESULTS.known[key] = make()
    result: Result = RESULTS.known[key]
    return result
