"""Shows whether a host runs its function for a request, by a header that only the function of a copied site sends."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.processes import link_tree, write_apart

_MARK = "Function-Ran"
# The manifest lists the headers of every answer after this text.
_COMMON = '"common":['


@contextmanager
def marked(site: Path) -> Iterator[Path]:
    """Copy *site* with functions that send the header; rules of hosts do not send it."""
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
