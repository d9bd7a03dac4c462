"""Normalizes a valid record: fields in model order, missing nullable fields as null, whole floats as integers."""

from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from builder.tables.record_model import ObjectModel

# The class of the objects inside a value, and whether the value is a map of them.
_Shape = tuple[type[ObjectModel] | None, bool]


def ordered(model: type[ObjectModel], value: dict[str, Any]) -> dict[str, Any]:
    """Return a valid *value* with fields in model order, absent nullable fields as null, whole floats as integers.

    Parts that already have this form are not copied. These are most of a dataset, which is mostly holidays.
    """
    names, fields = _fields(model)
    if not fields and tuple(value) == names:
        return value
    out = {}
    for name in names:
        if name in value:
            found = value[name]
            out[name] = _shaped(fields[name], found) if name in fields else found
        elif name in _filled(model):
            out[name] = None
    return out


@cache
def _fields(model: type[ObjectModel]) -> tuple[tuple[str, ...], dict[str, _Shape]]:
    """List the fields of *model*, and the result of ``_part`` for those that hold objects or floats."""
    infos = model.model_fields
    return tuple(infos), {name: _part(info.annotation) for name, info in infos.items() if _may_change(info.annotation)}


@cache
def _filled(model: type[ObjectModel]) -> frozenset[str]:
    """List the fields of *model* that are null when unknown."""
    return frozenset(
        name
        for name, info in model.model_fields.items()
        if not info.is_required() and type(None) in get_args(info.annotation)
    )


def _may_change(annotation: Any) -> bool:
    """Whether a valid value can contain an object or a float. Only these change their form."""
    if annotation is float or (isinstance(annotation, type) and issubclass(annotation, ObjectModel)):
        return True
    return get_origin(annotation) is not Literal and any(map(_may_change, get_args(annotation)))


def _part(annotation: Any) -> _Shape:
    """Return the class of the objects inside an annotation, and whether they are the values of a map."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        return next((found for found in map(_part, args) if found[0]), (None, False))
    if origin in (list, Annotated):
        return _part(args[0])
    if origin is dict:
        return _part(args[1])[0], True
    is_part = isinstance(annotation, type) and issubclass(annotation, ObjectModel)
    return (annotation if is_part else None), False


def _shaped(kind: _Shape, value: Any) -> Any:
    if isinstance(value, list):
        return [_shaped(kind, item) for item in value]
    if isinstance(value, dict):
        part, is_map = kind
        if is_map or not part:
            return {key: _shaped((part, False), item) for key, item in value.items()}
        return ordered(part, value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
