"""The remarks of BENCHMARKS.md follow from its rows."""

from benchmarks.shared.measure import Measurement
from benchmarks.shared.remarks import remarks_on
from benchmarks.shared.report import render


def test_only_rows_that_miss_their_target_have_a_remark() -> None:
    figures = [
        Measurement("cold build, tmpfs", "2 s", "`cp`, 1 s", 2.0, 1.0),
        Measurement("anything else", "3 s", "4 s", 0.75, 0.5),
        Measurement("edge: shuffle", "1 us", "2 us", 0.5, 1.0),
        Measurement("without a target", "1 s", "1 s", 1.0),
    ]
    text = render({"Builds": figures}, 0.0).partition("## Remarks\n")[2]
    remarks = [" ".join(remark.split()) for remark in text.split("- **")[1:]]
    assert [remark.partition("**:")[0] for remark in remarks] == ["cold build, tmpfs", "anything else"]
    assert "2 s, a ratio of 2.00; the target is at most 1. A copy starts" in remarks[0]
    assert remarks[1].endswith("The reason is unknown.")


def test_remarks_say_that_every_target_is_met() -> None:
    assert remarks_on([Measurement("a", "1", "2", 0.5, 1.0)]).splitlines()[-1] == "Every value meets its target."
