"""A new project is a copy of the shipped one, and existing files are kept."""

from pathlib import Path

import pytest

from builder.cli.init import lay_down
from builder.inputs.errors import InputError
from builder.project.build_request import SHIPPED, BuildRequest
from tests.support.project import ROOT


def test_init_writes_configuration_and_dataset(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "project"
    assert lay_down(folder) == (folder / "site_config.toml", folder / "data")
    assert sorted(path.name for path in folder.iterdir()) == ["data", "site_config.toml"]
    for path in (ROOT / "data").rglob("*"):
        copy = folder / path.relative_to(ROOT)
        assert copy.read_bytes() == path.read_bytes() if path.is_file() else copy.is_dir()


def test_existing_files_are_kept_and_named(tmp_path: Path) -> None:
    (tmp_path / "site_config.toml").write_text("mine")
    (tmp_path / "data").symlink_to("nowhere")
    with pytest.raises(InputError, match=r"site_config\.toml: already exists") as refused:
        lay_down(tmp_path)
    assert len(refused.value.problems) == 2
    assert (tmp_path / "site_config.toml").read_text() == "mine"


def test_interrupted_copy_leaves_no_file(tmp_path: Path) -> None:
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    (shipped / "site_config.toml").write_text("")
    with pytest.raises(FileNotFoundError, match="data"):
        lay_down(tmp_path / "project", shipped)
    assert list((tmp_path / "project").iterdir()) == []


def test_missing_input_of_a_project_is_read_from_the_package(tmp_path: Path) -> None:
    lay_down(tmp_path)
    request = BuildRequest(tmp_path, tmp_path / "site_config.toml", tmp_path / "output", {})
    assert request.data == tmp_path / "data"
    assert request.edge == SHIPPED / "edge"
    (tmp_path / "edge").mkdir()
    assert request.edge == tmp_path / "edge"
