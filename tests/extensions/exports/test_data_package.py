"""The data package is valid by a tool of others, which finds a planted fault."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import run


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
