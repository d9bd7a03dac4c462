"""The Jinja environment that all templates share: documents, texts, HTML pages and configurations of hosts."""

from pathlib import Path
from typing import TypeVar

from jinja2 import ChoiceLoader, Environment, FileSystemBytecodeCache, FileSystemLoader, PrefixLoader, StrictUndefined

from builder.tables.host_names import FOLDER

Opened = TypeVar("Opened", bound=Environment)


def open_templates(cache: Path, *folders: Path, kind: type[Opened]) -> Opened:
    """Open the templates in *folders*, and those of the hosts as ``hosts/<name>/templates/<file>``.

    Only templates in ``html/`` escape their values. Compiled templates are kept in *cache*, by the hash of their
    source: compiling them took a sixth of a build.
    """
    compiled = cache / "templates"
    compiled.mkdir(parents=True, exist_ok=True)
    return kind(
        loader=ChoiceLoader([FileSystemLoader(folders), PrefixLoader({"hosts": FileSystemLoader(FOLDER)})]),
        bytecode_cache=FileSystemBytecodeCache(str(compiled)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        # Each build opens the templates again.
        auto_reload=False,
        # Output of other templates that becomes HTML passes through a renderer that escapes HTML.
        autoescape=lambda name: bool(name and name.startswith("html/")),
    )
