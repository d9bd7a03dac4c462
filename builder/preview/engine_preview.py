"""A preview in the runtime of a host."""

import signal
import time
from pathlib import Path
from types import FrameType

from builder.input_errors import InputError, Problem
from builder.preview.engines import ENGINES, running

_POLL_SECONDS = 0.2


class _EndedError(Exception):
    """A signal ended the preview."""


def serve(engine: str, site: Path, port: int) -> None:
    """Serve *site* with *engine* on the loopback address until SIGTERM or SIGINT, then end its processes.

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
            raise InputError([Problem(engine, "", "ended by itself; see its output for the reason")])
    except _EndedError:
        return
