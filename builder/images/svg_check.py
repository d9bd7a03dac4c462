"""The allowlist of what a published SVG image may contain, and the check of an image.

A browser can open an image as a page of our origin, so nothing in it may run, load or link to anything. A refresh
removes what is not allowed. A build rejects an image with anything that is not allowed, or of another shape than 4:3,
because the dataset may have been edited by hand.
"""

import re
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree as ET

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
ROOT = f"{{{SVG}}}svg"
STYLE = f"{{{SVG}}}style"
_XLINK_HREF = f"{{{XLINK}}}href"

_ELEMENTS = """
    svg g defs symbol use switch a
    path rect circle ellipse line polyline polygon
    clipPath mask marker linearGradient radialGradient stop
"""
_ATTRIBUTES = """
    id class style href viewBox preserveAspectRatio width height transform
    d points pathLength x y x1 y1 x2 y2 cx cy r rx ry fx fy fr
    gradientUnits gradientTransform spreadMethod offset
    clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient
    fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
    stroke-dasharray stroke-dashoffset stop-color stop-opacity clip-path clip-rule mask mask-type
    marker marker-start marker-mid marker-end opacity color display visibility overflow font-size
    paint-order vector-effect shape-rendering color-interpolation
"""
_FUNCTIONS = "matrix translate scale rotate skewx skewy rgb rgba hsl hsla url"

# The allowed elements except ``STYLE``, with names in the form {namespace}local of ElementTree.
DRAWN = frozenset(f"{{{SVG}}}{name}" for name in _ELEMENTS.split())
_ALLOWED = frozenset([*_ATTRIBUTES.split(), _XLINK_HREF])
_CALLED = frozenset(_FUNCTIONS.split())
# Limits of what is drawn. A part counts as often as it is referred to. Shipped images have at most 914 parts, 13 levels
# and 109 layers.
_MOST_PARTS, _MOST_LEVELS, _MOST_LAYERS = 5_000, 100, 500
# Elements for which the renderer makes another canvas; a thousand of them take nine seconds.
_LAYERS = frozenset(f"{{{SVG}}}{name}" for name in ("clipPath", "mask", "marker"))
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")\s]+)", re.IGNORECASE)
# Masks, clipping and markers are allowed only as attributes, where they are counted.
_LAYER_RULE = re.compile(r"\b(mask|clip-path|marker)", re.IGNORECASE)
_CALL = re.compile(r"([\w-]*)\s*\(\s*['\"]?\s*(#?)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AT_STATEMENT = re.compile(r"@[\w-]+[^;{}]*;")
_MARKER = f"{{{SVG}}}marker"
_RATIO = 4 / 3
# Images of one width are equally tall if their ratios differ from 4:3 by less than this: 240 pixels at 320.
_TOLERANCE = 0.001
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)


def harmless_value(name: str, value: str) -> str:
    """Return the allowed part of an attribute's value; an empty string when the attribute is not allowed."""
    if name not in _ALLOWED:
        return ""
    if name in ("href", _XLINK_HREF):
        return value if value.startswith("#") else ""
    if name == "style":
        return ";".join(part for part in value.split(";") if _is_local(part))
    return value if _is_local(value) else ""


def harmless_rules(text: str) -> str:
    """Return a style sheet without comments and at-rules, or an empty string when the rest is not allowed."""
    rules = _AT_STATEMENT.sub("", _COMMENT.sub("", text)).strip()
    return rules if _is_local(rules) and not _LAYER_RULE.search(rules) else ""


def _is_local(css: str) -> bool:
    """Whether a value only calls allowed functions, and ``url()`` only with a reference inside the image."""
    if any(sign in css for sign in "\\@<"):
        # An escape with a backslash can stand for any name, such as url.
        return False
    return all(name.lower() in _CALLED and (name.lower() != "url" or fragment) for name, fragment in _CALL.findall(css))


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
        raise ValueError(f"contains parts that are not allowed: {', '.join(found)}")
    _refuse_other_shape(root)
    _refuse_costly(root)


def _refuse_costly(root: ET.Element) -> None:
    """Raise ``ValueError`` for an image that would take too much time or memory to draw."""
    by_id = {element.get("id"): element for element in root.iter()}
    has_markers = any(element.tag == _MARKER for element in root.iter())
    parts = layers = 0
    to_visit = [(root, 1)]
    while to_visit:
        element, level = to_visit.pop()
        parts += 1
        layers += _layers(element, has_markers=has_markers)
        if level > _MOST_LEVELS:
            raise ValueError(f"is nested more than {_MOST_LEVELS} levels deep")
        if parts > _MOST_PARTS:
            raise ValueError(f"has more than {_MOST_PARTS:,} elements to draw, each as often as it is used")
        if layers > _MOST_LAYERS:
            raise ValueError(f"has more than {_MOST_LAYERS} masks, clipped, marked or translucent parts to draw")
        to_visit += ((part, level + 1) for part in (*element, *_referenced(element, by_id)))


def _layers(element: ET.Element, *, has_markers: bool) -> int:
    """Count the canvases that *element* may take. In an image with markers, each point of *element* may take one."""
    is_translucent = "opacity" in element.attrib or "opacity" in element.get("style", "")
    points = element.get("d", "") + element.get("points", "")
    return (element.tag in _LAYERS) + is_translucent + (len(_NUMBER.findall(points)) if has_markers else 0)


def _referenced(element: ET.Element, by_id: Mapping[str | None, ET.Element]) -> Iterator[ET.Element]:
    for key, value in element.attrib.items():
        names = [value[1:]] if key in ("href", _XLINK_HREF) else _REFERENCE.findall(value)
        yield from (by_id[name] for name in names if name in by_id)


def _refuse_other_shape(root: ET.Element) -> None:
    box = re.split(r"[\s,]+", root.get("viewBox", "").strip())
    if len(box) != 4 or not all(map(_NUMBER.fullmatch, box)):
        shown = root.get("viewBox", "")[:40]
        raise ValueError(f"has the viewBox {shown!r}; it must be four numbers, such as 0 0 640 480")
    if "width" in root.attrib or "height" in root.attrib:
        raise ValueError("has a width or a height; the viewBox alone must say its shape")
    width, height = map(float, box[2:])
    if not (width > 0 < height and abs(width / height / _RATIO - 1) < _TOLERANCE):
        raise ValueError(f"has the viewBox {width:g} x {height:g}; a flag is 4:3, such as 640 x 480")


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
