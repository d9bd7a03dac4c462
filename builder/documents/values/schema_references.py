"""References between the schemas of the record model, and the schemas that one of them needs."""

import re
from collections.abc import Mapping
from typing import Any

import orjson

from builder.api.json_schemas import Schema

REFERENCE = "#/components/schemas/"
_REFERRED = re.compile(rf'"\$ref":"{REFERENCE}(\w+)"')


def schemas_below(schemas: Mapping[str, Schema], name: str) -> list[str]:
    """List the schemas that *name* refers to, directly or through others, itself first."""
    found = [name]
    for at in found:
        found += [other for other in dict.fromkeys(referenced(schemas[at])) if other not in found]
    return found


def referenced(schema: Schema) -> list[str]:
    """List the names of the schemas that a schema, or a part of one, refers to."""
    return _REFERRED.findall(orjson.dumps(schema).decode())


def redirect(schema: Any, target: str) -> Any:
    """Make every reference of a schema begin with *target*."""
    return orjson.loads(orjson.dumps(schema).replace(f'"$ref":"{REFERENCE}'.encode(), f'"$ref":"{target}'.encode()))
