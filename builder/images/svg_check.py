"""Rejects SVG images that contain more than the allowlist or are not 4:3: the dataset may have been edited by hand."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from builder.svg_rules import DRAWN, ROOT, STYLE, SVG, harmless_rules, harmless_value

_RATIO = 4 / 3
# The images of one width are equally tall: 320 pixels are 240 for every ratio that differs by less than this.
_TOLERANCE = 0.001
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)


def refuse_unsafe(source: bytes) -> None:
    """Raise ``ValueError`` with everything in *source* that is not allowed, or with the reason why it is not an SVG.

    The documents promise that a flag is 4:3, so its size is checked too.
    """
    try:
        # Decoded first: bytes can declare an encoding in which the characters below look different.
        text = source.decode()
    except UnicodeDecodeError:
        raise ValueError("is not UTF-8") from None
    if "<!" in text or "<?" in text:
        raise ValueError("contains a declaration, a comment or a processing instruction, which are not allowed")
    try:
        # Without declarations, which are refused above, there are no entities to expand or to load.
        root = ET.fromstring(text)  # noqa: S314
    except ET.ParseError as error:
        raise ValueError(f"is not well-formed XML: {error}") from None
    if root.tag != ROOT:
        raise ValueError(f"is not an SVG: its root element is {root.tag!r}, not svg in the namespace {SVG}")
    if found := dict.fromkeys(_unsafe(root)):
        raise ValueError(f"contains parts that may run, load or link: {', '.join(found)}")
    _refuse_other_shape(root)


def _refuse_other_shape(root: ET.Element) -> None:
    box = [float(part) for part in re.split(r"[\s,]+", root.get("viewBox", "").strip()) if _NUMBER.fullmatch(part)]
    if len(box) != 4:
        raise ValueError(
            f"has the viewBox {root.get('viewBox', '')[:40]!r}; it must be four numbers, such as 0 0 640 480"
        )
    shapes = [("viewBox", box[2], box[3])]
    if "width" in root.attrib or "height" in root.attrib:
        width, height = (_length(root.get(name, "")) for name in ("width", "height"))
        shapes.append(("width and height", width, height))
    for name, width, height in shapes:
        if not (width > 0 < height and abs(width / height / _RATIO - 1) < _TOLERANCE):
            raise ValueError(f"has the {name} {width:g} x {height:g}; a flag is 4:3, such as 640 x 480")


def _length(text: str) -> float:
    number = text.removesuffix("px")
    return float(number) if _NUMBER.fullmatch(number) else 0.0


def _unsafe(root: ET.Element) -> Iterator[str]:
    for element in root.iter():
        tag = str(element.tag)
        name = tag.rpartition("}")[2]
        if tag == STYLE:
            if len(element) or harmless_rules(element.text or "") != (element.text or "").strip():
                yield "rules of <style>"
        elif tag not in DRAWN:
            yield f"<{name}>"
        elif (element.text or "").strip():
            yield f"text in <{name}>"
        if (element.tail or "").strip():
            yield f"text after <{name}>"
        yield from (
            f"{str(key).rpartition('}')[2]} of <{name}>"
            for key, value in element.attrib.items()
            if harmless_value(str(key), str(value)) != str(value)
        )
