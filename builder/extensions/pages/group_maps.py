"""The map of a group: the part of the world where its countries lie, and their names, the largest ones first."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import chain
from statistics import median
from typing import NamedTuple

from builder.api.field_types import value_at
from builder.api.record_model import Country
from builder.api.types import JsonObject
from builder.documents.document_data import DocumentData
from builder.extensions.pages.country_facts import Locator, make_country_facts
from builder.extensions.pages.country_groups import CURRENCY, LANGUAGE, CountryGroup, GroupKind
from builder.extensions.pages.map_outlines import HEIGHT, MEDIUM, NEAR, WIDTH, Box, Point, make_outlines, project

# Width of a map divided by its height, the units around its countries, and the width below which it has fine outlines.
_RATIO, _AROUND, _NEAR_WIDTH = 2, 18, 700
# The parts of a group's people and of its land from which a country is never left out.
_MOST_PEOPLE, _MOST_LAND = 0.01, 0.2
# A country with more currencies or languages than these has no main one.
_MANY = 3
# A country is cut around its capital if it is longer than ``_LONG`` times the median and than ``_LONGEST``.
_LONG, _LONGEST = 4, 120
# How many times as wide a map may become for other countries, and the width that it may always have.
_WIDER, _AT_LEAST = 1.4, 450
# The part of the width of a map below which a country is drawn as a dot, and the radius of a dot as such a part.
_DOT, _RADIUS = 1 / 70, 1 / 220
# The letters in the width of a map, on a wide and on a narrow screen; the mean width of a letter divided by its height.
_LETTERS = {"wide": 46, "narrow": 27}
_LETTER_WIDTH = 0.6


class _Member(NamedTuple):
    """A country of a group: its code, name, people and land, its centre, its capital, and the box around it.

    On the map of a currency or a language, people and land are 0 if the country has many of these. ``shift`` is how far
    to the east it is moved.
    """

    code: str
    name: str
    people: int
    land: float
    centre: Point
    capital: Point
    box: Box
    shift: int


def frame_of(group: CountryGroup, data: DocumentData) -> Box:
    """Return the part of the world that shows a group best."""
    return _frame(_members(group, data))


def _members(group: CountryGroup, data: DocumentData) -> list[_Member]:
    records, facts = data.site.dataset.records, data.once(make_country_facts)
    located = [(records[number].value, locator) for number in group.members if (locator := facts[number].locator)]
    shifts = _beyond_date_line([locator.x for _, locator in located])
    return [_member(*one, shift, group.kind) for one, shift in zip(located, shifts, strict=True)]


def map_of(group: CountryGroup, data: DocumentData) -> JsonObject:
    """Return the part of the world that shows a group best, its members there, and the names that have room."""
    members = _members(group, data)
    frame = _frame(members)
    parts = {one: one.box.within(frame) for one in members if one.box.meets(frame)}
    # The countries that are largest on the map come first, and of equally large ones those with the most people.
    shown = sorted(parts, key=lambda one: (-round(parts[one].width * parts[one].height), -one.people))
    outlines = data.once(make_outlines)[NEAR if frame.width < _NEAR_WIDTH else MEDIUM].countries
    paths = {one: outlines.get(one.code, "") for one in shown}
    dots = {one for one in shown if not paths[one] or one.box.size < frame.width * _DOT}
    sizes = {screen: round(frame.width / letters, 1) for screen, letters in _LETTERS.items()}
    return {
        "frame": frame,
        "members": [(one, paths[one], one in dots) for one in shown],
        "names": [(screen, size, _with_room(shown, dots, size, frame)) for screen, size in sizes.items()],
        "continues": frame.right > WIDTH,
        "outside": sorted(one.name for one in members if one not in parts),
        "radius": round(frame.width * _RADIUS, 1),
    }


def _member(value: Country, locator: Locator, shift: int, kind: GroupKind) -> _Member:
    is_main = kind not in (CURRENCY, LANGUAGE) or len(value_at(value, kind.field)) <= _MANY
    latitude, longitude = value.get("capitalInfo", {}).get("latlng", value["latlng"])
    capital_x, capital_y = project(longitude, latitude)
    return _Member(
        value["cca2"],
        value["name"]["common"],
        (value["population"] or 0) * is_main,
        value.get("area", 0) * is_main,
        (locator.x + shift, locator.y),
        (capital_x + shift, capital_y),
        locator.box.moved(shift),
        shift,
    )


def _beyond_date_line(columns: Sequence[int]) -> list[int]:
    """Return how far to move each place so that places on both sides of the date line are near each other."""
    shifts = [WIDTH if x < WIDTH / 2 else 0 for x in columns]
    moved = [x + shift for x, shift in zip(columns, shifts, strict=True)]
    before, after = (max(places, default=0) - min(places, default=0) for places in (columns, moved))
    return shifts if 2 * after < before else [0] * len(columns)


def _frame(members: Sequence[_Member]) -> Box:
    """Return the part of the map to show.

    It has all countries with many people or much land; of those much larger than most, it has what is around their
    capitals. Other countries are added while they do not make it too wide.
    """
    people, land = sum(one.people for one in members), sum(one.land for one in members)
    main = [one for one in members if one.people >= _MOST_PEOPLE * people or one.land >= _MOST_LAND * land]
    longest = max(_LONG * median([one.box.size for one in main] or [0]), _LONGEST)
    box = reduce(Box.joined, [_around_capital(one, longest) for one in main] or [Box(0, 0, WIDTH, HEIGHT)])
    most = 2 * WIDTH if box.width > WIDTH / 2 else max(_in_ratio(box).width * _WIDER, _AT_LEAST)
    for other in sorted((one.box for one in members), key=lambda other: _in_ratio(box.joined(other)).width):
        grown = box.joined(other)
        box = grown if _in_ratio(grown).width <= most else box
    return _in_ratio(box, 2 * WIDTH if any(one.shift for one in members) else WIDTH)


def _around_capital(member: _Member, longest: float) -> Box:
    x, y = member.capital
    around = member.box.within(Box(x - longest / 2, y - longest / 2, x + longest / 2, y + longest / 2))
    return around if member.box.size > longest else member.box


def _in_ratio(box: Box, whole: int = WIDTH) -> Box:
    """Return the box with its surroundings, in the ratio of a map, within a world as wide as *whole*."""
    width = round(min(max(box.width + 2 * _AROUND, _RATIO * (box.height + 2 * _AROUND)), WIDTH))
    height = min(width // _RATIO, HEIGHT)
    left = min(max(round(box.left + box.right - width) // 2, 0), whole - width)
    top = min(max(round(box.top + box.bottom - height) // 2, 0), HEIGHT - height)
    return Box(left, top, left + width, top + height)


class _Label(NamedTuple):
    """The name of a country: the place and the ``text-anchor`` of its text, and the part of the map that it covers."""

    name: str
    x: float
    y: float
    anchor: str
    box: Box


def _with_room(members: Sequence[_Member], dots: set[_Member], size: float, frame: Box) -> list[_Label]:
    """Return the names that, in letters of this size, are in the frame and cover no other name.

    The name of a dot or of a narrow country is at its side, if the name covers no country of the group there.
    """
    half = size / 2
    around = {one: Box(*(at - half for at in one.centre), *(at + half for at in one.centre)) for one in dots}
    drawn = [around.get(one, one.box) for one in members]
    found: list[_Label] = []
    for one in members:
        width = len(one.name) * size * _LETTER_WIDTH
        outside = _at_side(one, width, size) if one in dots or one.box.width < width / 3 else ()
        labels = [label for label in outside if not any(map(label.box.meets, drawn))]
        for label in chain(labels, () if one in dots else _on_land(one, width, size, frame)):
            if label.box.within(frame) == label.box and not any(label.box.meets(other.box) for other in found):
                found.append(label)
                break
    return found


def _at_side(member: _Member, width: float, size: float) -> Iterator[_Label]:
    """Yield the places for a name of this width at the side of its country: on the right, then on the left."""
    y, left, right = member.centre[1], member.box.left - size * 0.6, member.box.right + size * 0.6
    yield _Label(member.name, right, y, "start", Box(right, y - size / 2, right + width, y + size / 2))
    yield _Label(member.name, left, y, "end", Box(left - width, y - size / 2, left, y + size / 2))


def _on_land(member: _Member, width: float, size: float, frame: Box) -> Iterator[_Label]:
    """Yield the places for a name of this width on its country: in sight near its centre, then above and below."""
    half = width / 2 + size / 4
    x = min(max(member.centre[0], frame.left + half), frame.right - half)
    middle = min(max(member.centre[1], frame.top + size), frame.bottom - size)
    for down in (0, -0.6, 0.6, -1.2, 1.2):
        y = middle + down * size
        if Box(x, y, x, y).meets(member.box):
            box = Box(x - half, y - size / 2, x + half, y + size / 2)
            yield _Label(member.name, round(x, 1), round(y, 1), "middle", box)
