"""The additional fields of the ``/v3.1`` records. ``tests/fixtures/invalid`` has invalid values."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from builder.config import Config
from builder.restcountries.extra_fields import load_extras
from builder.stages.dataset.loading import load_dataset
from builder.types import Dataset
from tests.support.project import ROOT
from tests.support.values import dataset, folding


def written(folder: Path, **fields: Mapping[str, Any]) -> Path:
    """Write the four files, empty except for *fields*."""
    (folder / "compatibility").mkdir()
    for field in ("idd", "car", "postalCode", "startOfWeek"):
        (folder / "compatibility" / f"{field}.json").write_text(json.dumps(fields.get(field, {})), "utf-8")
    return folder


def test_records_have_their_fields_in_dataset_order(tmp_path: Path) -> None:
    folder = written(tmp_path, car={"BB": {"side": "left"}}, startOfWeek={"AA": "friday", "BB": "monday"})
    assert load_extras(folder, dataset()) == (
        {"startOfWeek": "friday"},
        {"car": {"side": "left"}, "startOfWeek": "monday"},
        {},
    )


def test_year_of_a_gini_index_comes_from_the_provenance(tmp_path: Path) -> None:
    dates = {"world-bank": {"2019": ["AA"], "": ["CC"]}, "wikidata": {"2021-05-01": ["BB"]}}
    table: Any = {"provenance": {"enrichment.development.gini": {"sources": dates}}, "sources": []}
    dated = dataset()._replace(sources=cast("Any", table))
    assert load_extras(written(tmp_path), dated) == ({"giniYear": 2019}, {"giniYear": 2021}, {})


def shipped() -> Dataset:
    return load_dataset(ROOT / "data", Config(), folding())


def test_shipped_files_are_complete() -> None:
    extras = load_extras(ROOT / "data", shipped())
    counts = {field: sum(field in extra for extra in extras) for field in ("idd", "car", "postalCode", "startOfWeek")}
    assert counts["car"] == counts["startOfWeek"] == len(extras) == 250
    assert counts["idd"] >= 247
    assert counts["postalCode"] >= 170
