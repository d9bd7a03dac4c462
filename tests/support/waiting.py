"""Waits until another process has done something, for at most a minute."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

SECONDS = 60.0


def until(holds: Callable[[], bool], what: str) -> None:
    """Wait until a condition holds. Raises ``TimeoutError`` after a minute; *what* describes the condition."""
    deadline = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {SECONDS:.0f} seconds for {what}")
        time.sleep(0.02)


def listens(port: int) -> bool:
    """Whether something accepts connections at a port of this machine."""
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def meanwhile(callers: int, act: Callable[[int], None]) -> Iterator[None]:
    """Let each of *callers* call *act* with its number, again and again until the block ends."""
    done = Event()

    def repeat(number: int) -> None:
        while not done.is_set():
            act(number)

    threads = [Thread(target=repeat, args=(number,)) for number in range(callers)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join()
