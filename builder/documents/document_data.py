"""The values that documents are made from. What several documents need is made once, when one of them asks for it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar, cast

from jinja2 import Environment

from builder.build_request import BuildRequest
from builder.documents.document import Content
from builder.documents.values.accepted_values import AcceptedValues, make_accepted_values
from builder.documents.values.scripts import imports_of, read_scripts
from builder.documents.values.template_filters import FILTERS
from builder.site.site import Site
from builder.templating import open_templates
from builder.types import Ask, Asset

Made = TypeVar("Made")


@dataclass(frozen=True)
class DocumentData:
    """The data of a site, the files that it is built from, its images, and ``ask``, which calls the edge core.

    ``table_files`` are the files of the tables beside the record.
    ``guides`` and ``contents`` have the guides that were rendered before, as Markdown and as HTML, by name.
    """

    site: Site
    request: BuildRequest
    images: Sequence[Asset]
    ask: Ask
    table_files: Sequence[Asset] = ()
    guides: dict[str, str] = field(default_factory=dict)
    contents: dict[str, Content] = field(default_factory=dict)
    _kept: dict[object, object] = field(default_factory=dict)

    @cached_property
    def jinja(self) -> Environment:
        """The templates."""
        return open_templates(self.request.templates, filters=FILTERS)

    @cached_property
    def scripts(self) -> Mapping[str, str]:
        """The scripts of pages by name."""
        return read_scripts(self.request.templates / "assets", self.site.core)

    @cached_property
    def script_imports(self) -> Mapping[str, Sequence[str]]:
        """What each script imports."""
        return imports_of(self.scripts)

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """Size in bytes of each answer file, image and file of a table, by path."""
        assets = (*self.images, *self.table_files)
        return {**self.site.sizes, **{asset.file.path: asset.file.size for asset in assets}}

    @cached_property
    def accepted(self) -> AcceptedValues:
        """The values that routes accept."""
        return make_accepted_values(self.site.dataset)

    def kept(self, make: Callable[["DocumentData"], Made]) -> Made:
        """Return what *make* makes of this data, for an annex: the same each time."""
        if make not in self._kept:
            self._kept[make] = make(self)
        return cast("Made", self._kept[make])
