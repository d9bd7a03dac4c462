"""What work has to report: problems of its inputs, and how far it is."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

# Takes the name of a stage, how many are done, and how many there are in all.
Progress = Callable[[str, int, int], None]


def silent(_stage: str, _done: int, _total: int) -> None:
    """Show nothing of how far work is."""


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
