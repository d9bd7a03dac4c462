"""Faults that no file of the dataset may have, whatever its model."""

import json
from typing import TYPE_CHECKING

import pytest

from builder.inputs.json_files import parse_json

if TYPE_CHECKING:
    from builder.inputs.errors import Problem


def problems_of(content: bytes) -> list[str]:
    problems: list[Problem] = []
    value = parse_json("a.json", content, problems)
    assert (value is None) == bool(problems)
    return [str(problem) for problem in problems]


def test_value_of_a_sound_file_is_returned() -> None:
    problems: list[Problem] = []
    text = '{"a": ["ü", "line\\nbreak", "tab \\\\t", "\\"x\\""], "b": {"a": 1}}'
    assert parse_json("a.json", text.encode(), problems) == json.loads(text)
    assert problems == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"a": 1,', "a.json: line 1: is not JSON"),
        (b'{"a": NaN}', "a.json: is not JSON: NaN is no number"),
        (b'{"a": "\\ud800"}', "a.json: a: contains a character that cannot be printed"),
        (b'{"a": "\xff"}', "is not JSON"),
        (b'\xef\xbb\xbf{"a": 1}', "is not JSON"),
        (b"[" * 5000 + b"]" * 5000, "is not JSON"),
        (b'{"a": 1, "b": {"c": 1, "c": 2}}', "a.json: c: is a key of the same object twice; remove one"),
        (b'{"a": ["x", "bell \\u0007"]}', "a.json: a.1: contains a character that cannot be printed"),
        (b'{"a": "escape \\b"}', "a.json: a: contains a character that cannot be printed"),
        (b'{"a": "\xc2\x85"}', "a.json: a: contains a character that cannot be printed"),
        (b'{"a": "\x7f"}', "a.json: a: contains a character that cannot be printed"),
        (b'{"a": "\xef\xbf\xbf"}', "a.json: a: contains a character that cannot be printed"),
        (b'{"a\\t": 1}', "a.json: a\\x09: contains a character that cannot be printed"),
    ],
)
def test_fault_is_named_with_its_place(content: bytes, message: str) -> None:
    [problem] = problems_of(content)
    assert message in problem


def test_all_faults_of_a_file_are_named() -> None:
    assert len(problems_of(b'{"a": 1, "a": 2, "b": "\\u0001", "c": ["\\u0002"], "d": {"e": 1, "e": 1}}')) == 4
