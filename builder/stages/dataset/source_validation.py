"""Validates the files about the sources of the dataset: ``sources.json``, ``provenance.json`` and ``licences.json``.

Imported only when they are not cached, as the validation of records is. A refresh reads more of ``sources.json`` than a
build does, so other members are allowed.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, TypeAdapter

from builder.stages.dataset.validation import listed, problems_of
from builder.types import JsonObject

if TYPE_CHECKING:
    from builder.problems import Problem


class _Checked(BaseModel):
    model_config = ConfigDict(strict=True)


class _Source(_Checked):
    id: str
    title: str
    version: str
    url: str
    licence: str
    date: str


class _Service(_Checked):
    id: str
    title: str = ""
    date: str = ""
    licence: str = ""


class _Sources(_Checked):
    sources: list[_Source]
    services: list[_Service]
    fetchedAt: str = ""


class _FieldSources(_Checked):
    sources: dict[str, dict[str, list[str]]]
    curated: dict[str, str] = {}
    unconfirmed: list[str] = []


class _RequiredNotice(_Checked):
    source: str
    title: str
    holder: str
    licence: str
    licenceUrl: str
    credit: str
    text: str = ""


class _Licences(_Checked):
    licence: str = ""
    licenceUrl: str = ""
    contents: str = ""
    contentsUrl: str = ""
    notices: list[_RequiredNotice] = []


_FILES: Mapping[str, Any] = {
    "sources.json": _Sources,
    "provenance.json": dict[str, _FieldSources],
    "licences.json": _Licences,
}


def source_problems(files: Mapping[str, JsonObject]) -> bytes:
    """List every problem of *files*, by name, as a JSON array. A file that is missing has none."""
    problems: list[Problem] = []
    for name, model in _FILES.items():
        if name in files:
            problems += problems_of(name, TypeAdapter(model).validate_python, files[name])
    return listed(problems)
