"""The groups of countries that have a page: by currency, language, region, subregion and organisation."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote

from builder.api.field_types import value_at
from builder.api.output_paths import key_segment
from builder.api.record_model import Country
from builder.api.types import Record
from builder.documents.accepted_values import AcceptedValues
from builder.documents.document_data import DocumentData
from builder.extensions.tables.loading import tables_of
from builder.site.site import Site


class GroupKind(NamedTuple):
    """A kind of groups: its name, the title and the folder of its pages, its field of records, its route, its contents.

    Organisations have no field and no route.
    """

    name: str
    title: str
    folder: str
    field: str
    route: str
    contents: str

    def page_of(self, key: str) -> str:
        """Return the path of the page of the group *key*, relative to the documents."""
        words = re.findall(r"\w+", key.lower())
        return f"{self.folder}/{key_segment('-'.join(words))}.html"


CURRENCY = GroupKind("currency", "Currencies", "currencies", "currencies", "/v1/currency", "countries that use it")
LANGUAGE = GroupKind("language", "Languages", "languages", "languages", "/v1/lang", "countries where it is official")
REGION = GroupKind("region", "Regions", "regions", "region", "/v1/region", "its countries")
SUBREGION = GroupKind("subregion", "Subregions", "subregions", "subregion", "/v1/subregion", "its countries")
ORGANISATION = GroupKind("organisation", "Organisations", "organisations", "", "", "its members and since when")
KINDS = (CURRENCY, LANGUAGE, REGION, SUBREGION, ORGANISATION)

# Names of organisations that the table of memberships abbreviates.
_FULL_NAMES = {
    "ASEAN": "Association of Southeast Asian Nations",
    "Commonwealth": "Commonwealth of Nations",
    "EEA": "European Economic Area",
    "EFTA": "European Free Trade Association",
    "EU": "European Union",
    "G20": "Group of Twenty",
    "NATO": "North Atlantic Treaty Organization",
    "OECD": "Organisation for Economic Co-operation and Development",
    "OPEC": "Organization of the Petroleum Exporting Countries",
    "UN": "United Nations",
    "euro area": "Euro area",
}


class Membership(NamedTuple):
    """A membership: the number of the record, its first and its last day or year. A present membership has no last."""

    number: int
    since: str
    until: str


class CountryGroup(NamedTuple):
    """Countries that share a value: its name, its codes, its other names, and the numbers of their records.

    ``key`` is the value in requests. ``within`` is the region of a subregion, ``memberships`` are those of an
    organisation, past ones too.
    """

    kind: GroupKind
    name: str
    key: str
    codes: tuple[str, ...]
    aliases: tuple[str, ...]
    members: tuple[int, ...]
    within: str = ""
    memberships: tuple[Membership, ...] = ()

    @property
    def page(self) -> str:
        """Path of its page, relative to the documents."""
        return self.kind.page_of(self.key)

    @property
    def target(self) -> str:
        """Path of the request that returns its countries, for a kind with a route."""
        return f"{self.kind.route}/{quote(self.key)}"


def groups_of(value: Country) -> Mapping[GroupKind, Mapping[str, str]]:
    """Return the groups of a country: the name of each by its key."""
    return {
        CURRENCY: {code.lower(): currency["name"] for code, currency in value.get("currencies", {}).items()},
        LANGUAGE: dict(value.get("languages", {})),
        **{kind: {name.lower(): name} for kind in (REGION, SUBREGION) if (name := value_at(value, kind.field))},
    }


def _groups_of_records(records: Sequence[Record], accepted: AcceptedValues) -> tuple[CountryGroup, ...]:
    """List every group of the records, by kind and name."""
    members: dict[tuple[GroupKind, str, str], list[int]] = {}
    for number, record in enumerate(records):
        for kind, named in groups_of(record.value).items():
            for key, name in named.items():
                members.setdefault((kind, name, key), []).append(number)
    codes: dict[tuple[GroupKind, str], tuple[str, ...]] = {
        (CURRENCY, one.code.lower()): (one.code,) for one in accepted.currencies
    }
    codes |= {(LANGUAGE, one.alpha3): tuple(filter(None, (one.alpha3, one.alpha2))) for one in accepted.languages}
    aliases = {(CURRENCY, one.code.lower()): tuple(one.aliases) for one in accepted.currencies}
    aliases |= {(LANGUAGE, one.alpha3): tuple(one.aliases) for one in accepted.languages}
    kinds = {kind.name: kind for kind in KINDS}
    aliases |= {(kinds[what], name.lower()): tuple(more) for name, what, more in accepted.area_aliases if what in kinds}
    within = {subregion: region for region, subregions in accepted.regions.items() for subregion in subregions}
    groups = (
        CountryGroup(
            kind,
            name,
            key,
            codes.get((kind, key), ()),
            aliases.get((kind, key), ()),
            tuple(numbers),
            within.get(name, "") if kind == SUBREGION else "",
        )
        for (kind, name, key), numbers in members.items()
    )
    return tuple(sorted(groups, key=lambda group: (KINDS.index(group.kind), group.name)))


def list_groups(data: DocumentData) -> tuple[CountryGroup, ...]:
    """List the currencies, languages, regions, subregions and organisations with their countries."""
    return (*_groups_of_records(data.site.dataset.records, data.accepted), *_organisations(data.site))


def _organisations(site: Site) -> tuple[CountryGroup, ...]:
    """List the organisations that have members on the site today, by name."""
    table = tables_of(site).named("memberships")
    numbers = {record.cca2: number for number, record in enumerate(site.dataset.records)}
    memberships: dict[str, list[Membership]] = {}
    for row in table.rows:
        one = Membership(numbers[row["cca2"]], row["since"], row["until"] or "")
        memberships.setdefault(row["organisation"], []).append(one)
    groups = (
        CountryGroup(
            ORGANISATION,
            _FULL_NAMES.get(key, key),
            key.lower(),
            (key,),
            (),
            tuple(one.number for one in found if not one.until),
            memberships=tuple(found),
        )
        for key, found in memberships.items()
        # On a small site, all members may be former ones.
        if not all(one.until for one in found)
    )
    return tuple(sorted(groups, key=lambda group: group.name))
