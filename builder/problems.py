"""What is wrong with an input, in words that let a person fix it."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Problem:
    """One offender: the file it stands in, the place inside it, and what is wrong and allowed there."""

    file: str
    where: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.where, self.message) if part)


class InputError(Exception):
    """Refused input. Carries every problem found, sorted by file and place, and a closing line that says what to do."""

    def __init__(self, problems: Iterable[Problem], advice: str = "") -> None:
        self.problems = tuple(sorted(problems))
        self.advice = advice
        super().__init__("\n".join([*map(str, self.problems), *([advice] if advice else [])]))
