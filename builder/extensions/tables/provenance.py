"""Reads ``data/provenance.json``: which source filled each field of each country, and what the site's owner filled."""

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
# Ids that are not in the list of sources: of a value set by a correction, computed, or given by the site's owner.
CURATED = "curated"
COMPUTED = "computed"
OWN_TITLES = {CURATED: "Curated by hand", COMPUTED: "Computed from other fields", SITE: "This site"}


class Correction(TypedDict):
    """What the corrections of one field of one country say.

    ``reason`` is in sentences. ``publisher`` names who publishes the new value. ``removed`` has the values that were
    replaced, by path in the record; a list there has the removed items alone.
    """

    reason: Text
    publisher: NotRequired[Text]
    removed: NotRequired[Mapping[str, Json]]


class FieldProvenance(TypedDict):
    """The sources of one field: alpha-2 codes by source and date.

    ``curated`` gives, by code, what a correction changed. ``notes`` say, by code, what else belongs to the value: who
    published it, what it covers, which others exist. ``unconfirmed`` lists the codes of countries whose website
    was entered by hand, which no source confirms.
    """

    sources: Mapping[str, Mapping[str, Sequence[str]]]
    curated: NotRequired[Mapping[str, Correction]]
    notes: NotRequired[Mapping[str, str]]
    unconfirmed: NotRequired[Sequence[str]]


Provenance = Mapping[str, FieldProvenance]
"""The sources of each field, by its path in a record."""

_MODEL = TypeAdapter(dict[str, FieldProvenance])


def parse_provenance(content: bytes, _codes: Collection[str] = ()) -> tuple[Provenance, list[Problem]]:
    """Parse the *content* of the file; an invalid one has no fields. Return its problems, too."""
    problems: list[Problem] = []
    parse_json(FILE, content, problems)
    if problems:
        return {}, problems
    try:
        return _MODEL.validate_json(content, strict=True, extra="forbid"), []
    except ValidationError as error:
        return {}, refusals(FILE, error)


def provenance_for(dataset: Dataset, stored: Provenance, problems: list[Problem]) -> Provenance:
    """Return the provenance *stored* in the file without countries that a site leaves out, and with its owner's values.

    *problems* gets each field, source and country that the file names and that does not exist.
    """
    problems += _unknown(stored, dataset)
    shipped = {field: without_countries(entry, dataset.left_out) for field, entry in stored.items()}
    return with_own_values({field: entry for field, entry in shipped.items() if any(entry.values())}, dataset)


def _unknown(provenance: Provenance, dataset: Dataset) -> Iterator[Problem]:
    """Yield the fields, the sources and the countries that are not there."""
    fields = dataset.interface.fields
    yield from (Problem(FILE, path, "is no field of a record") for path in provenance if not has_field(fields, path))
    sources = {*sources_by_id(dataset.sources), *OWN_TITLES}
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
    """Return *entry* without the countries *left_out*, by alpha-2 code, and without sources that have no other."""
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
    """Return the provenance *shipped* with the site as the source of the values that its owner adds or corrects."""
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
    # A correction can be of the field, of an object around it, or of a part of it.
    whole = {code: why for code, path, why in corrections if f"{field}.".startswith(f"{path}.")}
    reasons = {code: why for code, path, why in corrections if path.startswith(f"{field}.")} | whole
    # Holidays are in a file of their own, not in a record of the owner.
    replaced = {*whole, *(() if field == "holidays" else own_records)}
    touched = replaced | {code for code, _, _ in corrections}
    present = {code for code in touched if value_at(records.get(code, {}), field) is not None}
    changed: Any = without_countries(entry, replaced | (touched - present)) if touched else entry
    if of_site := sorted((replaced | reasons.keys()) & present):
        changed = {**changed, "sources": {**changed["sources"], SITE: {"": of_site}}}
    if curated := {code: {"reason": reasons[code]} for code in of_site if code in reasons}:
        changed["curated"] = {**changed.get("curated", {}), **curated}
    return cast("FieldProvenance", changed)
