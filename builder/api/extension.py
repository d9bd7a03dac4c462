"""What an extension adds to a site. Lower layers read this from the request, and import no extension."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel


@dataclass(frozen=True, kw_only=True)
class Extension:
    """The parts that an extension adds to a site. Each is optional, except its name and its folder.

    ``needs`` names the extensions that it imports. ``settings`` is the model of its section of the configuration, whose
    key is ``section``. Its folder can have ``templates/`` and ``assets/``, whose files a project can replace.

    ``read`` takes the folder ``data/`` and the dataset, which is None if it is invalid, and raises ``InputError``; the
    site stores its result by the name of the extension. ``extend`` takes a site and the request, and returns the site
    with further routes. ``entries`` lists the files that it adds, given the data of the documents; ``guides`` lists
    pages in Markdown, each with its section of the menu. ``pages`` names the titles of other pages that
    guides can link to. ``shared`` are values that every template can use, ``filters`` functions that every template can
    apply. ``descriptions`` maps the folder of further routes to the address of their OpenAPI description, given the
    configuration. ``links`` are links of the API catalog: the relation, the path below the documents, and the media
    type of each. ``advice`` adds a sentence to the message of a 404: under the key ``all`` to that of a request for all
    countries, under ``former`` to that of a request for former codes.
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
