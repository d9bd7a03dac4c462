"""Lists the files that pages load: scripts, styles, icons, and modules of the core that scripts import."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from builder.api.output_paths import DOCS_FOLDER
from builder.api.types import Entry
from builder.documents.document_data import DocumentData
from builder.documents.rendering import document
from builder.extensions.pages.flag_overview import CELL_HEIGHT, CELL_WIDTH, COLUMNS, PADDING, row_count
from builder.javascript.context import reachable

_FOLDER = Path(__file__).parents[1] / "assets"
# Scripts and the core have the same paths below the documents as in the project, so that imports find the modules.
SCRIPTS_FOLDER = "builder/extensions/pages/assets"
_EDGE = "edge"
# At the start of a line: imports inside functions are for what a page may never need.
_IMPORT = re.compile(r"^import (?:\{[^}]*\} from )?'([^']+)';$", re.MULTILINE)
# Comments that have lines of their own, a third of a script, which no browser needs. Those of licences begin with /*!.
_COMMENT = re.compile(r"^ */\*(?!!)(?:(?!\*/).)*\*/\n|^ *// [^\n]*\n", re.DOTALL | re.MULTILINE)
# The script of every page.
SITE = f"{SCRIPTS_FOLDER}/site.js"


def script_documents(data: DocumentData) -> Iterator[Entry]:
    """Yield the styles, images and scripts of ``assets/``, and the modules of the core that scripts import."""
    for path in data.once(assets_of).values():
        address = f"/{DOCS_FOLDER}/assets/{path.name}"
        if path.suffix == ".css":
            yield document(address, "css", _COMMENT.sub("", path.read_text("utf-8")).encode)
        elif path.suffix in (".png", ".svg"):
            yield document(address, path.suffix[1:], path.read_bytes)
    for name, text in data.once(scripts_of).items():
        is_core = name.startswith(f"{_EDGE}/")
        yield document(f"/{DOCS_FOLDER}/{name}", "js", (text if is_core else _COMMENT.sub("", text)).encode)


def assets_of(data: DocumentData) -> dict[str, Path]:
    """Return the files of ``assets/`` by name; a file of the project replaces the shipped one."""
    of_project = data.request.templates / _FOLDER.name
    shipped = sorted(_FOLDER.iterdir())
    return {path.name: other if (other := of_project / path.name).exists() else path for path in shipped}


def icon_documents(data: DocumentData) -> Iterator[Entry]:
    """Yield the icon of the site as ICO and as SVG."""
    for kind in ("ico", "svg"):
        file = data.once(assets_of)[f"favicon.{kind}"]
        yield document(f"/{file.name}", kind, file.read_bytes)


def flag_styles(count: int) -> bytes:
    """Write the style sheet that shows a flag of the overview: ``--size`` is the scale, ``--x``, ``--y`` the cell."""
    width, height = CELL_WIDTH + 2 * PADDING, CELL_HEIGHT + 2 * PADDING
    at = [
        f"calc(var(--size)*-1px*({cell}*var(--{name},0) + {PADDING}))" for name, cell in (("x", width), ("y", height))
    ]
    size = f"width:calc({CELL_WIDTH}px*var(--size));height:calc({CELL_HEIGHT}px*var(--size))"
    lines = [f"#flags i{{{size};background:url(flags.png) {' '.join(at)}/calc({COLUMNS * width}px*var(--size))}}"]
    for name, cells in (("x", COLUMNS), ("y", row_count(count))):
        lines += [f".{name}{cell}{{--{name}:{cell}}}" for cell in range(1, cells)]
    return ("\n".join(lines) + "\n").encode()


def scripts_of(data: DocumentData) -> dict[str, str]:
    """Read the scripts of pages and the modules of the core that they import, by path below the documents."""
    return read_scripts(data.once(assets_of).values(), data.site.core)


def script_imports(data: DocumentData) -> dict[str, list[str]]:
    """List the modules that each script imports, so that a page can name all of them at once."""
    return imports_of(data.once(scripts_of))


def read_scripts(files: Iterable[Path], core: Mapping[str, str]) -> dict[str, str]:
    """Read the scripts among *files*, and the modules of the *core* that they import, by path below the documents."""
    scripts = {f"{SCRIPTS_FOLDER}/{path.name}": path.read_text("utf-8") for path in files if path.suffix == ".js"}
    imported = {other for path, text in scripts.items() for other in _imported(path, text)}
    used = sorted(path.removeprefix(f"{_EDGE}/") for path in imported - scripts.keys())
    return scripts | {f"{_EDGE}/{name}": text for name, text in reachable(core, used).items()}


def imports_of(scripts: Mapping[str, str]) -> dict[str, list[str]]:
    """List what each script imports, directly or not. Lists of other scripts lack what ``SITE`` imports."""
    shared = _reachable(SITE, scripts)
    return {SITE: shared} | {
        name: [other for other in _reachable(name, scripts) if other not in shared] for name in scripts if name != SITE
    }


def _reachable(name: str, scripts: Mapping[str, str]) -> list[str]:
    names = [name]
    for one in names:
        names += [other for other in dict.fromkeys(_imported(one, scripts[one])) if other not in names]
    return names[1:]


def _imported(path: str, text: str) -> list[str]:
    """List the modules that the module at *path* imports, by path."""
    return [posixpath.normpath(posixpath.join(posixpath.dirname(path), one)) for one in _IMPORT.findall(text)]
