"""Validates the files about the sources, and the reference lists, by the types in ``builder.types``.

Imported only when they are not cached, as the validation of records is. A refresh and other tools read more of these
files than a build does, so other members and further files are allowed.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import ConfigDict, Field, TypeAdapter, create_model

from builder.stages.dataset.validation import listed, problems_of
from builder.types import (
    ClosedList,
    FieldProvenance,
    JsonObject,
    LanguageEntry,
    LicenceTable,
    OutlineTopology,
    PlausibleBounds,
    SourceFile,
)

if TYPE_CHECKING:
    from builder.problems import Problem

_FILES: Mapping[str, Any] = {
    "sources.json": SourceFile,
    "provenance.json": Mapping[str, FieldProvenance],
    "licences.json": LicenceTable,
    "reference/bounds.json": PlausibleBounds,
    "reference/continents.json": ClosedList,
    "reference/coverage.json": Mapping[str, str],
    "reference/currencies.json": Mapping[str, str],
    "reference/languages.json": Mapping[str, LanguageEntry],
    "reference/local-issues.json": Mapping[str, str],
    "reference/outlines.json": OutlineTopology,
    "reference/regions.json": Mapping[str, Sequence[str]],
    "reference/statuses.json": ClosedList,
    "reference/unRegionalGroups.json": ClosedList,
}
_JSON: Mapping[Any, Any] = {Mapping: dict, Sequence: list}


def file_problems(files: Mapping[str, JsonObject]) -> bytes:
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
    kind, parts = get_origin(declared), tuple(map(_checked, get_args(declared)))
    if kind is UnionType:
        return Annotated[reduce(or_, parts), Field(discriminator="type")]
    if kind is tuple:
        # JSON has no tuples, and the library takes no list for one.
        return Annotated[list[parts[0]], Field(min_length=len(parts), max_length=len(parts))]  # type: ignore[valid-type]
    return _JSON[kind][parts] if kind in _JSON else declared
