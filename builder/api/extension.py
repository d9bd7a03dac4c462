"""The type that declares an extension. Lower layers read extensions from the request, and import none."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel


@dataclass(frozen=True, kw_only=True)
class Extension:
    """An extension: its name, its folder, and the parts that it adds to a site, each of which is optional.

    ``needs`` names the extensions that it imports. ``section`` is the key of its section of the configuration, and
    ``settings`` the model of that section. The folder can have ``templates/`` and ``assets/``; a project can replace
    the files in both.

    ``read`` takes the folder ``data/`` and the dataset, or None for an invalid dataset. It raises ``InputError`` for
    faults. The site stores its result by the name of the extension. ``extend`` takes a site and the request, and
    returns the site with further routes. ``entries`` takes the ``DocumentData``, and lists the files that the extension
    adds. ``guides`` lists its guides, ``pages`` lists other pages that guides can link to. ``shared`` takes the
    ``DocumentData``, and returns values that every template can use; ``filters`` are functions that every template can
    apply. ``descriptions`` takes the configuration; its result maps the folder of further routes to the address of
    their OpenAPI description. ``links`` are links of the API catalog, each with its relation, the path of its target
    below the documents, and the media type of the target. ``advice`` has text for the messages of two
    404s: ``all`` for a request of all countries, ``former`` for a request of a former code.
    """

    name: str
    folder: Path
    needs: tuple[str, ...] = ()
    section: str = ""
    settings: type[BaseModel] | None = None
    read: Callable[[Path, Any], Any] | None = None
    extend: Callable[[Any, Any], Any] = lambda site, _request: site
    entries: Callable[[Any], Iterable[Any]] = lambda _data: ()
    guides: Callable[[], Iterable[Any]] = lambda: ()
    pages: Callable[[], Iterable[Any]] = lambda: ()
    shared: Callable[[Any], Mapping[str, object]] = lambda _data: {}
    filters: Mapping[str, Callable[..., str]] = field(default_factory=dict)
    descriptions: Callable[[Any], Mapping[str, str]] = lambda _config: {}
    links: tuple[tuple[str, str, str], ...] = ()
    advice: Mapping[str, str] = field(default_factory=dict)

    @property
    def templates(self) -> Path:
        """Folder of its templates, which may be missing."""
        return self.folder / "templates"

    @property
    def assets(self) -> Path:
        """Folder of the files that its pages load, which may be missing."""
        return self.folder / "assets"
