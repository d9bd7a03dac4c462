"""The slowest readers of pinned packages, which answer the same question once in a process."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import orjson
import pytest

from refresh import refresh
from refresh.package_archive import Archive
from refresh.refresh_types import Facts, Reader, StoredRecord
from refresh.source_list import SourceList

# What each looks at of the records before it; it gets no more, so that its answer cannot depend on more. Together they
# take four of the six seconds of a refresh.
_FIELDS = {"geonames": ("capital",), "name-suggestion-index": ("kbId",), "python-holidays": ()}
_ANSWERS: dict[tuple[str, ...], Facts] = {}


@contextmanager
def remembered_readers() -> Iterator[None]:
    """Let each refresh of the block take from an earlier one what a reader would make of the same values."""
    make = refresh.readers

    def remembering(data: Path, catalog: SourceList) -> dict[str, Reader]:
        made = make(data, catalog)
        return made | {name: partial(_remembered, name, made[name], catalog.fetched_at) for name in _FIELDS}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(refresh, "readers", remembering)
        yield


def _remembered(name: str, read: Reader, moment: str, archive: Archive, known: Mapping[str, StoredRecord]) -> Facts:
    values: Any = {
        code: {field: value for field, value in record.items() if field in _FIELDS[name]}
        for code, record in known.items()
    }
    question = (name, moment, str(archive.path.resolve()), orjson.dumps(values).decode())
    if question not in _ANSWERS:
        _ANSWERS[question] = read(archive, values)
    return _ANSWERS[question]
