"""Caches the slowest readers of pinned packages, so that each runs once in a process for the same input."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from typing import Any

import orjson
import pytest

from refresh.inputs import Inputs
from refresh.matching_texts import starts
from refresh.package_archive import Archive
from refresh.refresh_types import Facts
from refresh.sources import geonames, reader_of
from refresh.tables import calling_codes

# The fields that each reader uses of earlier records. It gets only these, so its result cannot depend on others. These
# readers take four of the six seconds of a refresh.
_FIELDS = {"geonames": ("capital",), "name-suggestion-index": ("kbId",), "python-holidays": ()}
_ANSWERS: dict[tuple[str, ...], Facts] = {}


@contextmanager
def remembered_readers() -> Iterator[None]:
    """Let each refresh or comparison in the block reuse the results of earlier ones for the same values."""
    with pytest.MonkeyPatch.context() as patch:
        # To find a member of a tarball, all before it are unpacked.
        patch.setattr(Archive, "files", cache(Archive.files))
        # Hundreds of megabytes, which are forgotten after the block.
        patch.setattr(geonames, "cities_of", cache(geonames.cities_of))
        # Countries that share a calling code are each compared with all others.
        patch.setattr(calling_codes, "starts", cache(starts))
        for name in _FIELDS:
            patch.setattr(reader_of(name), "read", partial(_remembered, name, reader_of(name).read))
        yield


def _remembered(name: str, read: Callable[[Archive, Inputs], Facts], archive: Archive, inputs: Inputs) -> Facts:
    values: Any = {
        code: {field: value for field, value in record.items() if field in _FIELDS[name]}
        for code, record in inputs.records.items()
    }
    question = (name, inputs.catalog.fetched_at, str(archive.path.resolve()), orjson.dumps(values).decode())
    if question not in _ANSWERS:
        _ANSWERS[question] = read(archive, replace(inputs, records=values))
    return _ANSWERS[question]
