"""Renders SVG images in a process of its own, which alone ends where one takes too much memory or time."""

import faulthandler
import multiprocessing
import os
import resource
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

import resvg_py

_BYTES, _SECONDS = 4_000_000_000, 10


class Renderer:
    """A process that renders one image after another, started for the first, and again after one that ended it."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def render(self, svg: str, width: int) -> bytes:
        """Render a PNG of *width* pixels. Raises ``ValueError`` when that fails or takes too much."""
        if self._pool is None:
            # A fork is the quickest, but in a process with threads it could inherit a lock that nobody releases.
            method = "fork" if threading.active_count() == 1 else "spawn"
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context(method), _limit_memory)
        try:
            return self._pool.submit(_draw_in_time, svg, width).result()
        except BrokenExecutor:
            self.close()
            limits = f"{_BYTES / 1e9:.0f} GB or {_SECONDS} seconds"
            raise ValueError(f"cannot be rendered: it takes more than {limits}, or is nested too deeply") from None
        except ValueError as error:
            raise ValueError(f"cannot be rendered: {error}") from None

    def close(self) -> None:
        """End the process."""
        if self._pool:
            self._pool.shutdown()
            self._pool = None


def draw_png(svg: str, width: int) -> bytes:
    """Render a PNG of *width* pixels in this process. Raises ``ValueError`` when that fails."""
    # Without fonts of the machine, on which the result would depend. Cleaned images have no text.
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    # Traces of a library that is refused memory say less than the error of the build.
    faulthandler.disable()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def _draw_in_time(svg: str, width: int) -> bytes:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    resource.setrlimit(resource.RLIMIT_CPU, (int(used) + _SECONDS, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    return draw_png(svg, width)
