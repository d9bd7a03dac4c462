"""Example requests that a site can answer, also where it lacks the countries that the declared examples name."""

from dataclasses import dataclass
from urllib.parse import quote, unquote

from builder.api.aliases import FIELD_OF_INDEX
from builder.api.field_types import value_at
from builder.api.record_model import Country
from builder.api.route_type import Route
from builder.api.types import Ask, Dataset

# The country of the caller in examples, which ``/v1/current`` answers.
_COUNTRY = "DE"


@dataclass(frozen=True)
class SiteExamples:
    """Examples for a site with *dataset*; *ask* answers a target."""

    dataset: Dataset
    ask: Ask

    @property
    def country(self) -> str:
        """Alpha-2 code of the caller's country in examples."""
        shown = self.record(_COUNTRY)
        return shown["cca2"] if shown else ""

    def record(self, code: str, field: str = "cca2") -> Country | None:
        """Return the record of the country *code* or, if it lacks *field* or is not on the site, of another country."""
        values = [record.value for record in self.dataset.records if value_at(record.value, field) is not None]
        # Records with enrichment come first, because a territory of the owner may have hardly any field.
        values.sort(key=lambda value: "enrichment" not in value)
        return next((value for value in values if value["cca2"] == code), values[0] if values else None)

    def value(self, route: Route, declared: str = "") -> str:
        """Return the *declared* value of the parameter of *route*, or its example, or a value that a country has.

        Out of several codes, those that the site does not find are left out. Returns "" if no country has a value.
        """
        if not route.path_parameter:
            return ""
        declared = declared or route.path_parameter.example
        values = declared.split(",") if route.max_values else [declared]
        return ",".join(value for value in values if self._finds(route, value)) or self._existing_value(route)

    def target(self, target: str) -> str:
        """Return *target*, with another value in its path if the site finds no country by that value."""
        path, mark, query = target.partition("?")
        folder, _, value = path.rpartition("/")
        with_value = (route for route in self.dataset.interface.routes if route.path_parameter)
        route = next((route for route in with_value if route.path.partition("/{")[0] == folder), None)
        if route is None:
            return target
        found = quote(self.value(route, unquote(value)), safe=",")
        return f"{folder}/{found or value}{mark}{query}"

    def _finds(self, route: Route, value: str) -> bool:
        # The host of the API has each address of the flag host below /flags.
        folder = f"{'/flags' if route.on_flag_host else ''}{route.path.partition('/{')[0]}"
        return self.ask(f"{folder}/{quote(value, safe='')}").status != 404

    def _existing_value(self, route: Route) -> str:
        """Return a value of the first country that *route* finds by one of its values, in lower case."""
        path = FIELD_OF_INDEX.get(route.index, "cca2")
        for record in self.dataset.records:
            found = value_at(record.value, path)
            for value in [found] if isinstance(found, str) else found or ():
                if self._finds(route, value.lower()):
                    return str(value).lower()
        return ""
