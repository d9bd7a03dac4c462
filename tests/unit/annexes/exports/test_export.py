"""Exported files have the contents of the service's answers, with the same bytes each time."""

from pathlib import Path

import pytest

from builder.annexes.exports.export import export, export_formats
from builder.build_request import BuildRequest
from builder.input_errors import InputError
from tests.support.trees import content, differences
from tests.unit.annexes.conftest import WriteFormat

# They export the whole dataset.
pytestmark = pytest.mark.slow


@pytest.mark.slow
def test_repeated_export_has_the_same_bytes(project: BuildRequest, exported: Path, tmp_path: Path) -> None:
    export(project, tuple(export_formats()), tmp_path, "")
    assert differences(content(exported), content(tmp_path)) == []


def test_file_in_place_of_the_folder_is_rejected(write: WriteFormat, tmp_path: Path) -> None:
    (tmp_path / "to").write_text("mine")
    with pytest.raises(InputError, match="is not a directory"):
        write("json")
    assert (tmp_path / "to").read_text() == "mine"
