"""Places the modules of the ``/v3.1`` routes in the folder of the core, and makes the module with their data."""

import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

import orjson

_PREFIX = "restcountries-"
# Replaces the module of this name in the core, which has no handlers.
_EXTRA_HANDLERS = "extra_handlers.js"
_DATA = f"{_PREFIX}data.js"
_SPECIFIER = re.compile(r"'(\.\./core/|\.\./generated/|\./)([\w-]+\.js)'")


def placed(modules: Mapping[str, str]) -> dict[str, str]:
    """Rename *modules*, the files of ``edge/restcountries`` by name, and their imports for the folder of the core."""
    return {_name(name): _SPECIFIER.sub(_specifier, source) for name, source in modules.items()}


def _name(name: str) -> str:
    return name if name == _EXTRA_HANDLERS else f"{_PREFIX}{name}"


def _specifier(found: re.Match[str]) -> str:
    folder, name = found.groups()
    if folder == "../core/":
        return f"'./{name}'"
    return f"'./{_DATA if folder == '../generated/' else _name(name)}'"


def data_module(mode: str, extras: Sequence[Mapping[str, Any]], modules: Mapping[str, str]) -> dict[str, str]:
    """Make the module declared in ``edge/generated/restcountries.d.ts``; *extras* are by record number.

    Entity tags depend on its digest, which changes with its content and with *modules*, the code that reads it.
    """
    digest = blake2b(orjson.dumps([mode, extras, sorted(modules.items())]), digest_size=8).hexdigest()
    lines = ",\n".join(orjson.dumps(extra).decode() for extra in extras)
    head = f'mode: "{mode}", digest: "{digest}"'
    return {_DATA: f"export const restcountriesData = {{ {head}, extras: [\n{lines}\n] }};\n"}
