"""What the API of a site offers: the models of its answers, its metrics and its routes. Each site has one."""

from dataclasses import dataclass, field
from functools import cached_property
from inspect import get_annotations

from builder.api.json_schemas import Members, Schema, make_schemas, members_of
from builder.api.metrics import METRICS, Metric
from builder.api.own_fields import OWN, OwnFields, make_object, own_metrics, own_model
from builder.api.record_model import Country, Error, Health, Notice, SubregionCatalog, TldCatalog
from builder.api.route_type import Route
from builder.api.routes import list_routes


@dataclass(frozen=True)
class Interface:
    """The interface of a site, made from the declarations in this folder and from ``own``, the fields of its owner."""

    own: OwnFields = field(default_factory=dict)

    @cached_property
    def country(self) -> type:
        """The model of a record."""
        if not self.own:
            return Country
        members = {**get_annotations(Country), OWN: own_model(self.own)}
        return make_object(Country.__name__, members, str(Country.__doc__))

    @cached_property
    def schemas(self) -> dict[str, Schema]:
        """The JSON Schemas of the objects in answers, by class name. Callers share this dict and must not change it."""
        return make_schemas((self.country, Error, SubregionCatalog, TldCatalog, Notice, Health))

    @cached_property
    def fields(self) -> Members:
        """The fields that a record can have, in the order of the record."""
        return members_of(self.country)

    @property
    def _metrics(self) -> tuple[Metric, ...]:
        return (*METRICS, *own_metrics(self.own))

    @cached_property
    def ranked_metrics(self) -> tuple[Metric, ...]:
        """The metrics by which the API ranks, in the order in which its documents list them."""
        return tuple(metric for metric in self._metrics if metric.is_ranked)

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """All metrics, in the order in which pages show them."""
        return tuple(sorted(self._metrics, key=lambda metric: metric.place))

    @cached_property
    def routes(self) -> tuple[Route, ...]:
        """The routes that ``/openapi.json`` describes."""
        return list_routes([metric.name for metric in self.ranked_metrics])
