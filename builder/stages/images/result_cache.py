"""A cache of results by the hash of their inputs."""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path

from builder.cache.cache_files import remove_leftovers, write_whole
from builder.cache.parallel import make_each

_DIGEST = 16


class ResultCache:
    """A folder of cached results. An entry starts with the hash of its bytes; a damaged entry is made again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def get(self, recipe: str, source: bytes, make: Callable[[bytes], bytes]) -> bytes:
        """Return the result of *make* for *source*; *recipe* identifies everything else that the result depends on."""
        path = self._path(recipe, source)
        body = _known(path)
        if body is None:
            body = make(source)
            write_whole(path, [_hash(body), body])
        return body

    def get_each(
        self, recipe: str, sources: Sequence[bytes], make: Callable[[bytes], bytes], done: Callable[[int], None]
    ) -> list[bytes | str]:
        """Return what ``get`` returns for each of *sources*. Every core makes those that are missing.

        The text of a ``ValueError`` of *make* takes the place of a result. *done* gets the number of results that are
        known or begun.
        """
        results: list[bytes | str | None] = [_known(self._path(recipe, source)) for source in sources]
        missing = [number for number, body in enumerate(results) if body is None]
        known = len(sources) - len(missing)
        if known:
            done(known)

        def attempt(number: int) -> bytes | str:
            try:
                return self.get(recipe, sources[number], make)
            except ValueError as error:
                return str(error)

        if missing:
            remove_leftovers(self._folder)
        attempts = iter(make_each(attempt, missing, lambda begun: done(known + begun)))
        return [next(attempts) if result is None else result for result in results]

    def _path(self, recipe: str, source: bytes) -> str:
        key = blake2b(source, digest_size=_DIGEST, key=blake2b(recipe.encode()).digest()).hexdigest()
        return f"{self._folder}/{key}"


def _known(path: str) -> bytes | None:
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123  500 of these are half the time of a warm build
            entry = file.read()
    except FileNotFoundError:
        return None
    digest, body = entry[:_DIGEST], entry[_DIGEST:]
    return body if entry and digest == _hash(body) else None


def _hash(body: bytes) -> bytes:
    return blake2b(body, digest_size=_DIGEST).digest()
