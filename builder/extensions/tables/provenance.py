"""Reads ``data/provenance.json``, the source of each field of each country, and adds the values of the site's owner."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NotRequired, cast

from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from builder.api.dataset_files import SITE, Json, sources_by_id
from builder.api.field_types import Text, value_at
from builder.api.json_schemas import has_field
from builder.api.own_fields import own_path
from builder.api.types import Dataset, ValueCorrection
from builder.inputs.errors import Problem, refusals
from builder.inputs.json_files import parse_json

FILE = "provenance.json"
# The ids of sources that ``sources.json`` does not list, for values that a correction sets and that are computed.
CURATED = "curated"
COMPUTED = "computed"
UNLISTED_TITLES = {CURATED: "Curated by hand", COMPUTED: "Computed from other fields", SITE: "This site"}


class Correction(TypedDict):
    """Why one field of one country was corrected.

    ``reason`` is in sentences. ``publisher`` names who publishes the new value. ``removed`` has the replaced values by
    path in the record; if a list lost items, it has only these items.
    """

    reason: Text
    publisher: NotRequired[Text]
    removed: NotRequired[Mapping[str, Json]]


class FieldProvenance(TypedDict):
    """The provenance of one field. Countries are named by their alpha-2 codes.

    ``sources`` lists countries by source and by date, a year or day; the date is empty if it is unknown. ``curated``
    has the corrections by country. ``notes`` say, by country, who published the value, what it covers, and which other
    values exist. ``unconfirmed`` lists the countries whose website was entered by hand and that no source confirms.
    """

    sources: Mapping[str, Mapping[str, Sequence[str]]]
    curated: NotRequired[Mapping[str, Correction]]
    notes: NotRequired[Mapping[str, str]]
    unconfirmed: NotRequired[Sequence[str]]


Provenance = Mapping[str, FieldProvenance]
"""The sources of each field, by its path in a record."""

_MODEL = TypeAdapter(dict[str, FieldProvenance])


def parse_provenance(content: bytes, _codes: Collection[str] = ()) -> tuple[Provenance, list[Problem]]:
    """Parse the *content* of the file to fields and problems. An invalid file has no fields."""
    problems: list[Problem] = []
    parse_json(FILE, content, problems)
    if problems:
        return {}, problems
    try:
        return _MODEL.validate_json(content, strict=True, extra="forbid"), []
    except ValidationError as error:
        return {}, refusals(FILE, error)


def provenance_for(dataset: Dataset, stored: Provenance, problems: list[Problem]) -> Provenance:
    """Return *stored*, the provenance of the file, for *dataset*: without left-out countries, with the owner's values.

    *problems* gets each field, source and country that the file names and that does not exist.
    """
    problems += _unknown(stored, dataset)
    shipped = {field: without_countries(entry, dataset.left_out) for field, entry in stored.items()}
    return with_own_values({field: entry for field, entry in shipped.items() if any(entry.values())}, dataset)


def _unknown(provenance: Provenance, dataset: Dataset) -> Iterator[Problem]:
    """Yield a problem for each field, source and country that does not exist."""
    fields = dataset.interface.fields
    yield from (Problem(FILE, path, "is no field of a record") for path in provenance if not has_field(fields, path))
    sources = {*sources_by_id(dataset.sources), *UNLISTED_TITLES}
    named = Counter(source for entry in provenance.values() for source in entry["sources"] if source not in sources)
    codes = dataset.left_out.union(record.cca2 for record in dataset.records)
    absent = Counter(code for entry in provenance.values() for code in _countries(entry) if code not in codes)
    for names, message in (
        (named, "is not the id of a source in sources.json"),
        (absent, "is not the cca2 code of a country in the dataset"),
    ):
        for name, count in names.items():
            yield Problem(FILE, name, message if count == 1 else f"{message} ({count:,} places)")


def _countries(entry: FieldProvenance) -> Iterator[str]:
    for dates in entry["sources"].values():
        for codes in dates.values():
            yield from codes
    for member in (entry.get("curated", ()), entry.get("notes", ()), entry.get("unconfirmed", ())):
        yield from member


def without_countries(entry: FieldProvenance, left_out: Collection[str]) -> FieldProvenance:
    """Return *entry* without the countries *left_out*, by alpha-2 code, and without sources that only they have."""
    cut: dict[str, Any] = {name: _without(value, left_out) for name, value in entry.items() if name != "sources"}
    dated = {
        source: {date: rest for date, codes in dates.items() if (rest := _without(codes, left_out))}
        for source, dates in entry["sources"].items()
    }
    return cast("FieldProvenance", {"sources": {source: dates for source, dates in dated.items() if dates}, **cut})


def _without(value: Any, codes: Collection[str]) -> Any:
    """Return a map or a list without the keys or items that are among *codes*."""
    if isinstance(value, dict):
        return {code: member for code, member in value.items() if code not in codes}
    return [code for code in value if code not in codes]


def with_own_values(shipped: Provenance, dataset: Dataset) -> Provenance:
    """Return the provenance *shipped*, with the site as the source of the values that its owner adds or corrects."""
    records: dict[str, Mapping[str, object]] = {record.cca2: record.value for record in dataset.records}
    own = dataset.own
    made = {
        field: _with_site_as_source(field, entry, own.records, own.corrections, records)
        for field, entry in shipped.items()
    }
    if own.flags:
        made["flags.svg"] = {"sources": {SITE: {"": own.flags}}}
    for name, values in own.fields.items():
        dates: dict[str, list[str]] = {}
        for code, value in values.items():
            dates.setdefault(value.year, []).append(code)
        notes = {code: value.source for code, value in values.items() if value.source}
        made[own_path(name)] = {"sources": {SITE: dates}, "notes": notes}
    return made


def _with_site_as_source(
    field: str,
    entry: FieldProvenance,
    own_records: Collection[str],
    corrections: Collection[ValueCorrection],
    records: Mapping[str, Mapping[str, object]],
) -> FieldProvenance:
    """Return the provenance *entry* of *field* with *own_records* and *corrections*; *records* are by alpha-2 code."""
    # A correction can set the field, an object around it, or a part of it.
    whole = {code: why for code, path, why in corrections if f"{field}.".startswith(f"{path}.")}
    reasons = {code: why for code, path, why in corrections if path.startswith(f"{field}.")} | whole
    # The owner's record has no holidays: they are in a separate file.
    replaced = {*whole, *(() if field == "holidays" else own_records)}
    edited_anywhere = replaced | {code for code, _, _ in corrections}
    present = {code for code in edited_anywhere if value_at(records.get(code, {}), field) is not None}
    changed: Any = without_countries(entry, replaced | (edited_anywhere - present)) if edited_anywhere else entry
    if set_by_owner := sorted((replaced | reasons.keys()) & present):
        changed = {**changed, "sources": {**changed["sources"], SITE: {"": set_by_owner}}}
    if curated := {code: {"reason": reasons[code]} for code in set_by_owner if code in reasons}:
        changed["curated"] = {**changed.get("curated", {}), **curated}
    return cast("FieldProvenance", changed)
