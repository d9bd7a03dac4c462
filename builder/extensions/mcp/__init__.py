"""The extension that serves the dataset to agents by the Model Context Protocol."""

from pathlib import Path

from builder.api.extension import Extension
from builder.documents.front_matter import read_guides

_FOLDER = Path(__file__).parent
EXTENSION = Extension(
    name="mcp",
    folder=_FOLDER,
    needs=("tables",),
    guides=lambda: read_guides(_FOLDER / "templates/pages").values(),
)
