"""Makes projects that add, replace or leave out documents."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from builder.documents import DocumentData
from builder.project.config import Documents


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write *files*, by path, into *folder*."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def with_own(
    data: DocumentData, root: Path, files: Mapping[str, str | bytes] | None = None, *left_out: str
) -> DocumentData:
    """Return *data* for a project in *root* with *files*, without the guides that are *left_out*."""
    write_files(root, files or {})
    config = data.site.config.model_copy(update={"documents": Documents(leave_out=left_out)})
    request = data.request._replace(root=root)
    return replace(data, site=replace(data.site, config=config), request=request, _made={})
