"""The one shape in which a valid value of the model is answered."""

from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from builder.model import Part


def ordered(model: type[Part], value: dict[str, Any]) -> dict[str, Any]:
    """Return a valid *value* with its fields in the model's order, nullable ones filled, whole floats as integers."""
    out = {}
    for name, (part, is_map), fills in _fields(model):
        if name in value:
            out[name] = _shaped(part, value[name], is_map=is_map)
        elif fills:
            out[name] = None
    return out


@cache
def _fields(model: type[Part]) -> tuple[tuple[str, tuple[type[Part] | None, bool], bool], ...]:
    return tuple(
        (name, _part(info.annotation), not info.is_required() and type(None) in get_args(info.annotation))
        for name, info in model.model_fields.items()
    )


def _part(annotation: Any) -> tuple[type[Part] | None, bool]:
    """Name the object class inside an annotation, and whether it is the value of a map with free keys."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        return next((found for found in map(_part, args) if found[0]), (None, False))
    if origin in (list, Annotated):
        return _part(args[0])
    if origin is dict:
        return _part(args[1])[0], True
    is_part = isinstance(annotation, type) and issubclass(annotation, Part)
    return (annotation if is_part else None), False


def _shaped(part: type[Part] | None, value: Any, *, is_map: bool) -> Any:
    if isinstance(value, list):
        return [_shaped(part, item, is_map=is_map) for item in value]
    if isinstance(value, dict):
        if is_map or not part:
            return {key: _shaped(part, item, is_map=False) for key, item in value.items()}
        return ordered(part, value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
