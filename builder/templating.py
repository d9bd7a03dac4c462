"""How templates are opened: one set-up for documents, texts, pages and the configurations of hosts."""

from pathlib import Path
from typing import TypeVar

from jinja2 import ChoiceLoader, Environment, FileSystemBytecodeCache, FileSystemLoader, PrefixLoader, StrictUndefined

from builder.tables.host_names import FOLDER

Opened = TypeVar("Opened", bound=Environment)


def open_templates(cache: Path, *folders: Path, kind: type[Opened]) -> Opened:
    """Open the templates of *folders*, and those of the hosts as ``hosts/<name>/templates/<file>``.

    ``html/`` escapes what it is given, all others do not. Compiled templates are kept in *cache*, since to compile
    them took a sixth of a build; an entry carries the hash of its template's source.
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
        # Each build opens them anew.
        auto_reload=False,
        # What is no HTML passes through a renderer that lets no HTML through.
        autoescape=lambda name: bool(name and name.startswith("html/")),
    )
