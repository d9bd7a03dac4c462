"""The values that several pages share. Each is made once, when the first page needs it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from builder.documents.document_data import DocumentData
from builder.extensions.pages.country_facts import CountryFacts, Strip, make_country_facts, make_strip
from builder.extensions.pages.country_groups import CountryGroup, make_groups, make_organisations
from builder.extensions.pages.former_names import FormerName, former_names
from builder.extensions.pages.history import Series, read_history
from builder.extensions.pages.map_outlines import MapOutlines
from builder.extensions.pages.rankings import Ranking, make_rankings
from builder.extensions.tables.loading import tables_of


@dataclass(frozen=True)
class CommonValues:
    """Metrics, groups, lines and outlines of a site, each made at its first use."""

    data: DocumentData

    @classmethod
    def of(cls, data: DocumentData) -> "CommonValues":
        """Return the common values of *data*, the same each time."""
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
        """The places of all countries on the strip of each metric."""
        return tuple(make_strip(metric, self.data.site.dataset.records) for metric in self.data.site.interface.metrics)

    @cached_property
    def outlines(self) -> MapOutlines:
        """The outlines of countries, by detail."""
        return MapOutlines(tables_of(self.data.site).topology)

    @cached_property
    def former_names(self) -> Mapping[str, list[FormerName]]:
        """The former names of countries, by code."""
        return former_names(self.data.site)

    @cached_property
    def country_facts(self) -> tuple[CountryFacts, ...]:
        """What the page of each country says besides its record."""
        return make_country_facts(self.data.site, self.rankings, self.strips, self.outlines)
