"""The images of all flags."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from builder.images.overview import (
    CARD_SIZE,
    CELL_HEIGHT,
    CELL_WIDTH,
    COLUMNS,
    PADDING,
    grid_position,
    make_overview,
    make_social_card,
    rows,
)
from builder.types import Asset, File

SIGN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="#00f" d="M0 0h1v1H0z"/></svg>'


def _flag(number: int, colour: str) -> Asset:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="{colour}" d="M0 0h4v3H0z"/></svg>'
    return Asset(f"/flags/svg/{number}.svg", File.of(f"public/flags/svg/{number}.svg", svg.encode()), "svg", "image")


def _png(number: int) -> Asset:
    return Asset(f"/flags/png/{number}.png", File.of(f"public/flags/png/{number}.png", b"of another size"), "png")


def _drawn(flags: Sequence[Asset], cache: Path) -> Image.Image:
    return Image.open(BytesIO(make_overview(flags, cache))).convert("RGB")


def test_flag_is_at_the_position_of_its_number(tmp_path: Path) -> None:
    colours = {0: "#f00", COLUMNS - 1: "#0f0", COLUMNS: "#00f", COLUMNS + 2: "#000"}
    flags = [_flag(number, colours.get(number, "#fff")) for number in range(COLUMNS + 3)]
    image = _drawn([asset for number, flag in enumerate(flags) for asset in (flag, _png(number))], tmp_path)
    width, height = CELL_WIDTH + 2 * PADDING, CELL_HEIGHT + 2 * PADDING
    assert image.size == (COLUMNS * width, 2 * height)
    middles = {}
    for number in colours:
        column, row = grid_position(number)
        middles[number] = image.getpixel((int((column + 0.5) * width), int((row + 0.5) * height)))
    assert middles == {
        0: (255, 0, 0),
        COLUMNS - 1: (0, 255, 0),
        COLUMNS: (0, 0, 255),
        COLUMNS + 2: (0, 0, 0),
    }
    # A white frame, so that no neighbour shows at the edge of a scaled flag.
    assert {image.getpixel((x, height // 2)) for x in (0, PADDING - 1, width - 1, width)} == {(255, 255, 255)}


def test_overview_depends_on_the_flags_and_their_order(tmp_path: Path) -> None:
    one, other = _flag(0, "#f00"), _flag(1, "#00f")
    made = [make_overview(flags, tmp_path) for flags in ([one, other], [one, other], [other, one], [one])]
    assert made[0] == made[1]
    assert len(set(made)) == 3


def test_card_has_the_sign_a_title_and_the_flags(tmp_path: Path) -> None:
    card = make_social_card([_flag(0, "#f00"), _flag(0, "#0f0")], SIGN, tmp_path)
    image = Image.open(BytesIO(card)).convert("RGB")
    assert image.size == CARD_SIZE == (1200, 630)
    found = [image.getpixel(place) for place in ((100, 100), (24, 611), (72, 611))]
    assert found == [(0, 0, 255), (255, 0, 0), (0, 255, 0)]
    colours = image.crop((230, 50, 1190, 130)).getcolors(1 << 20) or []
    assert (18, 33, 31) in {colour for _, colour in colours}
    # All of the title is on the card.
    right = image.crop((1188, 40, 1200, 220))
    assert right.convert("L").getextrema() == (255, 255)


def test_card_is_drawn_anew_for_other_flags_or_another_sign(tmp_path: Path) -> None:
    flags = [_flag(0, "#f00")]
    made = [
        make_social_card(shown, sign, tmp_path / folder)
        for folder, shown, sign in (
            ("a", flags, SIGN),
            ("b", flags, SIGN),
            ("a", [_flag(0, "#0f0")], SIGN),
            ("a", flags, SIGN.replace("#00f", "#0ff")),
        )
    ]
    assert made[0] == made[1]
    assert len(set(made)) == 3


def test_flags_fill_one_row_after_another() -> None:
    places = [grid_position(number) for number in range(3 * COLUMNS)]
    assert places == sorted(places, key=lambda found: (found[1], found[0]))
    assert len(set(places)) == len(places)
    assert max(column for column, _ in places) == COLUMNS - 1


@pytest.mark.parametrize("count", [1, COLUMNS - 1, COLUMNS, COLUMNS + 1, 250])
def test_number_of_rows_is_that_of_the_last_flag(count: int) -> None:
    assert rows(count) == grid_position(count - 1)[1] + 1
