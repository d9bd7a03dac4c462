"""Which elements and attributes an SVG image may have, and which images a build rejects."""

import json
from pathlib import Path

import pytest

from builder.images.renderer import draw_png
from builder.images.svg_check import harmless_rules, harmless_value, refuse_unsafe
from tests.support.cases import load_cases
from tests.support.project import ROOT

CASES = load_cases("svg_check")

PICTURES = ROOT / "tests/fixtures/svg"


UNSAFE = json.loads((PICTURES / "unsafe.json").read_text("utf-8"))


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.clean.svg")), ids=lambda path: path.name.split(".")[0])
def test_clean_image_is_accepted(path: Path) -> None:
    refuse_unsafe(path.read_bytes())


@pytest.mark.parametrize(("name", "parts"), UNSAFE.items())
def test_error_names_every_unsafe_part(name: str, parts: list[str]) -> None:
    with pytest.raises(ValueError, match=r"^contains ") as refused:
        refuse_unsafe((PICTURES / name).read_bytes())
    assert [part for part in parts if part not in str(refused.value)] == []


@pytest.mark.parametrize(("inside", "part"), CASES["texts"])
def test_text_and_style_rules_outside_the_allowlist_are_rejected(inside: str, part: str) -> None:
    with pytest.raises(ValueError, match=f"^contains .*{part}"):
        refuse_unsafe(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>'.encode())


def test_image_that_is_not_utf_8_is_rejected() -> None:
    with pytest.raises(ValueError, match="is not UTF-8"):
        refuse_unsafe("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>".encode("utf-16"))


@pytest.mark.parametrize(("name", "value"), CASES["kept"])
def test_drawing_attribute_is_not_changed(name: str, value: str) -> None:
    assert harmless_value(name, value) == value


@pytest.mark.parametrize(("name", "value"), CASES["removed"])
def test_attribute_that_runs_or_loads_something_is_removed(name: str, value: str) -> None:
    assert harmless_value(name, value) == ""


def test_style_attribute_loses_only_its_unsafe_declarations() -> None:
    assert harmless_value("style", "fill:red;mask:url(http://a.example)") == "fill:red"


def test_style_sheet_loses_comments_and_at_rules() -> None:
    assert harmless_rules("/* a */ @import 'b.css'; .c { fill: red }") == ".c { fill: red }"
    assert harmless_rules(".c { fill: url(http://a.example) }") == ""


def _flag(content: str) -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3">{content}</svg>'.encode()


_PATH = '<path id="p" d="M0 0h4v3z"/>'
_MASK = f'<mask id="m">{_PATH}</mask>'
# Each of these images exceeds a limit. Without it, some crash the renderer, and others take it up to a minute.
_TOO_COSTLY = {
    "nested groups": ("<g>" * 800 + "</g>" * 800, "100 levels"),
    "nested opacities": ('<g opacity=".9">' * 500 + "</g>" * 500, "100 levels"),
    "masked uses": (_MASK + '<use href="#p" mask="url(#m)"/>' * 100_000, "500 masks"),
    "uses": (_PATH + '<use href="#p"/>' * 100_000, "5,000 elements"),
    "uses of uses": (
        _PATH + "".join(f'<g id="g{n}">{f"""<use href="#{f"g{n - 1}" if n else "p"}"/>""" * 10}</g>' for n in range(6)),
        "5,000 elements",
    ),
    "mask of itself": ('<mask id="m"><g mask="url( \'#m\')"/></mask>', "100 levels"),
    "use of itself": ('<g id="g"><use href="#g"/></g>', "100 levels"),
    "translucent parts": ('<g style="opacity:.5"/>' * 501, "500 masks"),
    "clipped parts": (f'<clipPath id="c">{_PATH}</clipPath>' + '<g clip-path="url(#c)"/>' * 501, "500 masks"),
    "inherited markers": (
        f'<marker id="k">{_PATH}</marker><g marker-mid="url(#k)"><path d="M0 0{"h1v1h-1v-1" * 200}"/></g>',
        "500 masks",
    ),
}


@pytest.mark.parametrize("kind", _TOO_COSTLY)
def test_image_that_takes_too_much_to_draw_is_rejected(kind: str) -> None:
    content, most = _TOO_COSTLY[kind]
    with pytest.raises(ValueError, match=f"more than {most}"):
        refuse_unsafe(_flag(content))


def test_image_just_below_the_limits_is_accepted_and_drawn() -> None:
    # The root and the path are two levels.
    nested = '<g opacity=".9">' * 98 + _PATH + "</g>" * 98
    image = _flag(nested + '<use href="#p"/>' * 2_249 + '<g opacity=".5"/>' * 402)
    refuse_unsafe(image)
    assert draw_png(image.decode(), 64)
