"""The scripts of pages, and what each imports, so that a page can name all of it at once."""

import re
from collections.abc import Mapping
from pathlib import Path

from builder.javascript.context import reachable

# Imports of the core in the scripts, with paths relative to the scripts.
_CORE = re.compile(r"from '\.\./\.\./edge/core/([\w.-]+\.js)'")
# At the start of a line: imports inside functions are for what a page may never need.
_IMPORT = re.compile(r"^import (?:\{[^}]*\} from )?'\./([\w-]+)\.js';$", re.MULTILINE)

# The script of every page.
SITE = "site"


def read_scripts(folder: Path, core: Mapping[str, str]) -> dict[str, str]:
    """Read the scripts in *folder* by name without ``.js``, with the modules of the core that they import.

    All are served from one folder, and import from it.
    """
    texts = {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.js"))}
    imported = reachable(core, sorted({f"core/{name}" for text in texts.values() for name in _CORE.findall(text)}))
    own = {name: _CORE.sub(r"from './\1'", text) for name, text in texts.items()}
    return own | {Path(name).stem: text for name, text in imported.items()}


def imports_of(scripts: Mapping[str, str]) -> dict[str, list[str]]:
    """List by script what it imports, directly or not. What the script of every page imports is only with that one."""
    shared = _reachable(SITE, scripts)
    return {SITE: shared} | {
        name: [other for other in _reachable(name, scripts) if other not in shared] for name in scripts if name != SITE
    }


def _reachable(name: str, scripts: Mapping[str, str]) -> list[str]:
    names = [name]
    for one in names:
        names += [other for other in dict.fromkeys(_IMPORT.findall(scripts[one])) if other not in names]
    return names[1:]
