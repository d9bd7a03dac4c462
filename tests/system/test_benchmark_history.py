"""Measurements of earlier commits are compared with the new ones."""

import json
from pathlib import Path

import pytest

from benchmarks.shared.history import Kept, keep, worse
from benchmarks.shared.measure import Measurement, Taken

MACHINE = "a machine"


def figure(ratio: float, *, at_least: bool = False) -> Measurement:
    return Measurement("cold build", "1 s", "cp -r", ratio, at_least=at_least)


def test_quotient_of_medians_has_the_spread_of_both() -> None:
    ratio = Taken.of([1.0, 2.0, 3.0]) / Taken.of([3.0, 4.0, 5.0])
    assert (float(ratio), ratio.spread) == (0.5, 1.0 + 0.5)


@pytest.mark.parametrize(
    ("aim", "ratio", "told"),
    [
        ("at most", 1.25, ["cold build: 1.00 became 1.25, 25% worse where the runs lay 20% apart"]),
        ("at most", 1.15, []),
        ("at most", 0.5, []),
        ("at least", 0.75, ["cold build: 1.00 became 0.75, 33% worse where the runs lay 20% apart"]),
        ("at least", 0.9, []),
        ("at least", 2.0, []),
    ],
)
def test_only_measurements_worse_by_more_than_the_spread_are_reported(aim: str, ratio: float, told: list[str]) -> None:
    at_least = aim == "at least"
    before = {"cold build": Kept(ratio=1.0, spread=0.1, at_least=at_least)}
    assert list(worse(before, [figure(Taken(ratio, 0.1), at_least=at_least)])) == told


def test_new_measurement_is_not_worse() -> None:
    assert list(worse({}, [figure(9.0)])) == []


def test_commit_keeps_its_last_measurements_and_is_compared_with_the_previous_one(tmp_path: Path) -> None:
    file = tmp_path / "figures.jsonl"
    assert keep(file, "first", MACHINE, [figure(1.0)]) is None
    keep(file, "second", "another machine", [figure(5.0)])
    keep(file, "third", MACHINE, [figure(2.0)])
    before = keep(file, "third", MACHINE, [figure(3.0)])
    assert before
    assert before["commit"] == "first"
    entries = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [(entry["commit"], entry["figures"]["cold build"]["ratio"]) for entry in entries] == [
        ("first", 1.0),
        ("second", 5.0),
        ("third", 3.0),
    ]


def test_section_that_was_not_measured_again_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "figures.jsonl"
    keep(file, "one", MACHINE, [figure(1.0)])
    keep(file, "one", MACHINE, [Measurement("memory", "1 MiB", "200 MiB", 0.5)])
    (entry,) = map(json.loads, file.read_text("utf-8").splitlines())
    assert entry["figures"].keys() == {"cold build", "memory"}
