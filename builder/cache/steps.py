"""Results of pure functions, kept from build to build under the hash of all that they were made from."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from builder.inputs import fingerprint

if TYPE_CHECKING:
    from builder.cache.noted_templates import Templates

_CODE = Path(__file__).parents[1]
_DIGEST = 16
# Of a deployment and its preview, and of two more that somebody builds in turns with them.
_MOST_FILES = 4


# A function of values that JSON can spell, and of templates; it reads nothing else, so that nothing else need be known.
Step = Callable[[Any, "Templates"], bytes]


def made(step: Callable[[Any, None], bytes], values: Any) -> bytes:
    """Return what *step*, which fills no template, makes of *values*, without a cache."""
    return step(values, None)


class _Kept(NamedTuple):
    """Where a result lies among the bodies, its hash, and the templates that it was made with."""

    start: int
    end: int
    digest: str
    templates: dict[str, str]


class Steps:
    """The results of steps. What a build does not ask for is forgotten when the next one keeps its own.

    *name* tells sites apart that are built in turns; *folders* hold the templates. A file that was cut or edited is as
    good as none: its list of contents and each result are checked by their hashes.
    """

    def __init__(self, cache: Path, name: str, folders: Sequence[Path]) -> None:
        self._folder = cache / "steps"
        self._file = self._folder / blake2b(name.encode(), digest_size=_DIGEST).hexdigest()
        self._cache, self._template_folders = cache, folders
        self._code = _code()
        self._is_new = not self._file.exists()
        # Most results are the same for a site with other URLs, such as the preview of a site.
        self._index, self._bodies = _read(_newest(self._folder) if self._is_new else self._file)
        self._taken: dict[str, tuple[bytes, str, dict[str, str]]] = {}

    @cached_property
    def _templates(self) -> "Templates":
        # Imported late: no step before the second process starts fills a template.
        from builder.cache.noted_templates import Templates  # noqa: PLC0415

        return Templates(self._cache, self._template_folders)

    def take(self, step: Step, values: Any) -> bytes:
        """Return what *step* makes of *values*, which is made only when it is not kept.

        The step is a function of a module, and gets a copy of *values* as JSON has them: it cannot see anything that
        is not in their hash, but for its own code and the templates, which are in the key too.
        """
        if step.__closure__ or "<" in step.__qualname__:
            raise ValueError(f"{step.__qualname__} is not a function of a module, so that it may depend on anything")
        recipe = f"{self._code}\0{step.__module__}.{step.__qualname__}\0".encode()
        text = orjson.dumps(values)
        key = blake2b(recipe + text, digest_size=_DIGEST).hexdigest()
        body = self._known(key)
        if body is None:
            body, templates = self._templates.noting(lambda: step(orjson.loads(text), self._templates))
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
        """Keep what has been taken, and nothing else, for the next build.

        Raises ``OSError`` when the disk refuses it; what was kept before then stays.
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
        # Of two builds at once each writes a file of its own, and either one's is right.
        made = self._file.with_suffix(f".{os.getpid()}")
        try:
            made.write_bytes(b"".join([head, listed, *(body for body, _, _ in self._taken.values())]))
            made.replace(self._file)
        except BaseException:
            made.unlink(missing_ok=True)
            raise
        self._forget()

    def _forget(self) -> None:
        """Remove the files of sites that have not been built for longest."""
        for old in _by_age(self._folder)[:-_MOST_FILES]:
            Path(old).unlink(missing_ok=True)


def _by_age(folder: Path) -> list[str]:
    """List the files of sites, the newest last. Names with a dot are of builds that are running or were killed."""
    ages = {}
    for entry in _entries(str(folder)):
        with suppress(FileNotFoundError):
            if "." not in entry.name:
                ages[entry.path] = entry.stat().st_mtime_ns
    return sorted(ages, key=ages.__getitem__)


def _newest(folder: Path) -> Path:
    return Path((_by_age(folder) or [str(folder)])[-1])


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
