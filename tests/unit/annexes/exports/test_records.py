"""The projection of exported records."""

from pathlib import Path

import pytest

from builder.input_errors import InputError
from tests.support.serving import Service
from tests.unit.annexes.conftest import WriteFormat

# They export the whole dataset.
pytestmark = pytest.mark.slow


def test_fields_select_the_same_as_in_a_request(write: WriteFormat, service: Service) -> None:
    fields = "name.common,currencies,capitalInfo.latlng"
    lines = write("ndjson", fields).read_bytes().splitlines()
    assert b"[%b]" % lines[0] == service.get(f"/v1/alpha/af?fields={fields}").body


@pytest.mark.parametrize(
    ("name", "fields", "said"),
    [
        ("json", "nothing", "--fields: nothing: is no field of any record"),
        ("csv", "cca2,capitl,Name", "(?s)Name: is no field.* similar are name\\n.*capitl.* similar are capital"),
        ("csv", ",".join(["name"] * 65), "at most 64"),
        ("sqlite", "name", "does not accept fields"),
        ("npm", "name", "does not accept fields"),
        ("flags", "name", "does not accept fields"),
    ],
)
def test_invalid_fields_write_no_file(write: WriteFormat, tmp_path: Path, name: str, fields: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        write(name, fields)
    assert not (tmp_path / "to").exists()
