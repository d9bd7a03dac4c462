"""Projections compared with a simple implementation of the contract, over the complete records of the service."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from builder.api.field_types import Number
from builder.javascript.context import JavaScriptContext
from builder.javascript.manifest import read_records
from tests.support.serving import Service

NOTHING = object()


def project(value: Any, paths: list[list[str]]) -> Any:
    """Select *paths* from *value*; NOTHING if they lead to nothing."""
    if [] in paths:
        return value
    if isinstance(value, list):
        kept = [found for item in value if (found := project(item, paths)) is not NOTHING]
        return kept or NOTHING
    if not isinstance(value, dict):
        return NOTHING
    found = {
        name: part
        for name, inner in value.items()
        if (below := [path[1:] for path in paths if path[0] == name]) and (part := project(inner, below)) is not NOTHING
    }
    return found or NOTHING


def projected(record: Any, fields: str) -> Any:
    """Project a complete record by the text of ``fields``."""
    found = project(record, [path.strip().split(".") for path in fields.split(",") if path.strip()])
    return {} if found is NOTHING else found


@pytest.fixture(scope="module")
def whole(site: Path) -> dict[str, Any]:
    """Request every complete record by its code."""
    records = (orjson.loads(path.read_bytes()) for path in (site / "public" / "v1" / "alpha").glob("[a-z][a-z].json"))
    return {record["cca2"]: record for (record,) in records}


# Whether JavaScript, which selects fields by parsing and encoding, writes a text of JSON as it was.
KEEPS = "modules.here = { keeps: (text) => JSON.stringify(JSON.parse(text)) === text };"


@pytest.fixture(scope="module")
def engine() -> JavaScriptContext:
    """Open an engine with the function ``keeps``."""
    made = JavaScriptContext({}, [])
    made.evaluate(KEEPS)
    return made


def test_javascript_encodes_every_record_as_the_build_does(site: Path, engine: JavaScriptContext) -> None:
    records = read_records((site / "edge/generated/records.js").read_text("utf-8"))
    assert all(engine.call_each("here", "keeps", records))
    odd = ['{"area":12.0}', '{"a":1}', '{"a":1e3}', '{"name":{"b":1,"7":2}}']
    assert engine.call_each("here", "keeps", odd) == [False, True, False, False]


@given(st.floats(1e-4, 1e15, exclude_max=True) | st.floats(-1e15, -1e-4, exclude_min=True) | st.just(0.0))
def test_javascript_encodes_every_number_of_a_record_as_the_build_does(
    engine: JavaScriptContext, number: float
) -> None:
    assert engine.call("here", "keeps", orjson.dumps(TypeAdapter(Number).validate_python(number)).decode())


_NAMES = st.sampled_from(
    [
        *("name", "common", "native", "deu", "currencies", "EUR", "capital", "enrichment", "computed", "holidays"),
        *("items", "date", "latlng", "languages", "population", "cca2", "translations"),
        *("*x", "0", "length", "__proto__", ""),
    ]
)
_PATHS = st.lists(_NAMES, min_size=1, max_size=5).map(".".join)


@given(st.lists(_PATHS, min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_any_paths_in_any_order_select_the_same_value(
    service: Service, whole: dict[str, Any], paths: list[str], random: Any
) -> None:
    shuffled = list(paths)
    random.shuffle(shuffled)
    reply = service.get(f"/v1/alpha/de?fields={','.join(paths)}")
    named = [path for path in paths if path.strip()]
    expected = projected(whole["DE"], ",".join(named)) if named else whole["DE"]
    assert reply.body == orjson.dumps([expected])
    assert service.get(f"/v1/alpha/de?fields={','.join(shuffled)}").body == reply.body
