"""Makes the project of another dataset, of a folder or a git revision, for commands that compare with it."""

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
    """Make a temporary project: the dataset *name*, and links to the other inputs of *request*.

    *name* is a folder of a dataset, a folder with ``data/``, or a git revision of the project. Raises ``InputError``
    when it is none of these; *otherwise* names, for the message, what the caller accepts besides a revision.
    """
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        folders = [folder for folder in (Path(name), Path(name) / "data") if name and (folder / "countries").is_dir()]
        if folders:
            (root / "data").symlink_to(folders[0].resolve())
        else:
            archive = _dataset_archive(name, request.root, otherwise, advice)
            with zipfile.ZipFile(io.BytesIO(archive)) as files:
                files.extractall(root)
        request.cache.mkdir(exist_ok=True)
        for source in (request.edge, request.templates, request.changelog, request.licence, request.cache):
            (root / source.name).symlink_to(source.resolve())
        yield request._replace(root=root)


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
