"""A new project has settings without values, the pinned builder and workflows; existing files are not changed."""

import hashlib
import json
from pathlib import Path

import pytest

from builder.cli.init import write_project
from builder.extensions import load_extensions
from builder.inputs.errors import InputError
from builder.project.build_request import SHIPPED, BuildRequest
from builder.project.config import Config, load_config
from tests.support.project import ROOT
from tests.support.trees import write_files

_WRITTEN = [
    "site_config.toml",
    "requirements.txt",
    ".gitignore",
    ".github/workflows/deploy.yml",
    ".github/workflows/verify.yml",
]


# The files of the builder from which a project is made.
_SHIPPED = {"site_config.toml": "", "requirements.lock": ""}


def _names(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]


def test_init_writes_settings_packages_and_workflows(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "project"
    assert write_project(folder) == tuple(folder / name for name in _WRITTEN)
    assert sorted(_names(folder)) == sorted(_WRITTEN)


def test_dataset_is_copied_on_request(tmp_path: Path) -> None:
    write_files(tmp_path / "shipped", {**_SHIPPED, "data/flags/xx.svg": "a flag"})
    folder = tmp_path / "project"
    assert write_project(folder, with_data=True, shipped=tmp_path / "shipped")[-1] == folder / "data"
    assert (folder / "data/flags/xx.svg").read_text() == "a flag"


_SETTINGS = """\
# Explained.
base_url = "https://api.example.org"

[hosts]
names = [
  "aws",
]
[fields.offices]
type = "integer"
"""
_WITHOUT_VALUES = """\
# Explained.
# base_url = "https://api.example.org"

[hosts]
# names = [
#   "aws",
# ]
# [fields.offices]
# type = "integer"
"""


def test_settings_are_the_shipped_ones_without_values(tmp_path: Path) -> None:
    write_files(tmp_path, {**_SHIPPED, "site_config.toml": _SETTINGS})
    write_project(tmp_path / "project", shipped=tmp_path)
    assert (tmp_path / "project/site_config.toml").read_text() == _WITHOUT_VALUES


def test_shipped_settings_without_values_are_the_defaults(tmp_path: Path) -> None:
    write_project(tmp_path)
    config = load_config(tmp_path / "site_config.toml", {}, load_extensions())
    assert {name: getattr(config, name) for name in Config.model_fields} == dict(Config())


def test_packages_are_those_with_which_the_builder_is_tested(tmp_path: Path) -> None:
    write_project(tmp_path)
    text = (tmp_path / "requirements.txt").read_text("utf-8")
    assert text.endswith((ROOT / "requirements.lock").read_text("utf-8"))


def test_wheel_from_which_the_builder_was_installed_is_copied_and_pinned(tmp_path: Path) -> None:
    wheel = tmp_path / "my wheels" / "country_reference-9.0-py3-none-any.whl"
    write_files(wheel.parent, {wheel.name: b"a wheel"})
    source = json.dumps({"url": wheel.as_uri(), "archive_info": {}})
    copy = write_project(tmp_path / "project", source=source)[-1]
    assert (copy.relative_to(tmp_path / "project").as_posix(), copy.read_bytes()) == (
        "wheels/country_reference-9.0-py3-none-any.whl",
        b"a wheel",
    )
    pinned = f"\n./wheels/{wheel.name} --hash=sha256:{hashlib.sha256(b'a wheel').hexdigest()}\n"
    assert pinned in (tmp_path / "project/requirements.txt").read_text("utf-8")


@pytest.mark.parametrize(
    "source",
    [
        {},
        {"url": ROOT.as_uri(), "dir_info": {"editable": True}},
        {"url": "file:///gone/country_reference-9.0-py3-none-any.whl"},
    ],
    ids=["index", "checkout", "gone"],
)
def test_wheel_that_does_not_exist_is_named_without_a_hash(source: dict[str, object], tmp_path: Path) -> None:
    write_project(tmp_path, source=json.dumps(source))
    lines = (tmp_path / "requirements.txt").read_text("utf-8").splitlines()
    (named,) = (line for line in lines if line.startswith("./"))
    assert named.startswith("./wheels/country_reference-")
    assert named.endswith("-py3-none-any.whl")


def test_existing_files_are_named_and_not_changed(tmp_path: Path) -> None:
    (tmp_path / "site_config.toml").write_text("mine")
    (tmp_path / "data").symlink_to("nowhere")
    with pytest.raises(InputError, match=r"site_config\.toml: already exists") as refused:
        write_project(tmp_path, with_data=True)
    assert len(refused.value.problems) == 2
    assert _names(tmp_path) == ["site_config.toml"]
    assert (tmp_path / "site_config.toml").read_text() == "mine"


def test_interrupted_copy_leaves_no_file(tmp_path: Path) -> None:
    write_files(tmp_path / "shipped", _SHIPPED)
    with pytest.raises(FileNotFoundError, match="data"):
        write_project(tmp_path / "project", with_data=True, shipped=tmp_path / "shipped")
    assert list((tmp_path / "project").iterdir()) == []


def test_missing_input_of_a_project_is_read_from_the_package(tmp_path: Path) -> None:
    request = BuildRequest(tmp_path, tmp_path / "site_config.toml", tmp_path / "output", {})
    assert request.data == SHIPPED / "data"
    (tmp_path / "data").mkdir()
    assert request.data == tmp_path / "data"
