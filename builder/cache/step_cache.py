"""A cache of the results of pure functions between builds, by the hash of everything that they depend on."""

import pickle
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from hashlib import blake2b
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from builder.cache.cache_files import entries, remove_leftovers, write_whole
from builder.cache.file_memo import FileMemo
from builder.cache.parallel import make_each
from builder.fingerprint import fingerprint

if TYPE_CHECKING:
    from builder.cache.tracked_templates import Templates

_CODE = Path(__file__).parents[1]
_DIGEST = 16
# For a deployment, its preview, and two more sites that are built alternately.
_MOST_FILES = 4


# A function of a JSON value, of templates, and of bytes that several values share, if there are any. It reads nothing
# else, so the hash of these identifies its result.
Step = Callable[..., bytes]


def made(step: Step, values: Sequence[Any], shared: bytes = b"") -> list[bytes]:
    """Return what *step*, which fills no template, makes of each of *values*, without a cache."""
    return [step(one, None, *([shared] if shared else [])) for one in values]


class StepResult(NamedTuple):
    """What a step returned, the hash of it, and the hashes of the templates that it rendered, by name."""

    body: bytes
    digest: str
    templates: dict[str, str]


class _Kept(NamedTuple):
    """A cached result: its position among the bodies, its hash, and the hashes of the rendered templates."""

    start: int
    end: int
    digest: str
    templates: dict[str, str]


class StepCache:
    """The results of steps. ``keep`` stores those that this build has taken, and drops the others.

    *name* identifies the site, so that sites which are built alternately have separate files; *folders* hold the
    templates. ``folder`` is that of the files. A damaged file counts as missing: its index and each result are checked
    by their hashes.
    """

    def __init__(self, cache: Path, name: str, folders: Sequence[Path]) -> None:
        self.folder = cache / "steps"
        self._file = self.folder / blake2b(name.encode(), digest_size=_DIGEST).hexdigest()
        self._cache, self._template_folders = cache, folders
        self._code = _code()
        is_new = not self._file.exists()
        # Most results are the same for a site with other URLs, such as the preview of a site.
        self._index, self._bodies = _read(_newest_of(self.folder, self._file) if is_new else self._file)
        # Results of an earlier build of this process, which need not be read and hashed again.
        self._remembered = _STORED.get(self._file) or {}
        self._must_store = is_new
        self._taken: dict[str, StepResult] = {}
        self._elsewhere: dict[Step, Callable[[], bytes]] = {}

    @cached_property
    def _templates(self) -> "Templates":
        # Imported late: no step before the second process starts fills a template.
        from builder.cache.tracked_templates import Templates  # noqa: PLC0415

        return Templates(self._cache, self._template_folders)

    @property
    def is_changing(self) -> bool:
        """Whether a result was missing, so that others probably are."""
        return self._must_store

    def made_by(self, run: Callable[[], object]) -> bytes:
        """Call *run*, which takes results; encode those that it took first, for ``take_from`` in another process."""
        known = set(self._taken)
        run()
        return pickle.dumps({key: result for key, result in self._taken.items() if key not in known})

    def take_from(self, receive: Callable[[], bytes], steps: Iterable[Step]) -> None:
        """Take missing results of *steps* from what *receive* returns, which is called when the first one is taken."""
        self._elsewhere |= dict.fromkeys(steps, receive)

    def take(self, step: Step, values: Any, shared: bytes = b"") -> bytes:
        """Return the result of *step* for *values* and *shared*, from the cache if it is there.

        The step must be a function of a module. It gets a copy of *values*, decoded from JSON: everything that it can
        see is in the key, which also contains the hash of its code and of the templates that it renders.
        """
        return self.take_each(step, [values], shared)[0]

    def take_each(self, step: Step, values: Iterable[Any], shared: bytes = b"") -> list[bytes]:
        """Return what ``take`` returns for each of *values*. Every core makes those that are not in the cache.

        What is in *shared*, and not in each of *values*, is hashed once.
        """
        return [result.body for result in self.results(step, values, shared)]

    def results(self, step: Step, values: Iterable[Any], shared: bytes = b"") -> list[StepResult]:
        """Return what ``take_each`` returns, with the hash of each."""
        if step.__closure__ or "<" in step.__qualname__:
            raise ValueError(f"{step.__qualname__} is not a function of a module, so its result can depend on anything")
        recipe = f"{self._code}\0{step.__module__}.{step.__qualname__}\0{_hash(shared)}\0".encode()
        texts = [orjson.dumps(one) for one in values]
        keys = [blake2b(recipe + text, digest_size=_DIGEST).hexdigest() for text in texts]
        known = [self._known(key) for key in keys]
        if None in known and step in self._elsewhere:
            receive = self._elsewhere[step]
            self._elsewhere = {other: made for other, made in self._elsewhere.items() if made is not receive}
            self._taken |= pickle.loads(receive())  # noqa: S301  a process of this build made it
            known = [self._known(key) for key in keys]
        if None in known:
            missing = {key: text for key, text, result in zip(keys, texts, known, strict=True) if result is None}
            self._taken |= zip(missing, make_each(partial(self._make, step, shared), [*missing.values()]), strict=True)
            self._must_store = True
        return [self._taken[key] for key in keys]

    def _make(self, step: Step, shared: bytes, text: bytes) -> StepResult:
        given = [shared] if shared else []
        body, templates = self._templates.tracking(lambda: step(orjson.loads(text), self._templates, *given))
        return StepResult(body, _hash(body), templates)

    def _known(self, key: str) -> StepResult | None:
        if key in self._taken:
            return self._taken[key]
        if (known := self._remembered.get(key)) and self._is_current(known.templates):
            self._taken[key] = known
            return known
        entry = self._index.get(key)
        if entry is None or not self._is_current(entry.templates):
            return None
        body = self._bodies[entry.start : entry.end]
        if _hash(body) != entry.digest:
            return None
        self._taken[key] = StepResult(body, entry.digest, entry.templates)
        return self._taken[key]

    def _is_current(self, templates: Mapping[str, str]) -> bool:
        return all(self._templates.digest(name) == seen for name, seen in templates.items())

    def keep(self) -> None:
        """Store the results that were taken, and no others, for the next build.

        Raises ``OSError`` when writing fails; the stored results are then unchanged.
        """
        if not self._must_store:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        index, end = {}, 0
        for key, result in self._taken.items():
            index[key] = _Kept(end, end + len(result.body), result.digest, result.templates)
            end += len(result.body)
        listed = orjson.dumps(index, default=tuple)
        head = blake2b(listed, digest_size=_DIGEST).digest() + len(listed).to_bytes(_DIGEST)
        write_whole(str(self._file), [head, listed, *(result.body for result in self._taken.values())])
        _STORED.put(self._file, self._taken)
        self._forget()

    def _forget(self) -> None:
        """Remove the files of sites that have not been built for longest, and those of killed builds."""
        for old in _by_age(self.folder)[:-_MOST_FILES]:
            Path(old).unlink(missing_ok=True)
        remove_leftovers(self.folder)


_STORED = FileMemo[dict[str, StepResult]]()


def _by_age(folder: Path) -> list[str]:
    """List the files of sites, the newest last. Files with a dot in their names belong to running or killed builds."""
    ages = {}
    for entry in entries(str(folder)):
        with suppress(FileNotFoundError):
            if "." not in entry.name:
                ages[entry.path] = entry.stat().st_mtime_ns
    return sorted(ages, key=ages.__getitem__)


def _newest_of(folder: Path, missing: Path) -> Path:
    """Return the newest file in *folder*, or *missing* if there is none."""
    return Path([str(missing), *_by_age(folder)][-1])


def _read(file: Path) -> tuple[dict[str, _Kept], mmap | bytes]:
    try:
        with file.open("rb") as opened:
            # A build takes a part of the ten megabytes, and from some pages of memory nothing.
            content = mmap(opened.fileno(), 0, access=ACCESS_READ)
    except (OSError, ValueError):
        return {}, b""
    start = 2 * _DIGEST
    end = start + int.from_bytes(content[_DIGEST:start])
    listed = content[start:end]
    if blake2b(listed, digest_size=_DIGEST).digest() != content[:_DIGEST]:
        return {}, b""
    return {key: _Kept(end + at, end + to, *more) for key, (at, to, *more) in orjson.loads(listed).items()}, content


def _hash(body: bytes) -> str:
    return blake2b(body, digest_size=_DIGEST).hexdigest()


def _code() -> str:
    """Name the code that a step runs: the builder's, Python's, and that of every installed library."""
    libraries = sorted(
        entry.name
        for folder in sys.path
        for entry in entries(folder)
        if entry.name.endswith((".dist-info", ".egg-info"))
    )
    return _hash("\0".join([fingerprint([str(_CODE)]), *libraries]).encode())
