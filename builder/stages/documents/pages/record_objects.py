"""The objects of the record model, as the documents show them."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from builder.stages.documents.pages.object_tables import ObjectText, describe_objects
from builder.types import CountryValue

_RECORD = "Country"


class RecordObjects(NamedTuple):
    """Descriptions of all objects of the model, by name. Each method raises ``KeyError`` for an unknown name."""

    by_name: dict[str, ObjectText]

    def description(self, name: str) -> str:
        """Return the first sentence of an object's description."""
        return self.by_name[name]["description"]

    def table(self, name: str) -> str:
        """Return the fields of an object as a Markdown table: name, type, presence, meaning."""
        return self.by_name[name]["table"]

    def line(self, name: str) -> str:
        """Return the fields of an object with their types on one line."""
        return self.by_name[name]["line"]

    def of_records(self) -> list[str]:
        """List the objects of a record by name. Each comes before the objects inside it."""
        names: dict[str, None] = {}
        waiting = [_RECORD]
        while waiting:
            at = waiting.pop(0)
            if at not in names:
                names[at] = None
                waiting += [part for _, part, _ in self.by_name[at]["inside"]]
        return list(names)

    def held_by(self, values: Iterable[CountryValue]) -> frozenset[str]:
        """Return the names of the objects that at least one of the records has."""
        names: set[str] = set()
        waiting = [(_RECORD, value) for value in values]
        while waiting:
            name, value = waiting.pop()
            names.add(name)
            for field, part, is_map in self.by_name[name]["inside"]:
                # Nothing is inside most objects, such as the thousands of holidays, so that one of them is enough.
                if part not in names or self.by_name[part]["inside"]:
                    waiting += ((part, each) for each in _each(value.get(field), is_map=is_map))
        return frozenset(names)


def make_record_objects() -> RecordObjects:
    """Describe the objects of the model."""
    return RecordObjects(describe_objects())


def _each(value: Any, *, is_map: bool) -> Iterator[Any]:
    if isinstance(value, list):
        yield from value
    elif value is not None:
        yield from value.values() if is_map else (value,)
