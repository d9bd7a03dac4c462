"""Compares the dataset with other sources. Every difference must have an explanation.

``data/curated/agreement/`` has explanations by field and country (or code): ``{"ours", "theirs", "why"}``. They become
stale when the values change. A correction explains the differences that it makes. A value that does not follow a
correction is a difference, too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from typing_extensions import TypedDict

from builder.api.field_types import value_at
from builder.extensions.tables.provenance import FieldProvenance
from builder.inputs.errors import Problem, refuse
from refresh.audit.comparisons import COMPARISONS
from refresh.audit.corrected import Corrected, by_word, reason
from refresh.audit.tables import compared_tables
from refresh.corrections import load_corrections, not_followed_by, within_years
from refresh.data_files import json_files, load_records, read_json
from refresh.download import fetch_missing
from refresh.inputs import Inputs
from refresh.refresh_types import Compared, Listed
from refresh.sources_json import load_sources


class Explanation(TypedDict):
    """Why two values differ: the value of the dataset and that of the other source, as text, and the reason."""

    ours: str
    theirs: str
    why: str


Explanations = Mapping[str, Mapping[str, Explanation]]


@dataclass(frozen=True)
class SourceDifference:
    """A field of a country with different values here and in the other source, and its explanation, or ""."""

    field: str
    country: str
    ours: str
    theirs: str
    explanation: str

    def __str__(self) -> str:
        why = self.explanation or "NOT EXPLAINED"
        return f"{self.field} of {self.country}: {self.ours} here, {self.theirs} there: {why}"


@dataclass(frozen=True)
class Agreement:
    """The number of compared values by field, the differences, and the stale explanations."""

    compared: Mapping[str, int]
    differences: tuple[SourceDifference, ...]
    stale: tuple[str, ...]


def load_explanations(data: Path) -> dict[str, dict[str, Explanation]]:
    """Read every file of ``data/curated/agreement/``, by field and country."""
    explanations: dict[str, dict[str, Explanation]] = {}
    for path in json_files(data / "curated" / "agreement"):
        for field, by_country in read_json(path, dict[str, dict[str, Explanation]]).items():
            explanations.setdefault(field, {}).update(by_country)
    return explanations


def agreement(comparisons: Iterable[Compared], explanations: Explanations, corrected: Corrected) -> Agreement:
    """Count *comparisons* by field, add explanations to the differences, and find the stale explanations."""
    counted: dict[str, int] = {}
    differences = []
    used = set()
    for field, code, ours, theirs, agrees in comparisons:
        counted[field] = counted.get(field, 0) + 1
        stored = explanations.get(field, {}).get(code)
        if agrees and not stored:
            continue
        own, other = (one if isinstance(one, Listed) else Listed({"": str(one)}) for one in (ours, theirs))
        whys = {key: reason(corrected, field, code, key or str(own)) for key in {**own.values, **other.values}}
        uncorrected = [{value for key, value in one.values.items() if not whys[key]} for one in (own, other)]
        explained = [stored["ours"], stored["theirs"]] if stored else ["", ""]
        why = ""
        if stored and explained == [str(own), str(other)]:
            why = stored["why"]
        # Corrections explain the whole difference, or the part of it that the stored explanation does not.
        elif uncorrected[0] == uncorrected[1] or all(
            uncorrected[at].issubset(explained[at].split(own.separator)) for at in (0, 1)
        ):
            why = " ".join(dict.fromkeys(filter(None, whys.values())))
        if why:
            used.add((field, code))
        if not agrees:
            differences.append(SourceDifference(field, code, str(own), str(other), why))
    explained_places = [(field, code) for field, reasons in explanations.items() for code in reasons]
    stale = tuple(f"{field} of {code}" for field, code in explained_places if (field, code) not in used)
    return Agreement(counted, tuple(differences), stale)


def compare_with_others(root: Path) -> Agreement:
    """Compare the dataset of the project at *root* with other sources, which are downloaded once to its cache."""
    data, cache = root / "data", root / ".cache" / "sources"
    catalog = load_sources(data / "sources.json")
    tables = {path.stem: read_json(path, dict[str, Any]).get("rows", []) for path in json_files(data / "tables")}
    records = load_records(data)
    rows = within_years(load_corrections(data / "curated" / "corrections"), catalog.holiday_years)
    not_followed = not_followed_by(records, rows)
    provenance = read_json(data / "provenance.json", dict[str, FieldProvenance])
    corrected = by_word([row for row in rows if row not in not_followed], records, provenance)
    fetch_missing((*catalog.sources, *catalog.peers, *catalog.tables), cache)
    inputs = Inputs(data, catalog, cache, records)
    comparisons = chain.from_iterable(compare(inputs) for compare in COMPARISONS)
    # A value that does not follow a correction is wrong even if another source has it.
    wrong = (
        (row.field, row.country, value_at(records[row.country], row.field), row.value, False) for row in not_followed
    )
    compared = chain(comparisons, compared_tables(tables, inputs), wrong)
    return agreement(compared, load_explanations(data), corrected)


def refuse_unexplained(result: Agreement) -> None:
    """Raise ``InputError`` for every difference without an explanation, and every stale explanation."""
    message = "has an explanation of a difference that does not exist, or that has other values now"
    problems = [Problem("agreement/", item, message) for item in result.stale]
    problems += [Problem("agreement/", "", str(item)) for item in result.differences if not item.explanation]
    refuse(problems, "Correct the dataset, or the explanations in data/curated/agreement/.")
