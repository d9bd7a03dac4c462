import json

import pytest

from tests.support.project import ROOT

ROWS = {row["code"]: row for row in json.loads((ROOT / "data/tables/former-codes.json").read_text("utf-8"))["rows"]}


@pytest.mark.parametrize(
    ("code", "reused", "successors"),
    [
        ("AIDJ", "AI", ["DJ"]),
        ("BYAA", None, ["BY"]),
        ("YUCS", None, ["ME", "RS"]),
        ("SKIN", "SK", ["IN"]),
        ("FQHH", None, ["AQ", "TF"]),
    ],
)
def test_former_code_names_who_came_after_and_who_has_its_letters(
    code: str, reused: str | None, successors: list[str]
) -> None:
    assert (ROWS[code].get("reused"), ROWS[code]["successors"]) == (reused, successors)


def test_code_that_was_split_has_several_successors_and_one_that_was_merged_has_one() -> None:
    assert [code for code, row in ROWS.items() if row["kind"] == "split" and len(row["successors"]) < 2] == []
    assert [code for code, row in ROWS.items() if row["kind"] == "merge" and len(row["successors"]) != 1] == []
