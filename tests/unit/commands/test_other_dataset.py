"""The dataset that a command compares with."""

import json
import subprocess
from pathlib import Path

import pytest

from builder.build_request import BuildRequest
from builder.commands.other_dataset import with_dataset
from builder.input_errors import InputError
from tests.support.project import ROOT

KINDS = "a folder with countries/"


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> BuildRequest:
    """Make a project whose notice has changed since its first commit."""
    (tmp_path / "data" / "countries").mkdir(parents=True)
    (tmp_path / "data" / "countries" / "de.json").write_text("{}", "utf-8")
    (tmp_path / "data" / "notice.json").write_text("1", "utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "first")
    (tmp_path / "data" / "notice.json").write_text("2", "utf-8")
    return BuildRequest(tmp_path, ROOT / "site_config.toml", tmp_path / "output", {})


@pytest.mark.parametrize(("name", "notice"), [("HEAD", 1), ("{root}", 2), ("{root}/data", 2)])
def test_dataset_is_that_of_a_revision_or_a_folder(repository: BuildRequest, name: str, notice: int) -> None:
    with with_dataset(repository, name.format(root=repository.root), KINDS) as other:
        assert json.loads((other.data / "notice.json").read_bytes()) == notice
        assert other.templates.is_dir()
        assert other.edge.is_dir()


@pytest.mark.parametrize("name", ["no-such-revision", "--help", "HEAD:data", "", "HEAD --output=x"])
def test_name_that_is_neither_folder_nor_revision_is_rejected(repository: BuildRequest, name: str) -> None:
    message = "is neither a folder with countries/ nor a git revision"
    with pytest.raises(InputError, match=message), with_dataset(repository, name, KINDS):
        pass


def test_revision_without_a_dataset_is_rejected(repository: BuildRequest) -> None:
    git(repository.root, "rm", "-r", "-f", "--quiet", "data")
    git(repository.root, "commit", "--quiet", "--message", "nothing left")
    with pytest.raises(InputError, match=r"HEAD: has no dataset in data/"), with_dataset(repository, "HEAD", KINDS):
        pass


def test_revision_without_git_is_rejected(repository: BuildRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(repository.root))
    with pytest.raises(InputError, match="nor a git revision"), with_dataset(repository, "HEAD", KINDS):
        pass
