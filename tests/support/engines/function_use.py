"""Whether a host runs its function for a request: a copy of a site whose function adds a header to every answer."""

import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

_MARK = "Function-Ran"
# The start of the headers of every answer, in the module of a site.
_COMMON = '"common":['


@contextmanager
def marked(site: Path) -> Iterator[Path]:
    """Link *site* into a folder, with functions that add the header. Rules of hosts do not know it."""
    with TemporaryDirectory(prefix=".marked-", dir=site.parent) as scratch:
        copy = Path(scratch) / "output"
        subprocess.run(["cp", "-al", site, copy], check=True)
        manifests = [copy / "edge/generated/manifest.js", *(copy / "hosts").glob("*/manifest.js")]
        for path in manifests:
            text = path.read_text("utf-8")
            assert text.count(_COMMON) == 1
            # Break the hard link to the file of the site.
            path.unlink()
            path.write_text(text.replace(_COMMON, f'{_COMMON}["{_MARK}","1"],'), "utf-8")
        yield copy


def ran(headers: Iterable[tuple[str, str]]) -> bool:
    """Whether an answer with *headers* comes from the function."""
    return any(name.lower() == _MARK.lower() for name, _ in headers)
