"""Small values for tests of stages: three invented countries."""

from copy import deepcopy
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import orjson

from builder.api.interface import Interface
from builder.api.types import Dataset, Record
from builder.javascript.context import read_modules
from builder.javascript.core_calls import Folding
from tests.support.project import ROOT

if TYPE_CHECKING:
    from builder.api.dataset_files import SourcesAndLicences

_STORED: dict[str, Any] = orjson.loads((ROOT / "tests/fixtures/three-countries.json").read_bytes())
LANGUAGES: dict[str, Any] = _STORED["languages"]
INTERFACE = Interface()
VALUES: tuple[dict[str, Any], ...] = tuple(_STORED["records"])


def incomplete(records: Any) -> Any:
    """Return records without fields that their type requires but a test does not need."""
    return records


def record(value: Any) -> Record:
    """Encode a record."""
    body = orjson.dumps(value)
    return Record(value, body, blake2b(body, digest_size=8).hexdigest())


def dataset(*values: Any) -> Dataset:
    """Make a dataset of *values*, by default of the three countries."""
    records = tuple(map(record, values or VALUES))
    no_sources: SourcesAndLicences = {"fetchedAt": "2026-01-01T00:00:00Z", "sources": []}
    reference: Any = {"languages": LANGUAGES, "coverage": {}}
    return Dataset(records, reference, {}, {}, no_sources, {}, (), "0123456789abcdef")


def folding() -> Folding:
    """Open the folding of the core."""
    return Folding(read_modules(ROOT / "edge", "core"))


def put(records: dict[str, Any], code: str, path: str, value: Any) -> None:
    """Replace the record of a country by an edited copy."""
    file = f"countries/{code.lower()}.json"
    inner = records[file] = deepcopy(records[file])
    *way, last = path.split(".")
    for key in way:
        inner = inner[int(key)] if isinstance(inner, list) else inner[key]
    if isinstance(inner, list):
        inner[int(last)] = value
    else:
        inner[last] = value
