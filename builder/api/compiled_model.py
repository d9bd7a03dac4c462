"""A class of the record model as data, so that its values are validated without the class.

To import the library and to make the classes takes 90 ms, which is a tenth of a build after a small change. To make the
library's validator from its stored schema takes 20 ms.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from pydantic_core import SchemaValidator

from builder.api import value_checks

if TYPE_CHECKING:
    from builder.api.record import ObjectModel


class ObjectShape(NamedTuple):
    """The fields of an object in order, those that are null when unknown, and the parts that can change their form."""

    fields: tuple[str, ...]
    filled: frozenset[str]
    parts: "dict[str, FieldPart]"


class FieldPart(NamedTuple):
    """A value with objects or floats: the shape of the objects, if any, and whether they are the values of a map."""

    shape: ObjectShape | None
    is_map: bool


class CompiledModel:
    """What ``compile_model`` returned: ``validate`` raises ``ValidationError``, ``shape`` is that of valid values."""

    def __init__(self, compiled: bytes) -> None:
        schema = orjson.loads(compiled)
        self.shape = _ShapeReader(schema).whole
        self.validate = SchemaValidator(_revived(schema)).validate_python


def compile_model(model: "type[ObjectModel]") -> bytes:
    """Encode the schema of the validator of *model* as JSON. Raises ``ValueError`` for a check that it cannot name."""
    model.model_rebuild()
    return orjson.dumps(_plain(model.__pydantic_core_schema__))


def _plain(schema: Any) -> Any:
    """Put names in place of classes and functions, and leave out what only the library uses."""
    if isinstance(schema, dict):
        return {key: _plain(value) for key, value in schema.items() if key != "metadata"}
    if isinstance(schema, list | tuple):
        return [*map(_plain, schema)]
    if callable(schema):
        name = schema.__name__
        if not isinstance(schema, type) and getattr(value_checks, name, None) is not schema:
            raise ValueError(f"{name} is not in builder/api/value_checks.py; move it there")
        return name
    return schema


def _revived(schema: Any) -> Any:
    """Put the functions and stand-ins of the classes, which the validator makes objects of, in place of their names."""
    if isinstance(schema, list):
        return [*map(_revived, schema)]
    if not isinstance(schema, dict):
        return schema
    revived = {key: _revived(value) for key, value in schema.items()}
    if schema.get("type") == "model":
        revived["cls"] = type(schema["cls"], (), {})
    elif isinstance(schema.get("function"), str):
        revived["function"] = getattr(value_checks, schema["function"])
    return revived


class _ShapeReader:
    """Reads the shapes from a schema."""

    def __init__(self, schema: Any) -> None:
        is_shared = schema["type"] == "definitions"
        self._shared = {each["ref"]: each for each in schema["definitions"]} if is_shared else {}
        self.whole = self._shape(schema["schema"] if is_shared else schema)

    def _shape(self, model: Any) -> ObjectShape:
        fields = {name: field["schema"] for name, field in self._known(model)["schema"]["fields"].items()}
        filled = (
            name
            for name, field in fields.items()
            if field["type"] == "default" and field["schema"]["type"] == "nullable"
        )
        parts = {name: part for name, field in fields.items() if (part := self._part(field))}
        return ObjectShape(tuple(fields), frozenset(filled), parts)

    def _part(self, schema: Any) -> FieldPart | None:
        """Describe a value that can contain an object or a float; only these change their form."""
        schema = self._known(schema)
        match schema["type"]:
            case "float":
                return FieldPart(None, is_map=False)
            case "model":
                return FieldPart(self._shape(schema), is_map=False)
            case "list":
                return self._part(schema["items_schema"])
            case "dict":
                values = self._part(schema["values_schema"])
                return values and FieldPart(values.shape, is_map=True)
            case "union":
                return next(filter(None, map(self._part, schema["choices"])), None)
        return self._part(schema["schema"]) if "schema" in schema else None

    def _known(self, schema: Any) -> Any:
        return self._shared[schema["schema_ref"]] if schema["type"] == "definition-ref" else schema
