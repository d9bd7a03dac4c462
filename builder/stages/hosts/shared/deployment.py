"""What a host's files are made from, and the helpers that every host shares."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from jinja2 import Environment

from builder.config import Config
from builder.core.javascript import read_modules
from builder.core.manifest import Manifest
from builder.paths import EDGE, ERROR_FOLDER, error_path
from builder.stages.hosts.shared.limits import Limit
from builder.tables.host_names import FOLDER, package_of
from builder.templating import open_templates
from builder.types import Asset, Dataset, File, Listings

# What a vendor's own tool is installed from, locked by hash.
TOOLS = ("tools/package.json", "tools/package-lock.json")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
# Files of public/ that an adapter needs beside its own: what they stand on, in the order of import.
_SHARED: dict[str, tuple[str, ...]] = {"site.js": (), "buffer_pool.js": (), "fetch.js": ("site.js",)}


@dataclass(frozen=True)
class Deployment:
    """The site as every host sees it.

    ``function`` is what runs there: ``core``, its modules by file name, with the site's two. ``javascript`` is the
    folder of what adapters share, ``cache`` a folder for what is expensive to make. ``further_query`` names query
    parameters that are read beside the declared ones.
    """

    config: Config
    dataset: Dataset
    listings: Listings
    manifest: Manifest
    assets: tuple[Asset, ...]
    function: tuple[File, ...]
    core: Mapping[str, str]
    javascript: Path
    cache: Path
    further_query: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hosted:
    """What is written for a host, what it limits, and how much of that is used beside files and their size."""

    name: str
    files: tuple[File, ...]
    limits: Sequence[Limit]
    used: Mapping[str, int]


def renderer(deployment: Deployment, host: str) -> Callable[..., File]:
    """Make a function that renders a template of *host*, with some values, to a file of ``hosts/<host>/``."""
    jinja = open_templates(deployment.cache, kind=Environment)
    jinja.filters["json"] = lambda value: orjson.dumps(value).decode()
    jinja.filters["nginx"] = quoted_for_nginx
    jinja.globals |= {"error_path": error_path, "error_folder": ERROR_FOLDER}

    def render(template: str, **values: Any) -> File:
        common = {"config": deployment.config, "manifest": deployment.manifest}
        text = jinja.get_template(f"hosts/{package_of(host)}/templates/{template}.j2").render(common, **values)
        return File.of(f"hosts/{host}/{template}", text.encode())

    return render


def copied(host: str, *paths: str) -> tuple[File, ...]:
    """Take files of the templates of *host* as they stand to ``hosts/<host>/``."""
    return tuple(
        File.of(f"hosts/{host}/{path}", (FOLDER / package_of(host) / "templates" / path).read_bytes()) for path in paths
    )


def quoted_for_nginx(text: str) -> str:
    """Quote a value of an nginx configuration; a dollar sign can only be had from a variable."""
    if _CONTROL.search(text):
        raise ValueError(f"{text!r} contains a control character and cannot be written to a configuration")
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("$", "${dollar}")
    return f'"{escaped}"'


def adapter(deployment: Deployment, host: str, path: str, *, edge: str = "", site: str = "") -> tuple[File, ...]:
    """Make the adapter of *host* at *path* and, beside it, what it imports.

    The core is imported from where ``edge/`` lies in the output, or from the folder that *edge* names; and so are the
    site's two modules, unless *site* names another folder for them.
    """
    folder, _, _ = path.rpartition("/")
    edge = edge or "../" * (folder.count("/") + 1) + EDGE
    source = (FOLDER / host / "adapter.js").read_text("utf-8")
    names = _imports(source)
    adapters = read_modules(deployment.javascript / "adapters")
    source = source.replace("'../../../../edge/adapters/", "'./").replace("'../../../../edge/core/", "'../core/")

    def placed(text: str) -> bytes:
        return text.replace("'../core/", f"'{edge}").replace("'../generated/", f"'{site or edge}").encode()

    return (
        File.of(path, placed(source)),
        *(File.of(f"{folder}/{name}", placed(adapters[name])) for name in names),
    )


def _imports(text: str) -> list[str]:
    direct = [name for name in _SHARED if f"/edge/adapters/{name}'" in text]
    return list(dict.fromkeys(name for found in direct for name in (found, *_SHARED[found])))
