"""Lists the files that a deployment must upload after a change, compared with an earlier site."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from builder.build import assemble, derive
from builder.build_request import BuildRequest
from builder.commands.other_dataset import with_dataset
from builder.commands.plan import RouteSize, make_plan
from builder.config import load_config
from builder.input_errors import Progress
from builder.output_paths import PUBLIC
from builder.types import File


@dataclass(frozen=True)
class Uploads:
    """The files to upload, counted by route with their bytes, and the paths of new, changed and removed files.

    All files of the site are counted. Files outside ``public/`` are labelled with their folder in parentheses.
    """

    rows: tuple[RouteSize, ...]
    new: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]

    @property
    def bytes(self) -> int:
        """Size of all files to upload in bytes."""
        return sum(row.bytes for row in self.rows)


def uploads_since(request: BuildRequest, since: str, progress: Progress) -> Uploads:
    """Compare a build of *request* with *since*: the folder of a built site, or a git revision.

    From a revision only the dataset is used; the config, the templates and the builder are the current ones. Raises
    ``InputError`` when a dataset is invalid or *since* is neither a site nor a revision.
    """
    folder = Path(since)
    if (folder / PUBLIC).is_dir():
        return compare_folder(_files(request, progress), folder)
    with with_dataset(request, since, "the folder of a built site") as earlier:
        before = {file.path: file.identity for file in _files(earlier, progress)}
    return compare_identities(_files(request, progress), before)


def compare_identities(files: Iterable[File], before: Mapping[str, str]) -> Uploads:
    """Compare *files* with the identities of an earlier site, by path."""
    return _compare(files, before.keys(), lambda file: before[file.path] == file.identity)


def compare_folder(files: Iterable[File], folder: Path) -> Uploads:
    """Compare *files* with the bytes of the site in *folder*, which any version may have written."""
    sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in folder.rglob("*") if path.is_file()}
    return _compare(
        files,
        sizes.keys(),
        lambda file: sizes[file.path] == file.size and (folder / file.path).read_bytes() == file.body,
    )


def _compare(files: Iterable[File], before: Set[str], same: Callable[[File], bool]) -> Uploads:
    new, changed, there = [], [], set()
    sent = {}
    for file in files:
        there.add(file.path)
        if file.path not in before:
            new.append(file.path)
        elif not same(file):
            changed.append(file.path)
        else:
            continue
        sent[file.path] = file.size
    rows = make_plan(sent).rows
    return Uploads(rows, *(tuple(sorted(paths)) for paths in (new, changed, before - there)))


def _files(request: BuildRequest, progress: Progress) -> Iterator[File]:
    data = derive(request, load_config(request.config, overrides=request.overrides))
    return chain(assemble(data, request, progress).files, *(job() for job in data.jobs))
