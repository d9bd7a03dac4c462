"""The files with the values of metrics, compared with the records of the API."""

import csv
import json
from pathlib import Path

import pytest

from builder.api.metrics import Metric
from tests.support.project import WORLD
from tests.support.serving import Service
from tests.support.values import INTERFACE


def rows_of(site: Path, metric: Metric) -> list[dict[str, str]]:
    with (site / f"public/docs/charts/{metric.name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("metric", INTERFACE.ranked_metrics, ids=lambda metric: metric.name)
def test_csv_file_has_every_country_with_a_value_in_order(site: Path, service: Service, metric: Metric) -> None:
    rows = rows_of(site, metric)
    response = service.get(f"/v1/rank/{metric.name}?limit=1")
    assert len(rows) == int(dict(response.headers)["X-Total-Count"])
    values = [float(row["value"]) for row in rows]
    assert values == sorted(values, reverse=True)
    first = json.loads(response.body)[0]
    assert (rows[0]["rank"], rows[0]["cca2"], values[0]) == ("1", first["cca2"], metric.value(first))
    assert all(row["source"] and row["unit"] for row in rows)


def test_value_has_the_year_of_its_provenance(site: Path) -> None:
    table = json.loads((WORLD / "provenance.json").read_bytes())
    dates = table["enrichment.development.hdi"]["sources"]["undp-hdr"]
    years = {code: year for year, codes in dates.items() for code in codes}
    metric = next(metric for metric in INTERFACE.ranked_metrics if metric.name == "hdi")
    assert {row["cca2"]: row["year"] for row in rows_of(site, metric)} == years


def test_values_of_the_map_equal_those_of_the_csv_files(site: Path) -> None:
    table = json.loads((site / "public/docs/assets/figures.json").read_bytes())
    for at, metric in enumerate(INTERFACE.metrics):
        drawn = {
            code: [entry[at][0], entry[at][1][:4], table["sources"][entry[at][2]]]
            for code, entry in table["countries"].items()
            if entry[at]
        }
        listed = {row["cca2"]: [float(row["value"]), row["year"], row["source"]] for row in rows_of(site, metric)}
        assert drawn == listed


@pytest.mark.parametrize("metric", INTERFACE.metrics, ids=lambda metric: metric.name)
def test_the_page_of_a_metric_says_what_it_is_and_leads_to_its_map(site: Path, metric: Metric) -> None:
    text = (site / f"public/docs/figures/{metric.name}.html").read_text("utf-8")
    opening = text.partition("</h1>")[2].partition("</p>")[0]
    assert opening.partition(".")[0] not in ("", metric.title)
    assert f'href="../map.html#{metric.name}"' in opening


@pytest.mark.parametrize(("name", "scale"), [("lifeExpectancy", "not from 0"), ("gdp", "log scale"), ("gini", "")])
def test_values_far_from_zero_are_dots_on_a_scale_that_says_so(site: Path, name: str, scale: str) -> None:
    text = (site / f"public/docs/figures/{name}.html").read_text("utf-8")
    axis = text.partition('<span class="axis">')[2].partition("</th>")[0]
    assert (f"<span>{scale}</span>" in axis, "<span>0</span>" in axis) == ((True, False) if scale else (False, True))
    rows = text.partition("<tbody")[2]
    assert ("<circle" in rows, "<rect" in rows) == (bool(scale), not scale)
