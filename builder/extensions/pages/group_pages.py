"""The pages of groups of countries: each currency, language, region, subregion and organisation, and the indexes."""

from collections.abc import Iterator, Sequence
from functools import partial

from builder.api.metrics import Metric
from builder.api.parameters import MAX_LIMIT
from builder.api.types import Record
from builder.documents.document_data import DocumentData
from builder.documents.page import Page, Values
from builder.extensions.pages.common_values import CommonValues
from builder.extensions.pages.country_facts import Locator
from builder.extensions.pages.country_groups import KINDS, CountryGroup, GroupKind
from builder.extensions.pages.flag_overview import grid_position
from builder.extensions.pages.group_maps import map_of
from builder.extensions.pages.map_outlines import HEIGHT, WIDTH
from builder.extensions.pages.metric_values import SUMMED

# The metrics in the table of a group.
_SHOWN = ("population", "gdp", "gdpPerCapita", "area")
# Countries that can be compared.
_MOST_COMPARED = 6
# Countries that an index names of each group.
_MOST_NAMED = 3


def group_index_pages() -> tuple[Page, ...]:
    """Describe the index of each kind."""
    return tuple(
        Page(
            kind.folder,
            f"Countries by {kind.name}",
            f"Every {kind.name} with its countries.",
            values=partial(_index_values, kind),
            template="html/groups.html",
            words=f"{kind.name} list all {kind.folder}",
        )
        for kind in KINDS
    )


def group_pages(data: DocumentData) -> Iterator[Page]:
    """Yield the page of each group. They have no search words, because the search lists groups by itself."""
    for group in CommonValues.of(data).groups:
        yield Page(
            group.page.removesuffix(".html"),
            f"{group.name} ({group.kind.name})",
            f"{group.name}: {group.kind.contents}, their values, and where to get them.",
            values=partial(_values, group),
            template="html/group.html",
            words=None,
        )


def _index_values(kind: GroupKind, data: DocumentData) -> Values:
    records = data.site.dataset.records
    groups = [group for group in CommonValues.of(data).groups if group.kind == kind]
    metrics = [metric for metric in data.site.interface.metrics if metric.name in SUMMED]
    rows = [
        (group, [_sum(metric, group, records) for metric in metrics], _largest(group, records)[:_MOST_NAMED])
        for group in groups
    ]
    return {"kind": kind, "rows": rows, "summed": metrics, "countries": [record.value for record in records]}


def _sum(metric: Metric, group: CountryGroup, records: Sequence[Record]) -> float | None:
    """Add up the values of the members of a group; None if no member has one."""
    values = [metric.value(records[number].value) for number in group.members]
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _largest(group: CountryGroup, records: Sequence[Record]) -> list[int]:
    """Return the numbers of the members, those with the most people first."""
    return sorted(group.members, key=lambda number: -(records[number].value["population"] or 0))


def _values(group: CountryGroup, data: DocumentData) -> Values:
    records = data.site.dataset.records
    metrics = [metric for metric in data.site.interface.metrics if metric.name in _SHOWN]
    members = [(number, records[number].value) for number in group.members]
    return {
        "group": group,
        "window": MAX_LIMIT,
        "shown_metrics": metrics,
        "rows": [(value, grid_position(number), [one.value(value) for one in metrics]) for number, value in members],
        "sums": [
            (metric, sum(known), len(known))
            for metric in metrics
            if metric.name in SUMMED
            and (known := [found for _, value in members if (found := metric.value(value)) is not None])
        ],
        "compared": [records[number].cca2.lower() for number in _largest(group, records)[:_MOST_COMPARED]],
        "map": map_of(group, data),
        "size": (WIDTH, HEIGHT),
        "since": {records[one.number].value["cca2"]: one.since for one in group.memberships},
        "former": [(records[one.number].value, one) for one in group.memberships if one.until],
        "subregions": [other for other in CommonValues.of(data).groups if other.within and other.within == group.name],
        "region": next((other for other in CommonValues.of(data).groups if other.name == group.within), None),
    }


class _Member(NamedTuple):
    """A country on the map of a group: its page, its name, its outline, its centre, whether it is drawn as a dot.

    ``shift`` is how far to the east its outline is moved.
    """

    page: str
    name: str
    path: str
    x: int
    y: int
    shift: int
    is_small: bool


def _map(group: CountryGroup, data: DocumentData) -> JsonObject:
    """Return the part of the world where most people of a group live, its members there, and names that have room."""
    records, facts = data.site.dataset.records, CommonValues.of(data).country_facts
    located = {number: locator for number in group.members if (locator := facts[number].locator)}
    places = _places(located)
    main = _most_people(places, records)
    # The side of a square with the area of the country, since countries are no squares, and what is shown around it.
    reach = {number: sqrt(records[number].value.get("area", 0)) / _KILOMETRES + _AROUND for number in main}
    west, north = (min((places[at][axis] - reach[at] for at in main), default=0) for axis in (0, 1))
    east, south = (max((places[at][axis] + reach[at] for at in main), default=0) for axis in (0, 1))
    width = round(min(max(east - west, _RATIO * (south - north)), WIDTH))
    height = min(width // _RATIO, HEIGHT)
    # Where the map continues beyond the date line, the world is twice as wide.
    whole = 2 * WIDTH if any(x > WIDTH for x, _ in places.values()) else WIDTH
    left = min(max(round(west + east - width) // 2, 0), whole - width)
    top = min(max(round(north + south - height) // 2, 0), HEIGHT - height)
    outlines = CommonValues.of(data).outlines[NEAR if width < _NEAR_WIDTH else MEDIUM]
    members = {
        number: _Member(
            country_page(records[number].cca2),
            records[number].value["name"]["common"],
            outlines.countries.get(records[number].cca2, ""),
            *places[number],
            places[number][0] - one.x,
            records[number].value.get("area", 0) < _SMALL_AREA or not one.path,
        )
        for number, one in sorted(located.items(), key=lambda item: -records[item[0]].value.get("area", 0))
    }
    # Where names cover each other, that of the country with more people is shown.
    named = [members[number] for number in _largest(group, records) if number in members]
    shown = [one for one in named if left <= one.x <= left + width and top <= one.y <= top + height]
    letters = round(width / _LETTERS, 1)
    return {
        "view": f"{left} {top} {width} {height}",
        "members": members.values(),
        "names": _with_room(shown, letters, (left, left + width)),
        "letters": letters,
        "continues": left + width > WIDTH,
        "outside": len(group.members) - len(shown),
        "radius": max(width // 250, 1),
    }


def _places(located: Mapping[int, Locator]) -> dict[int, Point]:
    """Return the centre of each country. For countries on both sides of the date line, the map continues beyond it."""
    places = {number: (one.x, one.y) for number, one in located.items()}
    beyond = {number: (x + WIDTH if x < WIDTH / 2 else x, y) for number, (x, y) in places.items()}
    return beyond if 2 * _breadth(beyond) < _breadth(places) else places


def _breadth(places: Mapping[int, Point]) -> int:
    return max((x for x, _ in places.values()), default=0) - min((x for x, _ in places.values()), default=0)


def _most_people(places: Mapping[int, Point], records: Sequence[Record]) -> list[int]:
    """Return the numbers of the places nearest to the centre of the people, until nearly all of them live there."""
    people = {number: records[number].value["population"] or 1 for number in places}
    total = sum(people.values())
    x, y = (sum(place[axis] * people[number] for number, place in places.items()) / (total or 1) for axis in (0, 1))
    nearest = sorted(places, key=lambda number: hypot(places[number][0] - x, places[number][1] - y))
    before = accumulate((people[number] for number in nearest), initial=0)
    return [number for number, count in zip(nearest, before, strict=False) if count < _PART * total]


class _Label(NamedTuple):
    """The name of a country on the map: the place and the ``text-anchor`` of its text, and where it begins and ends."""

    name: str
    x: float
    y: int
    anchor: str
    start: float
    end: float


def _with_room(members: Sequence[_Member], letters: float, sides: tuple[float, float]) -> list[_Label]:
    """Return the names that, in letters of this height, fit between the *sides* and cover no other name."""
    found: list[_Label] = []
    for one in members:
        width = len(one.name) * letters * _LETTER_WIDTH
        label = _Label(one.name, one.x, one.y, "middle", one.x - width / 2, one.x + width / 2)
        if one.is_small:
            # Right of its dot or, at the edge, left of it.
            right, left = one.x + letters / 2, one.x - letters / 2
            label = label._replace(x=right, anchor="start", start=right, end=right + width)
            if label.end >= sides[1]:
                label = label._replace(x=left, anchor="end", start=left - width, end=left)
        if sides[0] < label.start < label.end < sides[1] and all(
            abs(one.y - other.y) > letters or label.start > other.end or label.end < other.start for other in found
        ):
            found.append(label)
    return found
