"""Writes the files of a tree, in two processes on machines with two cores.

The answer files are most of the bytes and need little computation; the documents are few and need much. One
interpreter cannot do both in parallel: with threads, each system call of the writer waited for the interpreter lock.
Therefore a forked helper writes answer files from the start, and this process helps after its own files are done. This
halves the time of a cold build.
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

from builder.stages.output.state import Written, WrittenFile, as_arrays, decode_written
from builder.types import File

Job = Callable[[], Iterable[File]]

# The numbers of waiting jobs are in a pipe, whose capacity is at least 16 KiB.
_MOST_JOBS = 4096
_STEP = 64
# Errors of file systems without hard links, or with no more links for a file.
_NO_LINK = frozenset({EMLINK, ENOSYS, ENOTSUP, EPERM, EXDEV})


class Writer:
    """Writes files to the folder *target*. Files that are unchanged in *source* since *before* are linked.

    *placed* are files of *before* that are in *target* already.

    New files with the same bytes are hard links to one file: a record is the answer for each of its codes and names,
    and the first window of a list is the answer of its address. That is one file in six, 36 of 720 MB, and a seventh of
    the time of a cold build. A new file is never linked to a kept one: servers that compute the ETag from time and size
    would give it the ETag of the file that it replaces, if that had the same size.
    """

    def __init__(self, source: str, target: str, before: Written, placed: Written | None = None) -> None:
        self._source, self._target, self._before, self._placed = source, target, before, placed or {}
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
        place = f"{self._target}/{path}"
        entry = self._before.get(path)
        is_kept = entry is not None and entry.identity == file.identity
        if path in self._placed:
            if entry and is_kept and _is_intact(place, entry):
                self._keep(path, entry)
                return
            os.unlink(place)  # noqa: PTH108  16,000 paths are text
        if entry and is_kept and _is_intact(f"{self._source}/{path}", entry) and _link(f"{self._source}/{path}", place):
            self._keep(path, entry)
            return
        twin = self._new.setdefault(file.identity, path)
        if twin != path and _link(f"{self._target}/{twin}", place):
            self.written[path] = self.written[twin]
        else:
            stat = _write(place, file.chunks)
            self.written[path] = WrittenFile(file.identity, stat.st_size, stat.st_mtime_ns)

    def _keep(self, path: str, entry: WrittenFile) -> None:
        self.written[path] = entry
        self.kept += 1

    def absorb(self, written: Written, kept: int) -> None:
        """Add the result of another writer of the same folder."""
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


def _is_intact(path: str, entry: WrittenFile) -> bool:
    try:
        stat = os.lstat(path)
    except OSError:
        return False
    return S_ISREG(stat.st_mode) and stat.st_size == entry.size and stat.st_mtime_ns == entry.mtime_ns


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
            # On a full disk, a write is incomplete before the next one fails.
            raise OSError(ENOSPC, os.strerror(ENOSPC), path)
        return stat
    finally:
        os.close(handle)


class SharedWriter:
    """Writes files made in this process, and files of jobs, which this process or a helper runs.

    *progress* gets the number of files written. Exceptions of both processes are raised here; ``close`` ends the
    helper at any time.
    """

    def __init__(self, writer: Writer, progress: Callable[[int], None]) -> None:
        self._writer, self._progress = writer, progress
        self._queue: _Queue | None = None
        self._helper: _Helper | None = None

    def start(self, jobs: Sequence[Job]) -> None:
        """Start to write the files of *jobs* in a helper, if there is a second core. Call it at most once."""
        self._queue = _Queue(jobs)
        self._helper = _Helper(self._writer, self._queue) if jobs and _may_fork() else None

    def write(self, files: Iterable[File]) -> None:
        """Write *files* in this process."""
        for number, file in enumerate(files):
            self._writer.write(file)
            if number % _STEP == 0:
                self._say()

    def finish(self) -> Written:
        """Run the remaining jobs together with the helper, wait for it, and return all written files."""
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
        """End the helper, so that it writes nothing more."""
        helper, queue = self._helper, self._queue
        self._helper = self._queue = None
        if helper:
            helper.end()
        if queue:
            queue.close()

    def _say(self) -> None:
        self._progress(len(self._writer.written) + (self._helper.count if self._helper else 0))


def _may_fork() -> bool:
    """Whether a fork is safe and useful: no other thread can hold a lock, and there is a second core."""
    return threading.active_count() == 1 and (os.cpu_count() or 1) > 1


class _Queue:
    """A queue of jobs for several processes. It is a pipe, so each job goes to exactly one reader."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._jobs, self._shares = jobs, min(len(jobs), _MOST_JOBS)
        self._handle, into = os.pipe()
        os.write(into, array("H", range(self._shares)).tobytes())
        os.close(into)

    def __iter__(self) -> Iterator[Job]:
        while number := os.read(self._handle, 2):
            yield from self._jobs[int.from_bytes(number, sys.byteorder) :: self._shares]

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._handle)


class _Helper:
    """A forked process that runs jobs of the queue, and its result."""

    def __init__(self, writer: Writer, queue: _Queue) -> None:
        self._count = mmap(-1, 8)
        parent = os.getpid()
        self._from, into = os.pipe()
        self._pid = os.fork()
        if self._pid:
            os.close(into)
            return
        # The child leaves with _exit in every case, so that clean-up of the parent does not run twice.
        try:
            os.close(self._from)
            _say(into, self._work(writer, queue, parent))
        finally:
            os._exit(0)

    def _work(self, writer: Writer, queue: _Queue, parent: int) -> Any:
        try:
            for job in queue:
                if os.getppid() != parent:
                    # The parent was killed. The next build waits for the lock, which this process also holds.
                    break
                for file in job():
                    writer.write(file)
                self._count[:] = len(writer.written).to_bytes(8, "big")
        except OSError as error:
            return {"errno": error.errno, "strerror": error.strerror, "filename": error.filename}
        except BaseException:  # noqa: BLE001  it is raised again where it can be seen
            return {"traceback": traceback.format_exc()}
        return {"written": as_arrays(writer.written), "kept": writer.kept}

    @property
    def count(self) -> int:
        """Number of files that the helper has written."""
        return int.from_bytes(self._count[:], "big")

    def result(self) -> tuple[Written, int]:
        """Wait for the helper; return its files and the number of linked ones. Raises the helper's exception."""
        with open(self._from, "rb", closefd=False) as said:
            result = orjson.loads(said.read() or b'{"traceback": "it was killed"}')
        if "errno" in result:
            raise OSError(result["errno"], result["strerror"], result["filename"])
        if "traceback" in result:
            raise RuntimeError(f"the helper that writes answer files failed: {result['traceback']}")
        return decode_written(result["written"]), result["kept"]

    def end(self) -> None:
        """End the helper if it still runs, so that it writes nothing more."""
        os.close(self._from)
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


def _say(handle: int, value: Any) -> None:
    with open(handle, "wb") as into:
        into.write(orjson.dumps(value))
