"""Writes the files of a tree. The jobs that make most of them are shared among processes."""

import os
import signal
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from errno import ECHILD, EMLINK, ENOENT, ENOSYS, ENOTSUP, EPERM, EXDEV
from functools import partial
from itertools import islice
from multiprocessing import get_context, parent_process
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

from builder.api.types import File, FileJob
from builder.inputs.errors import PROGRESS
from builder.inputs.files import Inputs
from builder.output.tree import Written, WrittenFile

_MOST_PROCESSES = 8
# Fewer jobs for a process than these do not pay for its start: a site of 23 countries takes half as long with one.
_LEAST_JOBS = 400
# Jobs that a process takes at a time.
_CHUNK = 8
# Errors of file systems without hard links, or with no more links for a file; and that of a file which another process
# replaces between the lookup of its name and the link.
_NO_LINK = frozenset({EMLINK, ENOENT, ENOSYS, ENOTSUP, EPERM, EXDEV})


class Content(NamedTuple):
    """What a tree is to contain: jobs that make its files, and their inputs, stored in the state.

    Processes run the jobs of ``documents`` and then ``answer_jobs``. ``remaining_files`` runs in this process with the
    documents that were written.
    """

    inputs: Inputs
    documents: Sequence[FileJob]
    remaining_files: Callable[[Written], Iterable[File]]
    answer_jobs: Sequence[FileJob]


class Writer:
    """Writes files to the folder *target*. Files that are unchanged in *source* since *before* are linked.

    New files with the same bytes are hard links to one file: a record is the answer for each of its codes and names,
    and the first window of a list is the answer of its address. A new file is never linked to a kept one: servers that
    compute the ETag from time and size would give it the ETag of the file that it replaces, if that had the same size.
    """

    def __init__(self, source: Path, target: Path, before: Written) -> None:
        self._source, self._target, self._before = source, target, before
        self._folders = {""}
        self._new: dict[str, str] = {}
        self.written: Written = {}

    def write(self, file: File) -> None:
        """Write *file*, or link the one that has the same bytes."""
        path = file.path
        if path in self.written:
            raise _twice(path)
        entry = self._before.get(path)
        if entry and entry.identity == file.identity and self._keep(path, entry):
            self.written[path] = entry
            return
        place = self._place(path)
        twin = self._new.setdefault(file.identity, path)
        if twin != path and _link(f"{self._target}/{twin}", place):
            self.written[path] = self.written[twin]
        else:
            stat = _write(place, file.chunks)
            self.written[path] = WrittenFile(file.identity, stat.st_size, stat.st_mtime_ns)

    def _keep(self, path: str, entry: WrittenFile) -> bool:
        kept = f"{self._source}/{path}"
        try:
            stat = os.lstat(kept)
        except OSError:
            return False
        if not S_ISREG(stat.st_mode) or (stat.st_size, stat.st_mtime_ns) != (entry.size, entry.mtime_ns):
            return False
        return _link(kept, self._place(path))

    def _place(self, path: str) -> str:
        """Return the place of *path*, whose folder exists then."""
        folder = path.rpartition("/")[0]
        if folder not in self._folders:
            (self._target / folder).mkdir(parents=True, exist_ok=True)
            self._folders.add(folder)
        return f"{self._target}/{path}"

    def add(self, written: Written) -> None:
        """Add what another process wrote to the same folder, and join its files with those of the same bytes."""
        for path, entry in written.items():
            if path in self.written:
                raise _twice(path)
            self.written[path] = entry
            if self._before.get(path) == entry:
                continue
            twin = self._new.setdefault(entry.identity, path)
            if twin != path and self._join(path, twin):
                self.written[path] = self.written[twin]

    def _join(self, path: str, twin: str) -> bool:
        place, other = self._target / path, self._target / twin
        if place.samefile(other):
            return True
        link = place.with_name(f"{place.name}.link")
        if not _link(str(other), str(link)):
            return False
        # Replaced at once: the other process links to this path, too.
        link.replace(place)
        return True


def write_jobs(writer: Writer, content: Content, processes: int) -> None:
    """Write the files of *content* with *writer*: those of its jobs in *processes*, and its own meanwhile in this one.

    With one process, this one runs all. Raises ``ChildProcessError`` when a process was killed.
    """
    jobs = (*content.documents, *content.answer_jobs)
    if processes == 1:
        remaining: FileJob = partial(content.remaining_files, writer.written)
        for job in (*content.documents, remaining, *content.answer_jobs):
            _run(job, writer)
            PROGRESS.info("%d files", len(writer.written))
        return
    # A fork passes the jobs and what they refer to without a copy. Two processes save one second of seven, and
    # four of eighteen of a first build, which makes every document.
    pool = ProcessPoolExecutor(processes, get_context("fork"), _start_worker, (writer, jobs))
    try:
        results = pool.map(_write_job, range(len(jobs)), chunksize=_CHUNK)
        for written in islice(results, len(content.documents)):
            writer.add(written)
        _run(partial(content.remaining_files, writer.written), writer)
        for written in results:
            writer.add(written)
            PROGRESS.info("%d files", len(writer.written))
    except BrokenProcessPool:
        message = "was killed, perhaps because memory was short; run the command again"
        raise ChildProcessError(ECHILD, message, "a process of the build") from None
    finally:
        pool.shutdown(cancel_futures=True)


def _run(job: FileJob, writer: Writer) -> None:
    for file in job():
        writer.write(file)


def process_count(jobs: int) -> int:
    """Count the processes to run *jobs*: one for each processor, fewer for few jobs, and one if a fork is not safe."""
    # Another thread can hold a lock, which the child would wait for.
    if threading.active_count() > 1:
        return 1
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(processors, _MOST_PROCESSES, 1 + jobs // _LEAST_JOBS)


_worker: tuple[Writer, Sequence[FileJob]]


def _start_worker(writer: Writer, jobs: Sequence[FileJob]) -> None:
    global _worker  # noqa: PLW0603  the pool gives an initializer no other way to pass a value
    _worker = writer, jobs
    # A terminal sends interrupts to every process. The parent acts on them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent is killed: it holds the lock, for which the next build waits."""
    if parent := parent_process():
        parent.join()
        os._exit(1)


def _write_job(number: int) -> Written:
    writer, jobs = _worker
    before = len(writer.written)
    _run(jobs[number], writer)
    return dict([*writer.written.items()][before:])


def _twice(path: str) -> ValueError:
    return ValueError(f"two files are named {path}")


def _link(source: str, target: str) -> bool:
    """Link *target* to *source*. Return whether that was possible: otherwise *target* is a file of its own."""
    try:
        os.link(source, target)
    except OSError as error:
        if error.errno not in _NO_LINK:
            raise
        return False
    return True


def _write(path: str, chunks: tuple[bytes | memoryview, ...]) -> os.stat_result:
    try:
        # Of 15,000 files, the file objects of Python would take as long as all else.
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        try:
            unwritten = memoryview(b"".join(chunks))
            while unwritten:
                unwritten = unwritten[os.write(file, unwritten) :]
            return os.fstat(file)
        finally:
            os.close(file)
    except OSError as error:
        # A failed write does not name its file.
        error.filename = path
        raise
