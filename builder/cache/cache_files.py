"""Files of caches: written whole, and removed when the process that wrote them was killed."""

import os
from collections.abc import Iterable
from pathlib import Path


def write_whole(path: str, parts: Iterable[bytes]) -> None:
    """Write *parts* to a temporary file, and rename it to *path*. Raises ``OSError``; *path* is then unchanged."""
    # Two builds at the same time write separate temporary files with the same content.
    temporary = Path(f"{path}.{os.getpid()}")
    try:
        with temporary.open("wb") as file:
            file.writelines(parts)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary files in *folder* of processes that do not run."""
    for entry in entries(str(folder)):
        process = entry.name.partition(".")[2]
        if process.isdecimal() and not _runs(int(process)):
            Path(entry.path).unlink(missing_ok=True)


def entries(folder: str) -> list[os.DirEntry[str]]:
    """List *folder*; nothing if it cannot be read."""
    try:
        with os.scandir(folder or ".") as found:
            return list(found)
    except OSError:
        return []


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True
