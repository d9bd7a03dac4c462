"""Leaves countries out of a dataset, and everything that names these countries."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import Any, cast

from builder.api.aliases import ALIAS_TABLES, FIELD_OF_INDEX, NAME_FILES
from builder.api.dataset_files import ChangesFile, FieldChange
from builder.api.field_types import value_at
from builder.api.types import JsonObject
from builder.inputs.errors import Problem

# The files whose keys are alpha-2 codes.
BY_COUNTRY = (*(f"names/{file}.json" for file in NAME_FILES), "reference/coverage.json")
# The file with lists of alpha-2 codes.
FORMER = "reference/former.json"
_CAPITALS = ("names/capitals.json", "names/other-capitals.json")
Files = Mapping[str, JsonObject]


def countries_left_out(chosen: Sequence[str], files: Files, config: str, problems: list[Problem]) -> set[str]:
    """Return the alpha-2 codes of the countries that *chosen* does not name; an empty list names all.

    *files* are the files of the dataset by path. Each code of no country, and each country that is named twice, is
    added to *problems*; *config* is the name of the file with the list.
    """
    if not chosen:
        return set()
    codes = codes_in_use(files)
    chosen_by: dict[str, str] = {}
    for text in chosen:
        code = find_country(codes, text)
        if not code:
            problems.append(Problem(config, "dataset.countries", f'"{text}" is the code of no country in the dataset'))
        elif code in chosen_by:
            message = f'"{text}" is {code}, which "{chosen_by[code]}" names already'
            problems.append(Problem(config, "dataset.countries", message))
        else:
            chosen_by[code] = text
    return {*codes.values()} - chosen_by.keys()


def codes_in_use(files: Files) -> dict[str, str]:
    """Map the cca2, cca3 and ccn3 codes of the records in *files* to the alpha-2 code."""
    in_use: dict[str, str] = {}
    for name, stored in _countries(files).items():
        cca2 = _code(name)
        codes = (cca2, stored.get("cca3"), stored.get("ccn3"))
        in_use |= {code: cca2 for code in codes if isinstance(code, str)}
    return in_use


def find_country(codes: Mapping[str, str], text: str) -> str:
    """Return the alpha-2 code for a code in any case, with or without leading zeros; "" if no country has the code.

    *codes* is a result of ``codes_in_use``.
    """
    return codes.get(text.zfill(3) if text.isdecimal() else text.upper(), "")


def is_left_out(name: str, left_out: Collection[str]) -> bool:
    """Whether the file *name* is the record or the calendar of a country that is left out."""
    return name.startswith(("countries/", "holidays/")) and _code(name) in left_out


def without_records(files: Files, left_out: Collection[str]) -> dict[str, JsonObject]:
    """Return *files* without the records and calendars of countries that are left out, and without borders to them."""
    left_out_cca3 = {stored.get("cca3") for name, stored in files.items() if is_left_out(name, left_out)}
    rest = {name: value for name, value in files.items() if not is_left_out(name, left_out)}
    for name, stored in _countries(rest).items():
        if isinstance(borders := stored.get("borders"), list):
            rest[name] = _shortened(stored, "borders", [code for code in borders if code not in left_out_cca3])
    return rest


def without_mentions(
    files: Files, left_out: set[str], left_out_cca3: Collection[str], with_own_capital: Collection[str] = ()
) -> dict[str, JsonObject]:
    """Return *files* without the parts that name a country that is left out.

    Aliases of values that no record has, and files of changes that are then empty, are left out too.

    *files* are by path, and fit their models. The owner has set the capital of the countries *with_own_capital*, so
    further names of their shipped capitals are left out too.
    """
    rest = dict(files)
    for file in rest.keys() & {*BY_COUNTRY}:
        codes = {*left_out, *with_own_capital} if file in _CAPITALS else left_out
        rest[file] = {code: value for code, value in rest[file].items() if code not in codes}
    former = cast("Mapping[str, Sequence[str]]", rest.get(FORMER, {}))
    shortened = {text: [code for code in codes if code not in left_out] for text, codes in former.items()}
    rest[FORMER] = {text: codes for text, codes in shortened.items() if codes}
    records = _countries(rest).values()
    for table in ALIAS_TABLES:
        file = f"aliases/{table.file}.json"
        in_use = {value for record in records for value in _listed(value_at(record, FIELD_OF_INDEX[table.index]))}
        rest[file] = {value: names for value, names in rest.get(file, {}).items() if value in in_use}
    for file in [file for file in rest if file.startswith("changes/")]:
        rest[file] = _changes(cast("ChangesFile", rest[file]), left_out, left_out_cca3)
    return {file: value for file, value in rest.items() if not file.startswith("changes/") or value["changes"]}


def _changes(file: ChangesFile, left_out: Collection[str], left_out_cca3: Collection[str]) -> JsonObject:
    """Return a file of changes without changes of countries that are left out, and without counts of whole tables."""
    changes: list[FieldChange] = []
    for change in file["changes"]:
        cut = cast("FieldChange", dict(change))
        for side in ("old", "new"):
            if change["field"] == "borders" and isinstance(codes := change.get(side), list):
                cut = cast("FieldChange", _shortened(cut, side, [code for code in codes if code not in left_out_cca3]))
        if change["cca2"] not in left_out and cut.get("old") != cut.get("new"):
            changes.append(cut)
    return {"date": file["date"], "changes": changes}


def _shortened(value: Mapping[str, Any], name: str, listed: Sequence[str]) -> JsonObject:
    """Return *value* with *listed* as the member *name*, or without this member if the list is empty."""
    return {key: listed if key == name else member for key, member in value.items() if key != name or listed}


def _listed(value: Any) -> Iterable[str]:
    return [value] if isinstance(value, str) else value or ()


def _countries(files: Files) -> dict[str, JsonObject]:
    return {name: value for name, value in files.items() if name.startswith("countries/")}


def _code(name: str) -> str:
    return PurePath(name).stem.upper()
