"""Reads the constants that a JavaScript module of a package exports."""

from typing import Any

from builder.javascript.context import JavaScriptContext
from refresh.package_archive import Archive


def exported(archive: Archive, module: str, name: str) -> Any:
    """Return the exported constant *name* of a member without imports, as JSON has it."""
    source = archive.files(module)[module].decode() + f"\nexport function value() {{ return {name}; }}\n"
    return JavaScriptContext({module: source}, [module]).call(module, "value")
