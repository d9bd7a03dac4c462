"""Makes the data of documents for a project that adds, replaces or leaves out guides."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from builder.documents import DocumentData
from builder.project.config import Documents
from tests.support.trees import write_files


def with_own(
    data: DocumentData, root: Path, files: Mapping[str, str | bytes] | None = None, *left_out: str
) -> DocumentData:
    """Return *data* for a project in *root* with *files*, without the guides that are *left_out*."""
    write_files(root, files or {})
    config = data.site.config.model_copy(update={"documents": Documents(leave_out=left_out)})
    request = data.request._replace(root=root)
    return replace(data, site=replace(data.site, config=config), request=request, _made={})
