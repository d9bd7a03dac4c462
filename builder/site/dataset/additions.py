"""What the owner of a site adds to a dataset: whole records, and corrections of single values."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, NotRequired, cast

import orjson
from pydantic import AfterValidator, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from builder.api.dataset_files import SITE, ChangesFile, FieldChange, Json, Reference
from builder.api.field_types import Date, Text, value_at
from builder.api.json_schemas import Members, has_field
from builder.api.own_fields import OWN
from builder.api.record_model import COMPUTED_FIELDS, Country
from builder.api.types import JsonObject, TableCorrection, ValueCorrection
from builder.inputs.errors import Problem, refusals
from builder.inputs.json_files import parse_json, parse_object
from builder.site.dataset.part_of_world import find_country

# Alpha-2 codes that ISO 3166-1 leaves to users. The alpha-3 code for each repeats its last letter: XN is XNN.
_OWN_CODE = re.compile("AA|Q[M-Z]|X[A-Z]|ZZ")
_HOLIDAYS = "holidays."
_SOURCED_POPULATION = "enrichment.population"


class _StoredCorrection(TypedDict):
    """A correction as stored: a value for a field of a country, or for a column in one row of a table."""

    value: Json
    reason: Text
    date: NotRequired[Date]
    country: NotRequired[Text]
    field: NotRequired[Text]
    table: NotRequired[Text]
    key: NotRequired[dict[str, str | int]]
    column: NotRequired[Text]


def _with_one_target(correction: _StoredCorrection) -> _StoredCorrection:
    if correction.keys() - {"value", "reason", "date"} not in ({"country", "field"}, {"table", "key", "column"}):
        raise ValueError("must have country and field, or table, key and column")
    return correction


_CORRECTION = TypeAdapter(Annotated[_StoredCorrection, AfterValidator(_with_one_target)])


@dataclass(frozen=True)
class Additions:
    """The owner's records by the path of their file, and his corrections: the file, the place in it, the correction."""

    records: Mapping[str, JsonObject]
    corrections: Sequence[tuple[str, str, _StoredCorrection]]

    @property
    def codes(self) -> set[str]:
        """The alpha-2 codes of the records."""
        return {Path(name).stem.upper() for name in self.records}

    def corrected_countries(self, field: str, codes: Mapping[str, str]) -> set[str]:
        """Return the alpha-2 codes of the countries whose *field* is corrected; *codes* maps every code to alpha-2."""
        corrections = (correction for _, _, correction in self.corrections if correction.get("field") == field)
        return {find_country(codes, correction["country"]) for correction in corrections}

    def at_correction(self, problem: Problem, codes: Mapping[str, str]) -> Problem:
        """Return *problem* at the correction that caused it, if one did; *codes* maps every code to alpha-2."""
        for file, place, correction in self.corrections:
            if "field" in correction:
                target, path = _target(correction, codes)
                if problem.file == target and f"{problem.where}.".startswith(f"{path}."):
                    return problem._replace(file=file, where=f"{place}, {problem.where}")
        return problem

    def value_corrections(self, codes: Mapping[str, str]) -> tuple[ValueCorrection, ...]:
        """Return the corrections of fields of records; *codes* maps every code to alpha-2."""
        return tuple(
            ValueCorrection(find_country(codes, correction["country"]), correction["field"], correction["reason"])
            for _, _, correction in self.corrections
            if "field" in correction
        )

    @property
    def table_corrections(self) -> tuple[TableCorrection, ...]:
        """The corrections of tables."""
        return tuple(
            TableCorrection(
                file, place, correction["table"], correction["key"], correction["column"], correction["value"]
            )
            for file, place, correction in self.corrections
            if "table" in correction
        )


def read_additions(root: Path, problems: list[Problem]) -> Additions:
    """Read the folders ``countries`` and ``corrections`` in *root*; neither has to exist."""
    records: dict[str, JsonObject] = {}
    corrections: list[tuple[str, str, _StoredCorrection]] = []
    for path in sorted(root.glob("countries/[!.]*.json")):
        name = f"countries/{path.name}"
        if (stored := parse_object(name, path.read_bytes(), problems)) is not None:
            records[name] = _completed(stored)
    for path in sorted(root.glob("corrections/[!.]*.json")):
        name = f"corrections/{path.name}"
        faults: list[Problem] = []
        listed = parse_json(name, path.read_bytes(), faults)
        if not faults and not isinstance(listed, list):
            faults.append(Problem(name, "", "must be a list of corrections"))
        problems += faults
        for place, item in ((f"correction {number}", item) for number, item in enumerate(() if faults else listed, 1)):
            try:
                correction = _CORRECTION.validate_json(orjson.dumps(item), strict=True, extra="forbid")
                corrections.append((name, place, correction))
            except ValidationError as error:
                problems += [at._replace(where=f"{place}, {at.where}".strip(", ")) for at in refusals(name, error)]
    return Additions(records, corrections)


def _target(correction: _StoredCorrection, codes: Mapping[str, str]) -> tuple[str, str]:
    """Return the file that a correction changes, and the dot path of the value in the file."""
    field, code = correction["field"], find_country(codes, correction["country"])
    folder = "holidays" if field.startswith(_HOLIDAYS) else "countries"
    return f"{folder}/{code.lower()}.json", field.removeprefix(_HOLIDAYS)


def is_own_code(code: str) -> bool:
    """Whether ISO 3166-1 leaves the alpha-2 *code* to users."""
    return bool(_OWN_CODE.fullmatch(code))


def _completed(stored: JsonObject) -> JsonObject:
    """Complete a record by values that follow from its name and its code, and by null for an unknown population."""
    code, name = str(stored.get("cca2", "")), value_at(stored, "name.common")
    defaults: JsonObject = {"population": None, "flags": {"alt": f"Flag of {name}."}}
    if is_own_code(code):
        defaults["cca3"] = code + code[-1]
    return {**defaults, **stored}


def without_reused_codes(
    own: Additions, shipped: Mapping[str, JsonObject], left_out: Collection[str], problems: list[Problem]
) -> Additions:
    """Leave out the records whose alpha-2 code is that of another country in *shipped*; add a problem for each record.

    A record may use the code of a country that the site leaves out.
    """
    records = dict(own.records)
    for name, stored in own.records.items():
        taken_by, code = shipped.get(name), Path(name).stem.upper()
        if taken_by and code not in left_out and taken_by.get("cca3") != stored.get("cca3"):
            country = f"{value_at(taken_by, 'name.common')}, with the cca3 {taken_by.get('cca3')}"
            advice = "leave that country out by [dataset] countries, or give your record a code such as XN"
            problems.append(Problem(name, "cca2", f"{code} is the code of {country}; {advice}"))
            del records[name]
    return replace(own, records=records)


def apply_corrections(
    own: Additions, files: Mapping[str, JsonObject], codes: Mapping[str, str], fields: Members, problems: list[Problem]
) -> tuple[dict[str, JsonObject], list[ChangesFile]]:
    """Return *files* with the corrections of their values, and the changes that corrections with a date make.

    *codes* maps every code to the alpha-2 code of its country, *fields* are the fields of a record. A correction of a
    record is a problem if its country or field is unknown, if its field is computed or the owner's, or if it has no
    effect. For a country that the site leaves out, it changes nothing. The tables check corrections of their own.
    """
    corrected = dict(files)
    days: dict[str, ChangesFile] = {}
    for file, place, correction in own.corrections:
        day = days.setdefault(date, {"date": date, "changes": []}) if (date := correction.get("date")) else None
        if "table" in correction:
            if day:
                day.setdefault("tables", []).append(
                    {"table": correction["table"], "column": correction["column"], "values": 1}
                )
            continue
        target, path = _target(correction, codes)
        old = value_at(corrected.get(target, {}), path)
        is_on_site = target in corrected
        if message := _fault(correction, codes, fields, has_effect=not is_on_site or old != correction["value"]):
            problems.append(Problem(file, place, message))
        elif is_on_site:
            corrected[target] = _with(corrected[target], path.split("."), correction["value"])
            if day:
                day["changes"].append(
                    _change(find_country(codes, correction["country"]), correction["field"], old, correction["value"])
                )
    for code in own.corrected_countries("population", codes):
        _remove_sourced_population(f"countries/{code.lower()}.json", files, corrected)
    return corrected, [day for day in days.values() if "tables" in day or day["changes"]]


def _fault(correction: _StoredCorrection, codes: Mapping[str, str], fields: Members, *, has_effect: bool) -> str:
    """Say what is wrong with a correction of a record. Return "" if nothing is."""
    country, field = correction["country"], correction["field"]
    if not find_country(codes, country):
        return f'"{country}" is the code of no country'
    if not has_field(fields, field):
        return f'"{field}" is no field of a record'
    if f"{field}.".startswith(f"{OWN}."):
        return f'"{field}" is a field of yours; correct its CSV file'
    if not field.startswith(_HOLIDAYS) and any(f"{field}.".startswith(f"{computed}.") for computed in COMPUTED_FIELDS):
        return f'"{field}" is computed; correct what it is computed from'
    if not has_effect:
        shown = orjson.dumps(correction["value"]).decode()[:60]
        return f"has no effect: {field} of {find_country(codes, country)} is {shown} already; remove this correction"
    return ""


def _change(code: str, field: str, old: object, new: object) -> FieldChange:
    """Return the change of a value by the owner; a value that was or is unknown is left out."""
    sides = {side: value for side, value in (("old", old), ("new", new)) if value is not None}
    return cast("FieldChange", {"cca2": code, "field": field, "source": SITE, **sides})


def _remove_sourced_population(name: str, files: Mapping[str, JsonObject], corrected: dict[str, JsonObject]) -> None:
    """Remove ``enrichment.population``, whose source no longer fits, where only ``population`` is corrected."""
    shipped, now = (value_at(records.get(name, {}), _SOURCED_POPULATION) for records in (files, corrected))
    if now and now == shipped and now["value"] != value_at(corrected[name], "population"):
        corrected[name] = _with(corrected[name], _SOURCED_POPULATION.split("."), None)


def _with(value: Any, path: Sequence[str], new: Any) -> Any:
    """Return *value* with *new* at *path*. None removes a member of an object; an item of a list becomes None."""
    if not path:
        return new
    head, *rest = path
    if isinstance(value, list):
        return [_with(item, rest, new) if str(number) == head else item for number, item in enumerate(value)]
    members = value if isinstance(value, dict) else {}
    inner = _with(members.get(head), rest, new)
    return {key: member for key, member in {**members, head: inner}.items() if member is not None or key != head}


def with_own_names(reference: Reference, records: Sequence[Country]) -> Reference:
    """Add to *reference* the languages and currencies that only the owner's *records* have."""
    languages = {code: {"name": name} for record in records for code, name in record.get("languages", {}).items()}
    currencies = {code: entry["name"] for record in records for code, entry in record.get("currencies", {}).items()}
    lists: dict[str, Any] = {**reference}
    for name, added in (("languages", languages), ("currencies", currencies)):
        lists |= {name: added | lists[name]} if name in lists else {}
    return cast("Reference", lists)


def with_own_changes(shipped: Sequence[ChangesFile], own: Sequence[ChangesFile]) -> tuple[ChangesFile, ...]:
    """Add changes by the owner to the *shipped* ones, the newest day first."""
    days: dict[str, ChangesFile] = {entry["date"]: entry for entry in shipped}
    for entry in own:
        day = days.get(entry["date"], {"date": entry["date"], "changes": []})
        joined: ChangesFile = {**day, "changes": [*day["changes"], *entry["changes"]]}
        if tables := [*day.get("tables", ()), *entry.get("tables", ())]:
            joined["tables"] = tables
        days[entry["date"]] = joined
    return tuple(days[date] for date in sorted(days, reverse=True))
