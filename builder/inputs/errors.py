"""Problems of the inputs, and the log in which a command reports its progress."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any, NamedTuple

import orjson
from pydantic import ValidationError

from builder.api.field_types import CONTROL

PROGRESS = logging.getLogger("builder.progress")
# The greatest number of problems of one kind that are shown.
_SHOWN = 20


class Problem(NamedTuple):
    """One problem: the file, the place inside the file, and a message that says what is wrong and what is allowed."""

    file: str
    where: str
    message: str

    def __str__(self) -> str:
        text = ": ".join(part for part in (self.file, self.where, self.message) if part)
        return CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


class InputError(Exception):
    """The input is invalid. The error has every problem, sorted by file and place, and advice what to do."""

    def __init__(self, problems: Iterable[Problem], advice: str = "") -> None:
        self.problems = tuple(sorted(problems))
        self.advice = advice
        super().__init__("\n".join([*map(str, self.problems), *([advice] if advice else [])]))


def refuse(problems: Iterable[Problem], advice: str = "") -> None:
    """Raise ``InputError`` with *problems*, if there are any."""
    if found := [*problems]:
        raise InputError(found, advice)


class InputErrors:
    """The errors of steps that do not depend on each other, so that one run names the problems of all steps."""

    def __init__(self) -> None:
        self._errors: list[InputError] = []

    @contextmanager
    def collect(self) -> Iterator[None]:
        """Collect the ``InputError`` that the block raises. Variables that the block assigns may then be unset."""
        try:
            yield
        except InputError as error:
            self._errors.append(error)

    def __bool__(self) -> bool:
        return bool(self._errors)

    @property
    def files(self) -> set[str]:
        """The files that have a problem, as problems name them."""
        return {problem.file for error in self._errors for problem in error.problems}

    def refuse(self) -> None:
        """Raise one ``InputError`` with the problems and the advice of all steps, if a step has failed."""
        if self._errors:
            advice = dict.fromkeys(line for error in self._errors for line in error.advice.splitlines())
            raise InputError({*chain.from_iterable(error.problems for error in self._errors)}, "\n".join(advice))


def abridged(problems: Iterable[Problem], kind_of: Callable[[Problem], str]) -> list[Problem]:
    """Return the first problems of each kind. If there are more, the last follows, with their number as its file."""
    kinds: dict[str, list[Problem]] = {}
    for problem in sorted(problems):
        kinds.setdefault(kind_of(problem), []).append(problem)
    shown = [problem for same in kinds.values() for problem in same[:_SHOWN]]
    more = [(len(same) - _SHOWN, same[-1]) for same in kinds.values() if len(same) > _SHOWN]
    return [*shown, *(Problem(f"… {count:,} more", last.where, last.message) for count, last in more)]


def refusals(
    file: str, error: ValidationError, unknown: str = "is not known here; remove it or correct its name"
) -> list[Problem]:
    """List what a model refuses in the content of *file*; *unknown* is the message about an unknown key."""
    return [Problem(file, ".".join(map(str, item["loc"])), _refusal(item, unknown)) for item in error.errors()]


def _refusal(item: Any, unknown: str) -> str:
    if item["type"] == "json_invalid":
        return f"is not JSON: {item['ctx']['error']}"
    if item["type"] == "missing":
        return "is required but missing"
    if item["type"] == "extra_forbidden":
        return unknown
    try:
        shown = orjson.dumps(item["input"], default=str).decode()
    except TypeError:
        # The value is nested too deeply for JSON, or has an integer of more than 64 bits.
        shown = "…"
    message = item["msg"].removeprefix("Value error, ")
    return f"is {shown[:60]}{'…' if len(shown) > 60 else ''}; {message[0].lower()}{message[1:]}"
