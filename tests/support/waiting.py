"""Waits for what another process does, however long this machine takes for it."""

import time
from collections.abc import Callable

SECONDS = 60.0


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait until a condition holds. Raises ``TimeoutError`` that says *what* was waited for, after a minute."""
    deadline = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {SECONDS:.0f} seconds for {what}")
        time.sleep(0.02)
