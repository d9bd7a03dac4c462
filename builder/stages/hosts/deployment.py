"""What a host's files are made from, and the helpers that every host shares."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from builder.config import Config
from builder.stages.hosts.limits import Limit
from builder.tables.host_names import FOLDER
from builder.templating import open_templates
from builder.types import Asset, Dataset, File

Answers = Callable[[Iterable[str]], Iterator[Mapping[str, Any]]]

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
# Files of public/ that an adapter needs beside its own: what they stand on, in the order of import.
_SHARED: dict[str, tuple[str, ...]] = {"site.js": (), "memory.js": (), "fetch.js": ("site.js",)}


@dataclass(frozen=True)
class Deployment:
    """The site as the hosts see it.

    ``edge`` is the core with the site's two modules, ``adapters`` are the modules of ``edge/adapters`` by file name,
    ``cache`` is a folder for what is dear to make, ``answers`` asks the core for the results of GET requests, ``pages``
    makes the files of records and pages once more.
    """

    config: Config
    manifest: Mapping[str, Any]
    assets: tuple[Asset, ...]
    dataset: Dataset
    edge: tuple[File, ...]
    adapters: Mapping[str, str]
    cache: Path
    answers: Answers
    pages: Callable[[], Iterator[File]]


@dataclass(frozen=True)
class Hosted:
    """What is written for a host, what it limits, and how much of that is used beside files and their size."""

    name: str
    files: tuple[File, ...]
    limits: Sequence[Limit]
    used: Mapping[str, int]


def renderer(deployment: Deployment, host: str) -> Callable[..., File]:
    """Make a function that renders a template of *host*, with some values, to a file of ``hosts/<host>/``."""
    jinja = open_templates(deployment.cache)
    jinja.filters["json"] = lambda value: orjson.dumps(value).decode()
    jinja.filters["nginx"] = quoted_for_nginx

    def render(template: str, **values: Any) -> File:
        common = {"config": deployment.config, "manifest": deployment.manifest}
        text = jinja.get_template(f"hosts/{host}/templates/{template}.j2").render(common, **values)
        return File.of(f"hosts/{host}/{template}", text.encode())

    return render


def quoted_for_nginx(text: str) -> str:
    """Quote a value of an nginx configuration; a dollar sign can only be had from a variable."""
    if _CONTROL.search(text):
        raise ValueError(f"{text!r} holds a control character and cannot stand in a configuration")
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("$", "${dollar}")
    return f'"{escaped}"'


def adapter(deployment: Deployment, host: str, path: str, *, edge: str = "", site: str = "") -> tuple[File, ...]:
    """Make the adapter of *host* at *path* and, beside it, what it imports.

    The core is imported from where ``edge/`` lies in the output, or from the folder that *edge* names; and so are the
    site's two modules, unless *site* names another folder for them.
    """
    folder, _, _ = path.rpartition("/")
    edge = edge or "../" * (folder.count("/") + 1) + "edge/"
    source = (FOLDER / host / "adapter.js").read_text("utf-8")
    names = _imports(source)
    source = source.replace("'../../../../edge/adapters/", "'./").replace("'../../../../edge/core/", "'../core/")

    def placed(text: str) -> bytes:
        return text.replace("'../core/", f"'{edge}").replace("'../generated/", f"'{site or edge}").encode()

    return (
        File.of(path, placed(source)),
        *(File.of(f"{folder}/{name}", placed(deployment.adapters[name])) for name in names),
    )


def _imports(text: str) -> list[str]:
    direct = [name for name in _SHARED if f"/edge/adapters/{name}'" in text]
    return list(dict.fromkeys(name for found in direct for name in (found, *_SHARED[found])))
