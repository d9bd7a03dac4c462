"""The input and output types of every host, and helpers to make its files."""

import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from builder.api.output_paths import EDGE, ERROR_FOLDER, PUBLIC, error_path
from builder.api.route_type import Route
from builder.api.routes import answered_routes
from builder.api.types import AnswerRow, Entry
from builder.hosts.shared.file_answers import (
    ANSWER_FILES,
    WELL_KNOWN,
    DefaultAnswer,
    Headers,
    default_answers,
    file_answers,
    image_folders,
)
from builder.hosts.shared.limits import Limit
from builder.javascript.context import read_modules
from builder.javascript.core_calls import open_in_memory
from builder.javascript.manifest import Manifest
from builder.project.host_declarations import FOLDER, folder_of_host
from builder.project.templating import open_templates
from builder.site.site import Site

# The files that pin the vendor's tool, with hashes.
TOOLS = ("tools/package.json", "tools/package-lock.json")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True)
class Deployment:
    """The site, as input of every host.

    ``assets`` are all files with an address. ``function`` are the files of the edge function: the modules of the core,
    and the modules generated for the site. ``sources`` is the folder ``edge/`` of the project, ``templates`` the folder
    of its templates, which may be missing.
    """

    site: Site
    manifest: Manifest
    assets: tuple[Entry, ...]
    function: tuple[Entry, ...]
    sources: Path
    templates: Path

    @cached_property
    def well_known(self) -> tuple[Entry, ...]:
        """The files below ``/.well-known/``."""
        return tuple(asset for asset in self.assets if asset.address.startswith(f"{WELL_KNOWN}/"))

    @cached_property
    def page_headers(self) -> Headers:
        """The headers that only HTML pages have."""
        return next((asset.headers for asset in self.assets if asset.type == "html"), ())

    @cached_property
    def root_files(self) -> tuple[str, ...]:
        """The paths of files in the top folder, such as ``/robots.txt``, except answers."""
        paths = (f"/{asset.path.removeprefix(PUBLIC)}" for asset in self.assets)
        return tuple(sorted(path for path in paths if path.count("/") == 1 and path not in ANSWER_FILES))

    @cached_property
    def file_folders(self) -> tuple[str, ...]:
        """Folders of files that hosts send without the function, except answers. Each folder of images is listed."""
        answers = tuple(f"{folder}/" for folder in self.answer_folders)
        assets = [asset for asset in self.assets if asset.address.count("/") > 1]
        folders = {
            asset.address.rpartition("/")[0] if asset.cache == "image" else f"/{asset.address.split('/')[1]}"
            for asset in assets
            if not asset.address.startswith(answers)
        }
        return tuple(sorted(path for path in folders if not any(path.startswith(f"{other}/") for other in folders)))

    @cached_property
    def index_folders(self) -> tuple[str, ...]:
        """The addresses of folders with a page, such as ``/docs/``, whose file is ``index.html``."""
        return tuple(asset.address for asset in self.assets if asset.address.endswith("/"))

    @cached_property
    def flag_routes(self) -> tuple[Route, ...]:
        """The routes that redirect to images of flags."""
        routes = answered_routes(self.site.interface.routes, has_flag_host=self.site.config.has_flag_host)
        return tuple(route for route in routes if route.image)

    @cached_property
    def image_folders(self) -> Mapping[str, Headers]:
        """The folders that contain only images with the same headers."""
        return image_folders(self.assets, self.site.dataset.revision)

    @cached_property
    def file_answers(self) -> Mapping[str, Headers]:
        """The headers of the answers that have a file, by address."""
        core = open_in_memory(self.site.core, self.manifest, self.site.dataset.records)
        return file_answers(self._rows, self.manifest, core)

    @cached_property
    def default_answers(self) -> tuple[DefaultAnswer, ...]:
        """The answers without a query that have a file."""
        return tuple(default_answers(self._rows, self.file_answers))

    @cached_property
    def answer_folders(self) -> tuple[str, ...]:
        """The top folders of the files of answers, each with a slash before it."""
        return tuple(dict.fromkeys(f"/{row.file.partition('/')[0]}" for row in self._rows if "/" in row.file))

    @property
    def _rows(self) -> tuple[AnswerRow, ...]:
        return (*self.site.answers, *self.site.further_answers)

    @cached_property
    def compressed(self) -> int:
        """Upper bound of the compressed size of the function in bytes: its size after the fastest compression."""
        return len(zlib.compress(self._code, 1))

    @property
    def size(self) -> int:
        """Size of the function in bytes."""
        return len(self._code)

    @cached_property
    def _code(self) -> bytes:
        return b"".join(file.make() for file in self.function)


class HostOutput(NamedTuple):
    """The files of a host and its limits. ``used`` has the use of each limit that is not on public files."""

    name: str
    files: tuple[Entry, ...]
    limits: Sequence[Limit]
    used: Mapping[str, int]


def renderer(deployment: Deployment, host: str) -> Callable[..., Entry]:
    """Make a function that makes a file of ``hosts/<host>/`` from the template with its name.

    A template whose name ends in ``.j2`` is rendered with the values; another template is copied.
    """
    jinja = open_templates(deployment.templates)
    jinja.filters["json"] = lambda value: orjson.dumps(value).decode()
    jinja.filters["json_lines"] = lambda value: orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
    jinja.filters["nginx"] = quoted_for_nginx
    jinja.globals |= {"error_path": error_path, "error_folder": ERROR_FOLDER}
    folder = f"hosts/{folder_of_host(host).name}/templates"
    # A file of the project replaces the shipped file.
    folders = (deployment.templates / folder, FOLDER.parent / folder)

    def render(name: str, **values: Any) -> Entry:
        path = f"hosts/{host}/{name}"
        if copied := next((place / name for place in folders if (place / name).exists()), None):
            return Entry.of(path, copied.read_bytes())
        template = jinja.get_template(f"{folder}/{name}.j2")
        text = template.render(config=deployment.site.config, manifest=deployment.manifest, **values)
        return Entry.of(path, text.encode())

    return render


def quoted_for_nginx(text: str) -> str:
    """Quote a value for an nginx configuration. nginx has no escape for a dollar sign, so a variable inserts it."""
    if _CONTROL.search(text):
        raise ValueError(f"{text!r} contains a control character and cannot be written to a configuration")
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("$", "${dollar}")
    return f'"{escaped}"'


def adapter(host: str) -> Entry:
    """Return the adapter of *host*. Its folder is as deep in the output as in the project, so its imports resolve."""
    return Entry.of(f"hosts/{host}/function/adapter.js", (folder_of_host(host) / "adapter.js").read_bytes())


def shared_adapters(sources: Path) -> tuple[Entry, ...]:
    """Return the modules that adapters share, in the folder *sources*."""
    return tuple(Entry.of(f"{EDGE}{name}", text.encode()) for name, text in read_modules(sources, "adapters").items())
