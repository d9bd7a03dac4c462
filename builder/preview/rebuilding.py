"""Rebuilds the site in a child process of the preview."""

import gc
import os
import signal
import socket
import traceback
from collections.abc import Callable

from builder.problems import InputError

_UNCHANGED = "The site is unchanged."


class Rebuilder:
    """A child process that runs *build* once for each call, and returns a text with its result.

    The preview has several threads, and only a process with one thread can fork the helper that writes page files. With
    one process for all builds, modules are loaded once. Must be created before the first thread is started.
    """

    def __init__(self, build: Callable[[], object]) -> None:
        self._socket, theirs = socket.socketpair()
        self._process = os.fork()
        if self._process:
            theirs.close()
            return
        # The parent's cleanup must not run a second time.
        try:
            self._socket.close()
            # A terminal sends the signal to both processes. The child ends when the parent closes the socket.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            _work(theirs, build)
        except Exception:  # noqa: BLE001  nobody else reports it
            traceback.print_exc()
        finally:
            os._exit(0)

    def __call__(self) -> str:
        """Build, and wait for the end of it. Returns the text that the user reads."""
        try:
            self._socket.sendall(b"\n")
            with self._socket.makefile("rb") as answers:
                return answers.read(int(answers.readline())).decode()
        except (OSError, ValueError):
            self.close()
            # It may have exchanged the site before, so nothing is said of it.
            return "The process that builds has ended; restart the preview."

    def close(self) -> None:
        """End the process, after the build that it runs, unless it has ended."""
        if self._socket.fileno() >= 0:
            self._socket.close()
            os.waitpid(self._process, 0)


def _work(asked: socket.socket, build: Callable[[], object]) -> None:
    # What a build imports while it runs takes 0.2 s to load, which need not wait for the first change.
    import builder.build  # noqa: PLC0415
    import builder.stages.documents.pages.markdown_to_html  # noqa: PLC0415
    import builder.stages.hosts  # noqa: PLC0415
    import builder.stages.images  # noqa: F401, PLC0415

    while asked.recv(1):
        said = result_of(build).encode()
        asked.sendall(b"%d\n%b" % (len(said), said))
        # A build pauses the collector. Without this, each left 14 MB of garbage.
        gc.collect()


def result_of(build: Callable[[], object]) -> str:
    """Run *build* and return the text that the user reads of it, whatever it raises."""
    try:
        build()
    except InputError as error:
        return f"{error}\n{_UNCHANGED}"
    except Exception as error:  # noqa: BLE001  the next change may correct it
        return f"{''.join(traceback.format_exception_only(error)).strip()}\n{_UNCHANGED}"
    return "Rebuilt."
