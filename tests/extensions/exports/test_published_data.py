"""What is published beside the records is valid by tools that others wrote, and each of these finds a planted fault."""

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import printed, run
from tests.support.project import ROOT

_LINKED = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.S)


# Of few countries, since all rows are judged when they are read, and their references hold in the database of all.
@pytest.fixture(scope="module", params=["small", pytest.param("project", marks=pytest.mark.soak)])
def package(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the data package with its tables, whose addresses are of another host, to one folder."""
    folder, site = tmp_path_factory.mktemp("package"), request.getfixturevalue(request.param).output
    downloads = site / "public/docs/downloads"
    description = json.loads((downloads / "datapackage.json").read_text("utf-8"))
    for resource in description["resources"]:
        name = resource["path"].rpartition("/")[2]
        source = downloads if name == resource["path"] else site / "public/tables"
        shutil.copy(source / name, folder / name)
        resource["path"] = name
    (folder / "datapackage.json").write_text(json.dumps(description))
    return folder


def _validated(package: Path) -> dict[str, Any]:
    command = (Path(sys.executable).with_name("frictionless"), "validate", "datapackage.json", "--json")
    report: dict[str, Any] = json.loads(run(*command, folder=package).stdout)
    return report


def test_data_package_is_valid_with_every_resource(package: Path) -> None:
    report = _validated(package)
    assert report["valid"], [task["errors"][:3] for task in report["tasks"] if task["errors"]]
    names = {resource["name"] for resource in json.loads((package / "datapackage.json").read_bytes())["resources"]}
    assert {task["name"] for task in report["tasks"]} == names
    assert len(names) >= 8


def test_code_of_no_country_is_found_in_the_data_package(package: Path, tmp_path: Path) -> None:
    description = json.loads((package / "datapackage.json").read_bytes())
    table = next(resource for resource in description["resources"] if resource["name"] == "outlines")
    named = {"outlines", *(key["reference"]["resource"] for key in table["schema"]["foreignKeys"])}
    kept = [resource for resource in description["resources"] if resource["name"] in named]
    for resource in kept:
        shutil.copy(package / resource["path"], tmp_path)
    (tmp_path / "datapackage.json").write_text(json.dumps({**description, "resources": kept}))
    path = tmp_path / "outlines.csv"
    path.write_bytes(path.read_bytes().replace(b"\r\nDE,", b"\r\nQQ,"))
    errors = [error for task in _validated(tmp_path)["tasks"] for error in task["errors"]]
    assert [error["type"] for error in errors] == ["foreign-key"]


def test_rows_of_each_table_are_those_of_its_schema(site: Path) -> None:
    from jsonschema import Draft202012Validator

    tables = json.loads((site / "public/tables/index.json").read_bytes())["tables"]
    for table in tables:
        schema = json.loads((site / f"public/tables/{table['name']}.schema.json").read_bytes())
        Draft202012Validator.check_schema(schema)
        content = json.loads((site / f"public/tables/{table['name']}.json").read_bytes())
        validator = Draft202012Validator(schema)
        assert len(content["rows"]) == table["rows"]
        # The models of the rows, from which the schema is made, have judged them all.
        content["rows"] = content["rows"][:: len(content["rows"]) // 50 + 1]
        assert [error.message for error in validator.iter_errors(content)][:3] == [], table["name"]
        planted = {**content, "rows": [{**content["rows"][0], "unknown": 1}]}
        assert not validator.is_valid(planted), table["name"]


def _outline_faults(folder: Path) -> list[str]:
    return run("node", "tests/extensions/tables/outlines_check.js", folder).stdout.splitlines()


def test_outlines_are_geojson_by_the_right_hand_rule_and_equal_the_topojson(site: Path) -> None:
    assert len([*(site / "public/tables/outlines").iterdir()]) == 244
    assert _outline_faults(site / "public/tables") == []


def _reverse(outline: dict[str, Any]) -> None:
    outline["geometry"]["coordinates"][0].reverse()


def _move(outline: dict[str, Any]) -> None:
    outline["geometry"]["coordinates"][0][1][0] += 1


def _open(outline: dict[str, Any]) -> None:
    outline["geometry"]["coordinates"][0].pop()


_OUTLINE_FAULTS: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "ch": (_reverse, "an outer ring runs clockwise"),
    "lu": (_move, "has other positions than the TopoJSON"),
    "sm": (_open, "First and last positions of a Polygon or MultiPolygon"),
}


def test_fault_of_an_outline_is_found(site: Path, tmp_path: Path) -> None:
    (tmp_path / "outlines").mkdir()
    shutil.copy(site / "public/tables/outlines.topo.json", tmp_path)
    for code, (edit, _) in _OUTLINE_FAULTS.items():
        outline = json.loads((site / f"public/tables/outlines/{code}.geojson").read_bytes())
        edit(outline)
        (tmp_path / f"outlines/{code}.geojson").write_text(json.dumps(outline))
    found = _outline_faults(tmp_path)
    for code, (_, fault) in _OUTLINE_FAULTS.items():
        assert any(one.startswith(f"{code}.geojson: {fault}") for one in found), fault


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_pages_have_no_problem_by_a_linter_of_others(site: Path, *, every: bool) -> None:
    public = site / "public"
    pages = [public / "index.html", public / "docs.html", *sorted((public / "docs").glob("*.html"))]
    # Of the pages that share a template, the shortest and the longest.
    for kind in () if every else ("hosting", "route", "table"):
        alike = sorted((public / "docs").glob(f"{kind}-*.html"), key=lambda page: page.stat().st_size)
        pages = [page for page in pages if page not in alike[1:-1]]
    # All country pages share one template: a country without neighbours, one without inhabitants, one with corrections.
    others = [f"countries/{code}" for code in ("jp", "bv", "bg")]
    others += ["figures/gdp", "currencies/eur", "languages/ara", "regions/asia"]
    pages += [public / f"docs/{name}.html" for name in others]
    printed(ROOT / "node_modules/.bin/html-validate", "--config", ".htmlvalidate.json", *pages)


def _linked_data(page: Path) -> Any:
    (text,) = _LINKED.findall(page.read_text("utf-8"))
    return json.loads(text)


def _shape(value: Any, name: str = "") -> Any:
    """Return *value* with the names of types instead of texts and numbers, but for what JSON-LD defines."""
    if isinstance(value, dict):
        return {key: _shape(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [_shape(item) for item in value]
    return value if name.startswith("@") else type(value).__name__


def _typed(folder: Path, dataset: Any, countries: list[Any]) -> str:
    """Hold JSON-LD to the types of schema.org's vocabulary: a property of another type is an error of the compiler."""
    module = folder / "linked-data.ts"
    lines = [f"export const dataset: WithContext<Dataset> = {json.dumps(dataset)};"]
    lines += [
        f"export const country{number}: WithContext<Country> = {json.dumps(country)};"
        for number, country in enumerate(countries)
    ]
    module.write_text("\n".join(["import type { Country, Dataset, WithContext } from 'schema-dts';", *lines]))
    types = ROOT / "node_modules/schema-dts/dist/schema.d.ts"
    (folder / "tsconfig.json").write_text(
        json.dumps(
            {
                "compilerOptions": {
                    "strict": True, "noEmit": True, "module": "esnext", "moduleResolution": "bundler", "types": [],
                    "paths": {"schema-dts": [str(types)]}, "skipLibCheck": True,
                },
                "files": ["linked-data.ts"],
            }
        )
    )  # fmt: skip
    return run(ROOT / "node_modules/.bin/tsc", "--project", "tsconfig.json", folder=folder).stdout


def test_linked_data_have_the_vocabulary_of_schema_org_and_planted_faults_do_not(site: Path, tmp_path: Path) -> None:
    docs = site / "public/docs"
    countries = [_linked_data(page) for page in sorted((docs / "countries").glob("*.html"))]
    assert len(countries) == 250
    # The compiler looks at types alone.
    countries = [*{json.dumps(_shape(country)): country for country in countries}.values()]
    faults: list[Any] = [{"population": 1}, {"geo": [{"@type": "GeoPoint"}]}, {"capital": "Berlin"}]
    planted = [countries[0] | fault for fault in faults]
    errors = _typed(tmp_path, _linked_data(docs / "downloads.html"), [*planted, *countries])
    assert [line[: line.index(",")] for line in errors.splitlines() if "error TS" in line] == [
        f"linked-data.ts({line}" for line in (3, 4, 5)
    ]
