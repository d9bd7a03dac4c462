"""Normalizes a valid record: fields in model order, missing nullable fields as null, whole floats as integers."""

from functools import cache
from typing import TYPE_CHECKING, Any

from builder.api.compiled_model import CompiledModel, FieldPart, ObjectShape, compile_model

if TYPE_CHECKING:
    from builder.api.record import ObjectModel


@cache
def shape_of(model: "type[ObjectModel]") -> ObjectShape:
    """Return the shape of the values of *model*."""
    return CompiledModel(compile_model(model)).shape


def ordered(shape: ObjectShape, value: dict[str, Any]) -> dict[str, Any]:
    """Return a valid *value* with fields in model order, absent nullable fields as null, whole floats as integers.

    Parts that already have this form are not copied. These are most of a dataset, which is mostly holidays.
    """
    if not shape.parts and tuple(value) == shape.fields:
        return value
    out = {}
    for name in shape.fields:
        if name in value:
            found = value[name]
            out[name] = _shaped(shape.parts[name], found) if name in shape.parts else found
        elif name in shape.filled:
            out[name] = None
    return out


def _shaped(part: FieldPart, value: Any) -> Any:
    if isinstance(value, list):
        return [_shaped(part, item) for item in value]
    if isinstance(value, dict):
        if part.is_map or not part.shape:
            return {key: _shaped(FieldPart(part.shape, is_map=False), item) for key, item in value.items()}
        return ordered(part.shape, value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
