"""The JSON and NDJSON files."""

from pathlib import Path

import orjson
import pytest

from tests.support.serving import Service

# They export the whole dataset.
pytestmark = pytest.mark.slow


def test_json_and_ndjson_have_the_records_of_the_service(exported: Path, service: Service) -> None:
    lines = (exported / "countries.ndjson").read_bytes().splitlines()
    assert len(lines) == 250
    for line in lines[::25]:
        code = orjson.loads(line)["cca2"]
        assert b"[%b]" % line == service.get(f"/v1/alpha/{code}").body
    assert orjson.loads((exported / "countries.json").read_bytes()) == [orjson.loads(line) for line in lines]
