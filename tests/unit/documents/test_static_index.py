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


def test_index_has_windows_for_every_key_with_several_records(site: Path) -> None:
    index = json.loads((site / "public/v1/index.json").read_bytes())
    entries = [(route, key, entry) for route, keys in index["routes"].items() for key, entry in keys.items()]
    assert [(route, key) for route, key, entry in entries if entry["total"] > 1 and "windows" not in entry] == []
    guinea = index["routes"]["/v1/name/{name}"]["guinea"]
    assert (guinea["total"], guinea["windows"]) == (4, "/v1/name/guinea")
    assert (site / "public/v1/name/guinea/2-2.json").is_file()
