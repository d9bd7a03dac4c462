"""Problems of the inputs, and the progress of a command."""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import orjson
from pydantic import ValidationError

_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")

# Takes the name of a stage, the number of items done, and the number of all items.
Progress = Callable[[str, int, int], None]


def silent(_stage: str, _done: int, _total: int) -> None:
    """Report no progress."""


class Problem(NamedTuple):
    """One problem: the file, the place inside the file, and a message that says what is wrong and what is allowed."""

    file: str
    where: str
    message: str

    def __str__(self) -> str:
        text = ": ".join(part for part in (self.file, self.where, self.message) if part)
        # A terminal acts on control characters, which an input can contain.
        return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


class InputError(Exception):
    """The input is invalid. Holds every problem, sorted by file and place, and a last line that says what to do."""

    def __init__(self, problems: Iterable[Problem], advice: str = "") -> None:
        self.problems = tuple(sorted(problems))
        self.advice = advice
        super().__init__("\n".join([*map(str, self.problems), *([advice] if advice else [])]))

    def __reduce__(self) -> tuple[type["InputError"], tuple[tuple[Problem, ...], str]]:
        # Another process of a build can raise it.
        return InputError, (self.problems, self.advice)


def refusals(
    file: str, error: ValidationError, unknown: str = "is not known here; remove it or correct its name"
) -> list[Problem]:
    """List what a model refuses in the content of *file*; *unknown* is the message about a key it does not know."""
    return [Problem(file, ".".join(map(str, item["loc"])), _refusal(item, unknown)) for item in error.errors()]


def _refusal(item: Any, unknown: str) -> str:
    if item["type"] == "json_invalid":
        return f"is not JSON: {item['ctx']['error']}"
    if item["type"] == "missing":
        return "is required but missing"
    if item["type"] == "extra_forbidden":
        return unknown
    shown = orjson.dumps(item["input"], default=str).decode()
    said = item["msg"].removeprefix("Value error, ")
    return f"is {shown[:60]}{'…' if len(shown) > 60 else ''}; {said[0].lower()}{said[1:]}"
