"""Says what refreshes changed, in words that a person reads, the most important first."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import orjson

from builder.api.figures import INDICATORS
from builder.api.provenance import FieldOrigin, origins_by_country, sources_by_id
from builder.api.rounding import rounded
from builder.api.shown_fields import FIELDS
from builder.dataset_types import ChangesFile, FieldChange, Sources
from builder.documents.document_data import DocumentData
from builder.types import Dataset


class Kind(NamedTuple):
    """A kind of changes: its id, which is in addresses of feeds, and its title."""

    id: str
    title: str


NAMES = Kind("names", "Names, capitals, currencies and borders")
FIGURES = Kind("figures", "Figures changed by more than 5 %")
SMALL = Kind("small", "Figures changed by up to 5 %")
FACTS = Kind("facts", "Other facts")
HOLIDAYS = Kind("holidays", "Holidays")
SPELLINGS = Kind("spellings", "Spellings, translations and symbols")
# The most important first.
KINDS = (NAMES, FIGURES, SMALL, FACTS, HOLIDAYS, SPELLINGS)

_NAMES = re.compile(
    r"(name\.(common|official)|cca2|cca3|ccn3|cioc|fifa|borders|independent|status|unMember|capital|region|subregion"
    r"|continents|(currencies|languages)(\.\w+(\.name)?)?)$"
)
_SPELLINGS = re.compile(r"(translations|altSpellings|demonyms|name\.native|currencies\.\w+\.symbol)(\.|$)")
_LARGE = 0.05
_LONG = 120
_LABELS = {field.path: field.one or field.label for field in FIELDS} | {
    indicator.path: indicator.short for indicator in INDICATORS
}
_INDICATORS = {indicator.path: indicator for indicator in INDICATORS}
# Objects whose members are shown as one list, and their titles.
_LISTS = {field.path: field.label for field in FIELDS if field.one}
_MEMBER = re.compile(rf"({'|'.join(_LISTS)})\.\w+(\.name)?$")
# Parts of one change that repeat it.
_REPEATED = re.compile(r"enrichment\.population\.(value|source|asOf)$|holidays\.years$")


class Change(NamedTuple):
    """A change of one field of a country.

    ``text`` says it without the country, ``source`` who publishes the new value and of when, as far as it is known.
    """

    date: str
    code: str
    country: str
    field: str
    kind: Kind
    text: str
    source: str

    @property
    def anchor(self) -> str:
        """Its address on the page of changes."""
        return re.sub(r"[^a-z0-9]+", "-", f"on-{self.date}-{self.code}-{self.field}".lower()).strip("-")


def changes_of(data: DocumentData) -> tuple[Change, ...]:
    """Describe the changes of every refresh of a dataset."""
    return describe_changes(data.site.dataset.changes, data.site.dataset)


def describe_changes(entries: Sequence[ChangesFile], dataset: Dataset) -> tuple[Change, ...]:
    """Describe the changes of every refresh: the newest first, of a day the most important first."""
    names = {record.cca2: record.value["name"]["common"] for record in dataset.records}
    names |= {record.value["cca3"]: names[record.cca2] for record in dataset.records}
    sources = sources_by_id(dataset.sources)
    origins = origins_by_country(dataset.sources)
    described = []
    for entry in entries:
        day = list(_describe(entry, names, sources, origins))
        described += sorted(day, key=lambda pair: (KINDS.index(pair[1].kind), -pair[0], pair[1].country))
    return tuple(change for _, change in described)


def by_day(changes: Sequence[Change]) -> list[tuple[str, list[tuple[Kind, list[Change]]]]]:
    """Group changes by day and kind, in their order."""
    return [
        (day, [(kind, list(found)) for kind, found in groupby(of_day, key=lambda change: change.kind)])
        for day, of_day in groupby(changes, key=lambda change: change.date)
    ]


def _describe(
    entry: ChangesFile,
    names: Mapping[str, str],
    sources: Sources,
    origins: Mapping[str, Mapping[str, FieldOrigin]],
) -> Iterator[tuple[float, Change]]:
    """Yield each change of an entry with its size: the part by which a figure changed.

    *names* has the common name of each country by alpha-2 and alpha-3 code.
    """
    for change in _with_lists(entry["changes"]):
        code, field, old, new = change["cca2"], change["field"], change.get("old"), change.get("new")
        if _REPEATED.match(field):
            continue
        size = _size(old, new)
        # What is gone has no source.
        is_gone = new in (None, [])
        origin = FieldOrigin() if is_gone else _origin(origins, field, code)
        named = FieldOrigin(change.get("source", ""))
        known = "" if is_gone else origin.titles(sources) or named.titles(sources)
        source = ", ".join(filter(None, (known, origin.as_of[:4])))
        if field == "borders":
            old, new = ([names.get(one, one) for one in codes or []] for codes in (old, new))
        text = _text(field, old, new)
        yield size, Change(entry["date"], code, names.get(code, code), field, _kind(field, size), text, source)


def _with_lists(changes: Sequence[FieldChange]) -> list[FieldChange]:
    """Replace the members of an object that came or went by one change of the list of their names."""
    lists: dict[tuple[str, str], FieldChange] = {}
    others: list[FieldChange] = []
    for change in changes:
        member = _MEMBER.match(change["field"])
        gone, come = ([value] if value is not None else [] for value in (change.get("old"), change.get("new")))
        if member is None or len(gone) == len(come):
            others.append(change)
            continue
        one = lists.setdefault((change["cca2"], member[1]), {**change, "field": member[1], "old": [], "new": []})
        one["old"] += gone
        one["new"] += come
    return [*lists.values(), *others]


def _origin(origins: Mapping[str, Mapping[str, FieldOrigin]], field: str, code: str) -> FieldOrigin:
    return origins.get(_nearest(field, origins), {}).get(code, FieldOrigin())


def _nearest(field: str, paths: Iterable[str]) -> str:
    """Return the longest of *paths* that is the field or one around it; empty if there is none."""
    return max((path for path in paths if f"{field}.".startswith(f"{path}.")), key=len, default="")


def _size(old: Any, new: Any) -> float:
    """Return the part by which a figure changed; 1 for one that came or went, and 0 for what is no figure."""
    numbers = [value for value in (old, new) if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) < 2:
        return float(len(numbers))
    one, other = map(float, numbers)
    return abs(one - other) / max(abs(one), abs(other), 1e-9)


def _kind(field: str, size: float) -> Kind:
    if _SPELLINGS.match(field):
        return SPELLINGS
    if _NAMES.match(field):
        return NAMES
    if field.startswith("holidays."):
        return HOLIDAYS
    if size == 0:
        return FACTS
    return FIGURES if size > _LARGE else SMALL


def _text(field: str, old: Any, new: Any) -> str:
    if isinstance(old, list) and isinstance(new, list) and all(isinstance(one, str) for one in (*old, *new)):
        added = ", ".join(value for value in new if value not in old)
        removed = ", ".join(value for value in old if value not in new)
        signs = [f"{values} {sign}" for values, sign in ((added, "added"), (removed, "removed")) if values]
        return f"{_LISTS.get(field) or label_of(field)}: {'; '.join(signs) or 'another order'}"
    if new is None and isinstance(old, bool):
        return f"{label_of(field)}: no longer stated"
    if new is None:
        return f"{label_of(field)}: {_value(field, old)} removed"
    if old is None:
        return f"{label_of(field)}: {_value(field, new)} added"
    return f"{label_of(field)}: {_value(field, old)} to {_value(field, new)}"


def label_of(field: str) -> str:
    """Name a field: with the name on the page of a country, and the rest of its path."""
    if field.startswith("holidays.items."):
        return "Holiday"
    parts = field.split(".")
    if parts[0] in ("translations", "name") and len(parts) > 2:
        return f"{'Native' if parts[0] == 'name' else 'Translated'} {parts[-1]} name ({parts[-2]})"
    if parts[0] == "name":
        return f"{parts[-1].capitalize()} name"
    labelled = _nearest(field, _LABELS)
    if not labelled:
        return field
    rest = field.removeprefix(labelled).strip(".").removesuffix(".name")
    return f"{_LABELS[labelled]} ({rest})" if rest else _LABELS[labelled]


def _value(field: str, value: Any) -> str:
    if field.startswith("holidays.items.") and isinstance(value, Mapping):
        return f"{value.get('name', '')}, {value.get('date', '')}, {', '.join(value.get('types', ()))}"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        indicator = _INDICATORS.get(field)
        return indicator.round(value) if indicator else rounded(value)
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value)
    text = value if isinstance(value, str) else orjson.dumps(value).decode()
    return text if len(text) <= _LONG else f"{text[:_LONG]}…"
