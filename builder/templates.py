"""Compiled templates, kept as Python keeps its compiled modules."""

from pathlib import Path

from jinja2 import FileSystemBytecodeCache


def compiled_templates(cache: Path) -> FileSystemBytecodeCache:
    """Keep compiled templates in a folder of *cache*: to compile them took a sixth of a build.

    An entry carries the hash of its template's source and is made again when that has changed.
    """
    folder = cache / "templates"
    folder.mkdir(parents=True, exist_ok=True)
    return FileSystemBytecodeCache(str(folder))
