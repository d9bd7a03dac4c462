"""The data that documents are made from. A value that several documents need is made once, at its first use."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar, cast

from jinja2 import Environment

from builder.api.types import Ask, Entry
from builder.documents.accepted_values import AcceptedValues, make_accepted_values
from builder.documents.reference import RoutePage, make_references
from builder.documents.site_examples import SiteExamples
from builder.project.build_request import BuildRequest
from builder.project.templating import open_templates
from builder.site.site import Site

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#]|&(?=#?\w+;))")


def escaped(text: object) -> str:
    """Escape the characters that Markdown interprets, and put the text on one line."""
    return _SPECIAL.sub(r"\\\1", str(text)).replace("\n", " ")


def readable_size(size: int) -> str:
    """Write a size in bytes as people do: ``1.8 MB``, ``42 KB``."""
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(1, round(size / 1e3))} KB"


FILTERS: Mapping[str, Callable[..., str]] = {
    "md": escaped,
    "size": readable_size,
}


Made = TypeVar("Made")


@dataclass(frozen=True)
class DocumentData:
    """A site, the request with its inputs, the entries of its images, and ``ask``, which calls the edge core."""

    site: Site
    request: BuildRequest
    images: Sequence[Entry]
    ask: Ask
    _made: dict[object, object] = field(default_factory=dict)

    @cached_property
    def jinja(self) -> Environment:
        """The templates. Each is looked up in the project, then among the shipped ones, then in the extensions."""
        folders = (*self.request.template_folders, *(extension.templates for extension in self.site.extensions))
        added = {name: function for extension in self.site.extensions for name, function in extension.filters.items()}
        return open_templates(*folders, guides=self.request.pages, filters={**FILTERS, **added})

    @cached_property
    def examples(self) -> SiteExamples:
        """Example requests that the site answers."""
        return SiteExamples(self.site.dataset, self.ask)

    @cached_property
    def accepted(self) -> AcceptedValues:
        """The values that routes accept."""
        return make_accepted_values(self.site.dataset)

    @cached_property
    def references(self) -> tuple[RoutePage, ...]:
        """The reference pages of routes."""
        return make_references(self.site.interface.routes)

    def once(self, make: Callable[["DocumentData"], Made]) -> Made:
        """Call *make* with this data once, and return the same result to every document."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast("Made", self._made[make])
