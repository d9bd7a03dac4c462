"""Makes the request for another dataset, of a folder or a git revision, for commands that read it."""

import io
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from builder.build_request import BuildRequest
from builder.input_errors import InputError, Problem


@contextmanager
def with_dataset(request: BuildRequest, name: str, otherwise: str, advice: str = "") -> Iterator[BuildRequest]:
    """Make a request for the dataset *name* with the other inputs of *request*.

    *name* is a folder of a dataset, a folder with ``data/``, or a git revision of the project. Raises ``InputError``
    when it is none of these; *otherwise* names, for the message, what the caller accepts besides a revision.
    """
    if folder := dataset_folder(name):
        yield request._replace(dataset=folder)
        return
    archive = _dataset_archive(name, request.root, otherwise, advice)
    with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(io.BytesIO(archive)) as files:
        files.extractall(scratch)
        yield request._replace(dataset=Path(scratch) / "data")


def dataset_folder(name: str) -> Path | None:
    """Return the folder *name*, or ``data/`` in it, where it holds a dataset."""
    folders = [Path(name), Path(name) / "data"] if name else []
    return next((folder.resolve() for folder in folders if (folder / "countries").is_dir()), None)


def _dataset_archive(revision: str, root: Path, otherwise: str, advice: str) -> bytes:
    """Read ``data/`` at a git *revision* of the project at *root*, as a ZIP archive."""
    verified = git(root, "rev-parse", "--quiet", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    if verified is None:
        raise InputError([Problem(revision, "", f"is neither {otherwise} nor a git revision")], advice)
    archive = git(root, "archive", "--format=zip", verified.decode().strip(), "data")
    if archive is None:
        raise InputError([Problem(revision, "", "has no dataset in data/")])
    return archive


def git(root: Path, *arguments: str) -> bytes | None:
    """Run git in the folder *root*; return what it prints, or nothing when it fails or is not installed."""
    try:
        done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, check=False)  # noqa: S603, S607
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None
