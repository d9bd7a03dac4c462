"""A cache of the results of pure functions between builds, by the hash of everything that they depend on."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from builder.fingerprint import fingerprint

if TYPE_CHECKING:
    from builder.cache.tracked_templates import Templates

_CODE = Path(__file__).parents[1]
_DIGEST = 16
# For a deployment, its preview, and two more sites that are built alternately.
_MOST_FILES = 4


# A function of JSON values and of templates. It reads nothing else, so the hash of these identifies its result.
Step = Callable[[Any, "Templates"], bytes]


def made(step: Callable[[Any, None], bytes], values: Any) -> bytes:
    """Return what *step*, which fills no template, makes of *values*, without a cache."""
    return step(values, None)


class _Kept(NamedTuple):
    """A cached result: its position among the bodies, its hash, and the hashes of the rendered templates."""

    start: int
    end: int
    digest: str
    templates: dict[str, str]


class StepCache:
    """The results of steps. ``keep`` stores those that this build has taken, and drops the others.

    *name* identifies the site, so that sites which are built alternately have separate files; *folders* hold the
    templates. A damaged file counts as missing: its index and each result are checked by their hashes.
    """

    def __init__(self, cache: Path, name: str, folders: Sequence[Path]) -> None:
        self._folder = cache / "steps"
        self._file = self._folder / blake2b(name.encode(), digest_size=_DIGEST).hexdigest()
        self._cache, self._template_folders = cache, folders
        self._code = _code()
        self._is_new = not self._file.exists()
        # Most results are the same for a site with other URLs, such as the preview of a site.
        self._index, self._bodies = _read(_newest_of(self._folder, self._file) if self._is_new else self._file)
        self._taken: dict[str, tuple[bytes, str, dict[str, str]]] = {}

    @cached_property
    def _templates(self) -> "Templates":
        # Imported late: no step before the second process starts fills a template.
        from builder.cache.tracked_templates import Templates  # noqa: PLC0415

        return Templates(self._cache, self._template_folders)

    def take(self, step: Step, values: Any) -> bytes:
        """Return the result of *step* for *values*, from the cache if it is there.

        The step must be a function of a module. It gets a copy of *values*, decoded from JSON: everything that it can
        see is in the key, which also contains the hash of its code and of the templates that it renders.
        """
        if step.__closure__ or "<" in step.__qualname__:
            raise ValueError(f"{step.__qualname__} is not a function of a module, so its result can depend on anything")
        recipe = f"{self._code}\0{step.__module__}.{step.__qualname__}\0".encode()
        text = orjson.dumps(values)
        key = blake2b(recipe + text, digest_size=_DIGEST).hexdigest()
        body = self._known(key)
        if body is None:
            body, templates = self._templates.tracking(lambda: step(orjson.loads(text), self._templates))
            self._taken[key] = body, _hash(body), templates
            self._is_new = True
        return body

    def _known(self, key: str) -> bytes | None:
        if key in self._taken:
            return self._taken[key][0]
        entry = self._index.get(key)
        if entry is None or any(self._templates.digest(name) != seen for name, seen in entry.templates.items()):
            return None
        body = self._bodies[entry.start : entry.end]
        if _hash(body) != entry.digest:
            return None
        self._taken[key] = body, entry.digest, entry.templates
        return body

    def keep(self) -> None:
        """Store the results that were taken, and no others, for the next build.

        Raises ``OSError`` when writing fails; the stored results are then unchanged.
        """
        if not self._is_new:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        index, end = {}, 0
        for key, (body, digest, templates) in self._taken.items():
            index[key] = _Kept(end, end + len(body), digest, templates)
            end += len(body)
        listed = orjson.dumps(index, default=tuple)
        head = blake2b(listed, digest_size=_DIGEST).digest() + len(listed).to_bytes(_DIGEST)
        # Two builds at the same time write separate temporary files, and either result is correct.
        temporary = self._file.with_suffix(f".{os.getpid()}")
        try:
            temporary.write_bytes(b"".join([head, listed, *(body for body, _, _ in self._taken.values())]))
            temporary.replace(self._file)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        self._forget()

    def _forget(self) -> None:
        """Remove the files of sites that have not been built for longest."""
        for old in _by_age(self._folder)[:-_MOST_FILES]:
            Path(old).unlink(missing_ok=True)


def _by_age(folder: Path) -> list[str]:
    """List the files of sites, the newest last. Files with a dot in their names belong to running or killed builds."""
    ages = {}
    for entry in _entries(str(folder)):
        with suppress(FileNotFoundError):
            if "." not in entry.name:
                ages[entry.path] = entry.stat().st_mtime_ns
    return sorted(ages, key=ages.__getitem__)


def _newest_of(folder: Path, missing: Path) -> Path:
    """Return the newest file in *folder*, or *missing* if there is none."""
    return Path([str(missing), *_by_age(folder)][-1])


def _read(file: Path) -> tuple[dict[str, _Kept], bytes]:
    try:
        content = file.read_bytes()
    except OSError:
        return {}, b""
    start = 2 * _DIGEST
    end = start + int.from_bytes(content[_DIGEST:start])
    if blake2b(content[start:end], digest_size=_DIGEST).digest() != content[:_DIGEST]:
        return {}, b""
    return {key: _Kept._make(entry) for key, entry in orjson.loads(content[start:end]).items()}, content[end:]


def _hash(body: bytes) -> str:
    return blake2b(body, digest_size=_DIGEST).hexdigest()


def _code() -> str:
    """Name the code that a step runs: the builder's, Python's, and that of every installed library."""
    libraries = sorted(
        entry.name
        for folder in sys.path
        for entry in _entries(folder)
        if entry.name.endswith((".dist-info", ".egg-info"))
    )
    return _hash("\0".join([fingerprint([str(_CODE)]), *libraries]).encode())


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder or ".") as entries:
            return list(entries)
    except OSError:
        return []
