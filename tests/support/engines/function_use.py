"""Whether a host runs its function for a request: a copy of a site whose function adds a header to every answer."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.processes import link_tree, write_apart

_MARK = "Function-Ran"
# The start of the headers of every answer, in the module of a site.
_COMMON = '"common":['


@contextmanager
def marked(site: Path) -> Iterator[Path]:
    """Link *site* into a folder, with functions that add the header. Rules of hosts do not know it."""
    with TemporaryDirectory(prefix=".marked-", dir=site.parent) as scratch:
        copy = link_tree(site, Path(scratch) / "output")
        manifests = [copy / "edge/generated/manifest.js", *(copy / "hosts").glob("*/manifest.js")]
        for path in manifests:
            text = path.read_text("utf-8")
            assert text.count(_COMMON) == 1
            write_apart(path, text.replace(_COMMON, f'{_COMMON}["{_MARK}","1"],'))
        yield copy


def ran(headers: Iterable[tuple[str, str]]) -> bool:
    """Whether an answer with *headers* comes from the function."""
    return any(name.lower() == _MARK.lower() for name, _ in headers)
