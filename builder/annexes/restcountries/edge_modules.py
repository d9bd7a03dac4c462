"""Makes the module with the data of the ``/v3.1`` routes."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b

import orjson

_DATA = "generated/restcountries.js"


def data_module(mode: str, extras: Sequence[Mapping[str, object]], modules: Mapping[str, str]) -> dict[str, str]:
    """Make the module declared in ``edge/generated/restcountries.d.ts``; *extras* are by record number.

    Entity tags depend on its digest, which changes with its content and with *modules*, the code that reads it.
    """
    digest = blake2b(orjson.dumps([mode, extras, sorted(modules.items())]), digest_size=8).hexdigest()
    lines = ",\n".join(orjson.dumps(extra).decode() for extra in extras)
    head = f'mode: "{mode}", digest: "{digest}"'
    return {_DATA: f"export const restcountriesData = {{ {head}, extras: [\n{lines}\n] }};\n"}
