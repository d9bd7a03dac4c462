"""Describes the objects of the record model as tables and lists of fields."""

import re
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypedDict, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from builder.api import record as model
from builder.api.record import ObjectModel

# A link to the table of an object.
_LINKED = re.compile(r"\[(\w+)\]\(#\w+\)")


class ObjectText(TypedDict):
    """An object of the model: the first sentence of its description, its fields, and the objects inside it.

    ``table`` is a Markdown table of the fields, ``line`` lists them with their types on one line. ``inside`` holds for
    each field with objects: its name, their name, and whether it is a map of them.
    """

    description: str
    table: str
    line: str
    inside: list[tuple[str, str, bool]]


def describe_objects() -> dict[str, ObjectText]:
    """Describe every object of the model, by name."""
    found = [value for value in vars(model).values() if isinstance(value, type) and issubclass(value, ObjectModel)]
    return {
        each.__name__: {
            "description": (each.__doc__ or "").strip().split("\n")[0],
            "table": _table(each),
            "line": _line(each),
            "inside": [
                (field, part.__name__, _is_map(info.annotation))
                for field, info in each.model_fields.items()
                for part in _parts(info.annotation)
            ],
        }
        for each in found
    }


def _table(model: type[ObjectModel]) -> str:
    """Format the fields as a Markdown table: name, type, presence, meaning."""
    rows = [
        f"| `{field}` | {_typed(info.annotation)} | {_presence(info)} | {info.description} |"
        for field, info in model.model_fields.items()
    ]
    return "\n".join(["| Field | Type | Presence | Meaning |", "|---|---|---|---|", *rows])


def _line(model: type[ObjectModel]) -> str:
    """List the fields with their types on one line; ``?`` after a name means that it can be absent."""

    def spell(field: str, info: FieldInfo) -> str:
        optional = "?" if _presence(info) == "optional" else ""
        null = " or null" if NoneType in get_args(info.annotation) else ""
        return f"`{field}{optional}` " + _LINKED.sub(r"\1", _typed(info.annotation)) + null

    return ", ".join(spell(field, info) for field, info in model.model_fields.items())


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
