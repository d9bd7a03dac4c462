"""A preview in a real engine, until it is stopped."""

import signal
import time
from pathlib import Path
from types import FrameType

from builder.preview.engines import ENGINES, running
from builder.problems import InputError, Problem

_POLL_SECONDS = 0.2


class _EndedError(Exception):
    """A signal asked for the end."""


def serve(engine: str, site: Path, port: int) -> None:
    """Serve *site* in *engine* on the loopback until SIGTERM or SIGINT; every process that was started is ended.

    Raises ``InputError`` when the engine is not installed or ends by itself.
    """

    def end(_number: int, _frame: FrameType | None) -> None:
        raise _EndedError

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    try:
        with running(ENGINES[engine], site, port) as children:
            while all(child.poll() is None for child in children):
                time.sleep(_POLL_SECONDS)
            raise InputError([Problem(engine, "", "ended by itself; what it printed says why")])
    except _EndedError:
        return
