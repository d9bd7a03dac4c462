"""Writes the files of a tree, in two processes on machines with several cores.

The answer files are most of the bytes and need little computation; the documents are few and need much. One
interpreter cannot do both in parallel: with threads, each system call of the writer waits for the interpreter lock.
Therefore a forked helper writes answer files from the start, and this process helps after its own files are done. This
halves the time of a cold build.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from errno import EMLINK, ENOSPC, ENOSYS, ENOTSUP, EPERM, EXDEV
from functools import partial
from mmap import mmap
from pathlib import Path
from stat import S_ISREG

import orjson

from builder.cache.parallel import Forked, SharedQueue, fork_if_useful
from builder.stages.output.state import Written, WrittenFile, as_arrays, decode_written
from builder.types import File

Job = Callable[[], Iterable[File]]

_STEP = 64
# Errors of file systems without hard links, or with no more links for a file.
_NO_LINK = frozenset({EMLINK, ENOSYS, ENOTSUP, EPERM, EXDEV})


class Writer:
    """Writes files to the folder *target*. Files that are unchanged in *source* since *before* are linked.

    *placed* are paths of *before* whose files are in *target* already.

    New files with the same bytes are hard links to one file: a record is the answer for each of its codes and names,
    and the first window of a list is the answer of its address. That is one file in six, 36 of 720 MB, and a seventh of
    the time of a cold build. A new file is never linked to a kept one: servers that compute the ETag from time and size
    would give it the ETag of the file that it replaces, if that had the same size.
    """

    def __init__(self, source: str, target: str, before: Written, placed: Set[str] = frozenset()) -> None:
        self._source, self._target, self._before, self._placed = source, target, before, placed
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

    def result(self) -> bytes:
        """Encode what was written and kept for ``absorb`` in another process, whose *before* is the same."""
        new = {path: file for path, file in self.written.items() if file is not self._before.get(path)}
        return orjson.dumps([as_arrays(new), [*(self.written.keys() - new.keys())]])

    def absorb(self, result: bytes) -> None:
        """Add the *result* of another writer of the same folder."""
        stored, kept = orjson.loads(result)
        written = decode_written(stored)
        if both := [path for path in (*stored, *kept) if path in self.written]:
            raise _twice(min(both))
        for path, entry in written.items():
            if (twin := self._new.get(entry.identity)) and self._join(path, twin):
                written[path] = self.written[twin]
        self.written |= written
        self.written |= {path: self._before[path] for path in kept}
        self.kept += len(kept)

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


def _write(path: str, chunks: tuple[bytes | memoryview, ...]) -> os.stat_result:
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
        self._queue: SharedQueue[Job] | None = None
        self._helper: Forked[bytes] | None = None
        self._before = 0
        self._results: list[bytes] = []
        self._count = mmap(-1, 8)

    def start(self, jobs: Sequence[Job], before: Sequence[Callable[[], bytes]] = ()) -> bool:
        """Start to write the files of *jobs* in a helper, if there can be one. Call it at most once.

        The helper first calls the functions *before*, whose results ``result`` returns. Returns whether there is one.
        """
        self._queue, self._before = SharedQueue(jobs), len(before)
        self._helper = fork_if_useful(partial(self._help, before)) if jobs else None
        return self._helper is not None

    def _help(self, before: Sequence[Callable[[], bytes]]) -> Iterator[bytes]:
        """Work in the helper. Yields the results of *before*, and that of its writer."""
        for make in before:
            yield make()
        for job in self._queue or ():
            for file in job():
                self._writer.write(file)
            self._count[:] = len(self._writer.written).to_bytes(8, "big")
        yield self._writer.result()

    def result(self, number: int) -> bytes:
        """Wait for the result of the function with this *number* among those that the helper calls first."""
        while self._helper and len(self._results) <= number:
            self._results.append(self._helper.result())
        return self._results[number]

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
            self._writer.absorb(self.result(self._before))
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
        self._progress(len(self._writer.written) + (int.from_bytes(self._count[:], "big") if self._helper else 0))
