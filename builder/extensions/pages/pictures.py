"""The values that pages with pictures are made from. What several pages need is made once, when one asks for it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import orjson

from builder.documents.document_data import DocumentData
from builder.extensions.pages.country_facts import CountryFacts, Strip, make_country_facts, make_strips
from builder.extensions.pages.country_groups import CountryGroup, make_groups, make_organisations
from builder.extensions.pages.history import Series, read_history
from builder.extensions.pages.map_outlines import FINE, MEDIUM, NEAR, Outlines, outlines_file
from builder.extensions.pages.rankings import Ranking, make_rankings
from builder.extensions.tables.site_tables import topology_of


@dataclass(frozen=True)
class Pictures:
    """What the data of a site shows as metrics, groups, lines and outlines."""

    data: DocumentData

    @classmethod
    def of(cls, data: DocumentData) -> "Pictures":
        """Return those of *data*, the same each time."""
        return data.once(cls)

    @cached_property
    def groups(self) -> tuple[CountryGroup, ...]:
        """The currencies, languages, regions, subregions and organisations with their countries."""
        site = self.data.site
        return (*make_groups(site.dataset.records, self.data.accepted), *make_organisations(site))

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        """The countries ranked by each metric."""
        return make_rankings(self.data.site)

    @cached_property
    def history(self) -> Mapping[str, Series]:
        """The values of metrics by country and year."""
        return read_history(self.data.site)

    @cached_property
    def strips(self) -> tuple[Strip, ...]:
        """The places of all countries on the strip of each kind of tile."""
        return make_strips(self.data.site)

    @cached_property
    def outlines(self) -> Outlines:
        """The outlines of countries on the map."""
        return self.outlines_at(1)

    @cached_property
    def medium_outlines(self) -> Outlines:
        """The outlines on pages of countries, and behind those of groups."""
        return self.outlines_at(MEDIUM)

    @cached_property
    def near_outlines(self) -> Outlines:
        """The outlines on pages of groups that show a small part of the world."""
        return self.outlines_at(NEAR)

    def outlines_at(self, detail: int) -> Outlines:
        """Read the outlines with so fine a step."""
        return Outlines(**orjson.loads(self._outlines_file(detail)))

    @cached_property
    def fine_outlines(self) -> bytes:
        """The file of finer outlines, which the map fetches when it is zoomed."""
        return self._outlines_file(FINE)

    def _outlines_file(self, detail: int) -> bytes:
        return outlines_file(topology_of(self.data.site), detail)

    @cached_property
    def country_facts(self) -> tuple[CountryFacts, ...]:
        """What the page of each country says besides its record."""
        return make_country_facts(self.data.site, self.rankings, self.strips, self.medium_outlines)
