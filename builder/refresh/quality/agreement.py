"""Compares the dataset with sources that it does not use. Every difference must have an explanation.

The explanations are in ``data/curated/agreement/``, by field (and language) and country. An explanation without a
difference is stale.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from builder.refresh.json_files import json_files, read_json
from builder.refresh.quality.comparisons import Compared

Explanations = Mapping[str, Mapping[str, str]]


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

    @property
    def is_explained(self) -> bool:
        """Whether every difference has an explanation, and no explanation is stale."""
        return not self.stale and all(difference.explanation for difference in self.differences)


def load_explanations(data: Path) -> dict[str, dict[str, str]]:
    """Read every file of ``data/curated/agreement/``. No two files have the same field."""
    explanations: dict[str, dict[str, str]] = {}
    for path in json_files(data / "curated" / "agreement"):
        explanations |= read_json(path, dict[str, dict[str, str]])
    return explanations


def agreement(comparisons: Iterable[Compared], explanations: Explanations) -> Agreement:
    """Count *comparisons* by field, and add explanations to the differences."""
    counted: dict[str, int] = {}
    differences = []
    for field, code, ours, theirs, agrees in comparisons:
        counted[field] = counted.get(field, 0) + 1
        if not agrees:
            why = explanations.get(field, {}).get(code, "")
            differences.append(SourceDifference(field, code, str(ours), str(theirs), why))
    needed = {(difference.field, difference.country) for difference in differences}
    given = [(field, code) for field, reasons in explanations.items() for code in reasons]
    stale = tuple(f"{field} of {code}" for field, code in given if (field, code) not in needed)
    return Agreement(counted, tuple(differences), stale)
