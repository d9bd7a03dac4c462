"""Writing the files of a tree, in two processes where there are two cores.

The pages are most of the bytes and need no thought, the documents are few and need much. One interpreter cannot do both
at once: with threads, every system call of a writer waited for whoever made a document. So a forked helper takes pages
from the first moment, and this process joins in when its own files are done. That halves a cold build.
"""

import os
import signal
import sys
import threading
import traceback
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from errno import EMLINK, ENOSPC, ENOSYS, ENOTSUP, EPERM, EXDEV
from mmap import mmap
from pathlib import Path
from stat import S_ISREG
from typing import Any

import orjson

from builder.stages.output.state import Written, WrittenFile, decode_written
from builder.types import File

Job = Callable[[], Iterable[File]]

# Numbers of jobs wait in a pipe, which holds 16 KiB at least.
_MOST_JOBS = 4096
_STEP = 64
# What a file system says that knows no hard links, or has no more of them for a file.
_NO_LINK = frozenset({EMLINK, ENOSYS, ENOTSUP, EPERM, EXDEV})


class Writer:
    """Fills the folder *target* with files, linking those that *source* holds unchanged since it held *before*.

    New files with the same bytes are links to one of them: a record answers at each of its codes and names, and the
    first window of a list is its answer. That is one file in six, 36 of 720 MB, and a seventh of the time of a cold
    build. No new file is linked to one that was kept: with the time of that one and the size of what it replaces, it
    would have the same tag as that at servers which make tags of time and size.
    """

    def __init__(self, source: str, target: str, before: Written) -> None:
        self._source, self._target, self._before = source, target, before
        self._folders = {""}
        self._new: dict[str, str] = {}
        self.written: Written = {}
        self.kept = 0

    def write(self, file: File) -> None:
        """Link or write *file*."""
        path = file.path
        if path in self.written:
            raise _twice(path)
        folder = path.rpartition("/")[0]
        if folder not in self._folders:
            Path(self._target, folder).mkdir(parents=True, exist_ok=True)
            self._folders.add(folder)
        entry = self._before.get(path)
        place = f"{self._target}/{path}"
        if (
            entry
            and entry.identity == file.identity
            and self._stands(path, entry)
            and _link(f"{self._source}/{path}", place)
        ):
            self.written[path] = entry
            self.kept += 1
            return
        twin = self._new.setdefault(file.identity, path)
        if twin != path and _link(f"{self._target}/{twin}", place):
            self.written[path] = self.written[twin]
        else:
            stat = _write(place, file.chunks)
            self.written[path] = WrittenFile(file.identity, stat.st_size, stat.st_mtime_ns)

    def _stands(self, path: str, entry: WrittenFile) -> bool:
        try:
            stat = os.lstat(f"{self._source}/{path}")
        except OSError:
            return False
        return S_ISREG(stat.st_mode) and stat.st_size == entry.size and stat.st_mtime_ns == entry.mtime_ns

    def absorb(self, written: Written, kept: int) -> None:
        """Count what a writer of the same folder has done as done by this one."""
        if both := self.written.keys() & written.keys():
            raise _twice(min(both))
        for path, entry in written.items():
            twin = self._new.get(entry.identity)
            is_twin = twin is not None and entry != self._before.get(path) and self._join(path, twin)
            self.written[path] = self.written[twin] if twin and is_twin else entry
        self.kept += kept

    def _join(self, path: str, twin: str) -> bool:
        """Put a link to *twin* in the place of the file *path* with the same bytes, where that can be."""
        place = f"{self._target}/{path}"
        joined = _link(f"{self._target}/{twin}", f"{place}.link")
        if joined:
            Path(f"{place}.link").replace(place)
        return joined


def _twice(path: str) -> ValueError:
    return ValueError(f"two files are named {path}")


def _link(source: str, target: str) -> bool:
    """Link *target* to *source*, unless the file system has no links."""
    try:
        os.link(source, target)
    except OSError as error:
        if error.errno not in _NO_LINK:
            raise
        return False
    return True


def _write(path: str, chunks: tuple[bytes, ...]) -> os.stat_result:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    try:
        written = os.writev(handle, chunks)
        stat = os.fstat(handle)
        if written != sum(map(len, chunks)):
            # A full disk cuts a write short before it refuses the next one.
            raise OSError(ENOSPC, os.strerror(ENOSPC), path)
        return stat
    finally:
        os.close(handle)


class SharedWriter:
    """Writes files made in this process, and those of jobs, each done by this process or by a helper.

    *progress* is given the number of files that there are. What the making or the writing of a file raised, in either
    process, is raised here; ``close`` ends the helper, however far it is.
    """

    def __init__(self, writer: Writer, progress: Callable[[int], None]) -> None:
        self._writer, self._progress = writer, progress
        self._queue: _Queue | None = None
        self._helper: _Helper | None = None

    def start(self, jobs: Sequence[Job]) -> None:
        """Begin to write the files of *jobs* in a helper, where there is a second core; called once at most."""
        self._queue = _Queue(jobs)
        self._helper = _Helper(self._writer, self._queue) if jobs and _may_fork() else None

    def write(self, files: Iterable[File]) -> None:
        """Write *files* in this process."""
        for number, file in enumerate(files):
            self._writer.write(file)
            if number % _STEP == 0:
                self._say()

    def finish(self) -> Written:
        """Take part in what is left of the jobs, wait for the helper, and return what has been written in all."""
        for job in self._queue or ():
            for file in job():
                self._writer.write(file)
            self._say()
        if self._helper:
            self._writer.absorb(*self._helper.result())
        self.close()
        self._say()
        return self._writer.written

    def close(self) -> None:
        """End the helper, so that nothing is written any more."""
        helper, queue = self._helper, self._queue
        self._helper = self._queue = None
        if helper:
            helper.end()
        if queue:
            queue.close()

    def _say(self) -> None:
        self._progress(len(self._writer.written) + (self._helper.count if self._helper else 0))


def _may_fork() -> bool:
    """Whether a copy of this process would be sound and of use: no other thread holds a lock, and there is a core."""
    return threading.active_count() == 1 and (os.cpu_count() or 1) > 1


class _Queue:
    """Jobs, each handed to just one of the processes that share the queue: what a pipe gives to one reader is gone."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._jobs, self._shares = jobs, min(len(jobs), _MOST_JOBS)
        self._handle, into = os.pipe()
        os.write(into, array("H", range(self._shares)).tobytes())
        os.close(into)

    def __iter__(self) -> Iterator[Job]:
        while number := os.read(self._handle, 2):
            yield from self._jobs[int.from_bytes(number, sys.byteorder) :: self._shares]

    def close(self) -> None:
        """Let go of the pipe."""
        os.close(self._handle)


class _Helper:
    """A copy of this process that works on the queue, and what it has to say in the end."""

    def __init__(self, writer: Writer, queue: _Queue) -> None:
        self._count = mmap(-1, 8)
        parent = os.getpid()
        self._from, into = os.pipe()
        self._pid = os.fork()
        if self._pid:
            os.close(into)
            return
        # Whatever happens here, nothing of what the parent has begun may be ended a second time.
        try:
            os.close(self._from)
            _say(into, self._work(writer, queue, parent))
        finally:
            os._exit(0)

    def _work(self, writer: Writer, queue: _Queue, parent: int) -> Any:
        try:
            for job in queue:
                if os.getppid() != parent:
                    # The build was killed; the next one waits for the lock, which this process holds too.
                    break
                for file in job():
                    writer.write(file)
                self._count[:] = len(writer.written).to_bytes(8, "big")
        except OSError as error:
            return {"errno": error.errno, "strerror": error.strerror, "filename": error.filename}
        except BaseException:  # noqa: BLE001  it is raised again where it can be seen
            return {"traceback": traceback.format_exc()}
        return {"written": writer.written, "kept": writer.kept}

    @property
    def count(self) -> int:
        """How many files the helper has written."""
        return int.from_bytes(self._count[:], "big")

    def result(self) -> tuple[Written, int]:
        """Wait for the helper; return what it wrote and how many of that it kept. Raises what it met."""
        with open(self._from, "rb", closefd=False) as said:
            result = orjson.loads(said.read() or b'{"traceback": "it was killed"}')
        if "errno" in result:
            raise OSError(result["errno"], result["strerror"], result["filename"])
        if "traceback" in result:
            raise RuntimeError(f"the helper that writes pages failed: {result['traceback']}")
        return decode_written(result["written"]), result["kept"]

    def end(self) -> None:
        """Stop the helper where it still works, so that nothing is written any more."""
        os.close(self._from)
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


def _say(handle: int, value: Any) -> None:
    with open(handle, "wb") as into:
        into.write(orjson.dumps(value, default=tuple))
