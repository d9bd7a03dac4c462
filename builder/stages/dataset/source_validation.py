"""Validates the files about the sources of the dataset: ``sources.json``, ``provenance.json`` and ``licences.json``.

Imported only when they are not cached, as the validation of records is. A refresh reads more of ``sources.json`` than a
build does, so other members are allowed.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import ConfigDict, TypeAdapter, create_model

from builder.stages.dataset.validation import listed, problems_of
from builder.types import FieldProvenance, JsonObject, LicenceTable, SourceFile

if TYPE_CHECKING:
    from builder.problems import Problem

_FILES: Mapping[str, Any] = {
    "sources.json": SourceFile,
    "provenance.json": Mapping[str, FieldProvenance],
    "licences.json": LicenceTable,
}
_JSON: Mapping[Any, Any] = {Mapping: dict, Sequence: list}


def source_problems(files: Mapping[str, JsonObject]) -> bytes:
    """List every problem of *files*, by name, as a JSON array. A file that is missing has none."""
    problems: list[Problem] = []
    for name, declared in _FILES.items():
        if name in files:
            problems += problems_of(name, TypeAdapter(_checked(declared)).validate_python, files[name])
    return listed(problems)


def _checked(declared: Any) -> Any:
    """Return the type that the library validates for a type of ``builder.types``.

    Before Python 3.12 the library refuses ``typing.TypedDict``, so each becomes a model with the same members.
    """
    if is_typeddict(declared):
        members: dict[str, Any] = {
            name: (_checked(hint), ... if name in declared.__required_keys__ else None)
            for name, hint in get_type_hints(declared).items()
        }
        return create_model(declared.__name__, __config__=ConfigDict(strict=True), **members)
    if (container := _JSON.get(get_origin(declared))) is not None:
        return container[tuple(map(_checked, get_args(declared)))]
    return declared
