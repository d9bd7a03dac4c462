"""What of an SVG is published: an allowlist, so that anything unforeseen is left out.

An image of ours may be opened as a page of our origin; nothing in it may run, load or link to anything outside of it.

No kept library does the same: nh3 reads HTML and looks into no ``url()``; svg-sanitize, by its own words a prototype,
leaves out ``use``, gradients and clips, which flags are drawn with.
"""

import re

from lxml import etree

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_XLINK_HREF = f"{{{_XLINK}}}href"
_ROOT = f"{{{_SVG}}}svg"
_STYLE = f"{{{_SVG}}}style"

_ELEMENTS = """
    svg g defs symbol use switch a
    path rect circle ellipse line polyline polygon
    clipPath mask marker pattern linearGradient radialGradient stop
"""
_ATTRIBUTES = """
    id class style href viewBox preserveAspectRatio width height transform
    d points pathLength x y x1 y1 x2 y2 cx cy r rx ry fx fy fr
    gradientUnits gradientTransform spreadMethod offset patternUnits patternContentUnits patternTransform
    clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient
    fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
    stroke-dasharray stroke-dashoffset stop-color stop-opacity clip-path clip-rule mask mask-type
    marker marker-start marker-mid marker-end opacity color display visibility overflow font-size
    paint-order vector-effect shape-rendering color-interpolation
"""
_FUNCTIONS = "matrix translate scale rotate skewx skewy rgb rgba hsl hsla url"

_DRAWN = frozenset(f"{{{_SVG}}}{name}" for name in _ELEMENTS.split())
_KEPT = frozenset([*_ATTRIBUTES.split(), _XLINK_HREF])
_CALLED = frozenset(_FUNCTIONS.split())

_BLANK = f'<svg xmlns="{_SVG}" xmlns:xlink="{_XLINK}"/>'
_CALL = re.compile(r"([\w-]*)\s*\(\s*['\"]?\s*(#?)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AT_STATEMENT = re.compile(r"@[\w-]+[^;{}]*;")


def clean(source: bytes) -> bytes:
    """Return the drawing in *source* as UTF-8 SVG without scripts, references to elsewhere, metadata and text.

    Identifiers and references inside the image are kept. Raises ``ValueError`` when *source* is no SVG.
    """
    # Entities would be expanded before they could be looked at; inside attributes libxml2 bounds their growth.
    parser = etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(source, parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(f"is not well-formed XML: {error}") from None
    if root.tag != _ROOT:
        raise ValueError(f"is not an SVG: its root element is {root.tag!r}, not svg in the namespace {_SVG}")
    cleaned = etree.fromstring(_BLANK)
    for name, value in _attributes(root).items():
        cleaned.set(name, value)
    _copy(root, cleaned)
    etree.cleanup_namespaces(cleaned)
    return etree.tostring(cleaned, encoding="utf-8") + b"\n"


def _copy(source: etree._Element, target: etree._Element) -> None:
    for child in source:
        tag = str(child.tag)
        if tag == _STYLE:
            if rules := _rules(child.text or ""):
                sheet: etree._Element = etree.SubElement(target, tag)
                sheet.text = rules
        elif tag in _DRAWN:
            _copy(child, etree.SubElement(target, tag, _attributes(child)))


def _attributes(element: etree._Element) -> dict[str, str]:
    given = {str(name): str(value) for name, value in element.attrib.items()}
    kept = {}
    for name, value in given.items():
        if name not in _KEPT:
            continue
        if name in ("href", _XLINK_HREF):
            local = value if value.startswith("#") else ""
        elif name == "style":
            local = ";".join(part for part in value.split(";") if _is_local(part))
        else:
            local = value if _is_local(value) else ""
        if local:
            kept[name] = local
    return kept


def _rules(text: str) -> str:
    """Return a style sheet without comments and at-statements, or nothing when what is left is not harmless."""
    rules = _AT_STATEMENT.sub("", _COMMENT.sub("", text)).strip()
    return rules if _is_local(rules) else ""


def _is_local(css: str) -> bool:
    """Tell whether a value calls known functions only, and ``url()`` only for a place inside the image."""
    if any(sign in css for sign in "\\@<"):
        # A backslash can spell any name, url among them.
        return False
    return all(name.lower() in _CALLED and (name.lower() != "url" or fragment) for name, fragment in _CALL.findall(css))
