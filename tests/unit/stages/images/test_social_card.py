"""The image that social networks show for a link to the site."""

from io import BytesIO
from pathlib import Path

from PIL import Image

from builder.stages.images.social_card import SIZE, make_social_card
from builder.types import Asset, File

PATH = "public/docs/assets/card.png"
SIGN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="#00f" d="M0 0h1v1H0z"/></svg>'


def _flag(colour: str) -> Asset:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="{colour}" d="M0 0h4v3H0z"/></svg>'
    return Asset("/flags/svg/x.svg", File.of("public/flags/svg/x.svg", svg.encode()), "svg", "image")


def test_card_has_the_sign_a_title_and_the_flags(tmp_path: Path) -> None:
    card = make_social_card([_flag("#f00"), _flag("#0f0")], SIGN, PATH, tmp_path)
    assert (card.address, card.type) == ("/docs/assets/card.png", "png")
    image = Image.open(BytesIO(card.file.body)).convert("RGB")
    assert image.size == SIZE == (1200, 630)
    found = [image.getpixel(place) for place in ((100, 100), (24, 611), (72, 611))]
    assert found == [(0, 0, 255), (255, 0, 0), (0, 255, 0)]
    colours = image.crop((230, 50, 1190, 130)).getcolors(1 << 20) or []
    assert (18, 33, 31) in {colour for _, colour in colours}
    # All of the title is on the card.
    right = image.crop((1188, 40, 1200, 220))
    assert right.convert("L").getextrema() == (255, 255)


def test_card_is_drawn_anew_for_other_flags_or_another_sign(tmp_path: Path) -> None:
    flags = [_flag("#f00")]
    made = [
        make_social_card(shown, sign, PATH, tmp_path / folder).file.body
        for folder, shown, sign in (
            ("a", flags, SIGN),
            ("b", flags, SIGN),
            ("a", [_flag("#0f0")], SIGN),
            ("a", flags, SIGN.replace("#00f", "#0ff")),
        )
    ]
    assert made[0] == made[1]
    assert len(set(made)) == 3
