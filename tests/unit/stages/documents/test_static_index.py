"""The index of static URLs."""

import json
from pathlib import Path

from tests.support.serving import Service


def test_index_lists_existing_answers_with_their_totals(site: Path, service: Service) -> None:
    index = json.loads(service.get("/v1/index.json").body)
    europe = index["routes"]["/v1/region/{region}"]["europe"]
    reply = service.get("/v1/region/europe")
    assert str(europe["total"]) == dict(reply.headers)["X-Total-Count"]
    assert (site / "public/v1/region/europe.json").read_bytes() == reply.body
    assert (site / f"public{europe['windows']}/25-25.json").is_file()


def test_index_has_no_windows_for_a_single_record(service: Service) -> None:
    index = json.loads(service.get("/v1/index.json").body)
    assert index["routes"]["/v1/alpha/{codes}"]["de"] == {"total": 1}
