"""Formats the objects of the record model as tables and lists of fields."""

import re
from collections.abc import Iterable
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from builder.tables import record_model as model
from builder.tables.record_model import Country, ObjectModel
from builder.types import CountryValue

# A link to the table of an object.
_LINKED = re.compile(r"\[(\w+)\]\(#\w+\)")


def object_named(name: str) -> type[ObjectModel]:
    """Find a class of the model. Raises ``KeyError`` for an unknown name."""
    found = vars(model).get(name)
    if not (isinstance(found, type) and issubclass(found, ObjectModel)):
        raise KeyError(f"the model has no object {name!r}")
    return found


def record_objects() -> list[str]:
    """List the objects of a record by name. Each comes before the objects inside it."""
    names: list[str] = []
    waiting: list[type[ObjectModel]] = [Country]
    while waiting:
        at = waiting.pop(0)
        if at.__name__ not in names:
            names.append(at.__name__)
            waiting += [part for info in at.model_fields.values() for part in _parts(info.annotation)]
    return names


def object_description(name: str) -> str:
    """Return the first sentence of an object's description."""
    return (object_named(name).__doc__ or "").strip().split("\n")[0]


def objects_held(values: Iterable[CountryValue]) -> frozenset[str]:
    """Return the names of the objects that at least one of the records has."""
    names: set[str] = set()
    waiting: list[tuple[type[ObjectModel], Any]] = [(Country, value) for value in values]
    while waiting:
        model, value = waiting.pop()
        names.add(model.__name__)
        for field, part, is_map in _inside(model):
            waiting += [(part, one) for one in _each(value.get(field), is_map=is_map)]
    return frozenset(names)


# Cached: reading the annotations for every object of every record took a tenth of a build.
@cache
def _inside(model: type[ObjectModel]) -> tuple[tuple[str, type[ObjectModel], bool], ...]:
    """List the fields of *model* that hold objects: name, class, and whether it is a map."""
    return tuple(
        (field, part, _is_map(info.annotation))
        for field, info in model.model_fields.items()
        for part in _parts(info.annotation)
    )


def field_table(name: str) -> str:
    """Format the fields of an object as a Markdown table: name, type, presence, meaning."""
    rows = [
        f"| `{field}` | {_typed(info.annotation)} | {_presence(info)} | {info.description} |"
        for field, info in object_named(name).model_fields.items()
    ]
    return "\n".join(["| Field | Type | Presence | Meaning |", "|---|---|---|---|", *rows])


def field_list(name: str) -> str:
    """Format the fields of an object with their types on one line; ``?`` after a name means that it can be absent."""

    def spell(field: str, info: FieldInfo) -> str:
        optional = "?" if _presence(info) == "optional" else ""
        null = " or null" if NoneType in get_args(info.annotation) else ""
        return f"`{field}{optional}` " + _LINKED.sub(r"\1", _typed(info.annotation)) + null

    return ", ".join(spell(field, info) for field, info in object_named(name).model_fields.items())


def _presence(info: FieldInfo) -> str:
    null = NoneType in get_args(info.annotation)
    if info.is_required():
        return "required, or null" if null else "required"
    return "nullable" if null else "optional"


def _parts(annotation: Any) -> list[type[ObjectModel]]:
    if isinstance(annotation, type):
        return [annotation] if issubclass(annotation, ObjectModel) else []
    return [part for inner in get_args(annotation) for part in _parts(inner)]


def _is_map(annotation: Any) -> bool:
    return get_origin(annotation) is dict or any(get_origin(inner) is dict for inner in get_args(annotation))


def _each(value: Any, *, is_map: bool) -> list[Any]:
    if value is None:
        return []
    if isinstance(value, list):
        return value
    return list(value.values()) if is_map else [value]


def _typed(annotation: Any) -> str:
    """Describe a type in words, with links to the tables of objects."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return " or ".join(f"`{value}`" for value in arguments)
    if origin in (Annotated, Union, UnionType):
        # Only the first argument of Annotated is a type; the others are constraints.
        types = arguments[:1] if origin is Annotated else arguments
        return " or ".join(_typed(inner) for inner in types if inner is not NoneType)
    if origin in (list, dict):
        return f"array of {_typed(arguments[0])}" if origin is list else f"object, each {_typed(arguments[1])}"
    if issubclass(annotation, ObjectModel):
        return f"[{annotation.__name__}](#{annotation.__name__.lower()})"
    return {str: "string", bool: "boolean", int: "integer", float: "number"}[annotation]
