"""The allowlist of elements, attributes and values of published SVG images.

A browser can open an image as a page of our origin, so nothing in it may run, load or link to anything. A refresh
removes everything else, and a build rejects images with anything else.
"""

import re

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
ROOT = f"{{{SVG}}}svg"
STYLE = f"{{{SVG}}}style"
_XLINK_HREF = f"{{{XLINK}}}href"

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

# Names in the form {namespace}local of ElementTree. ``STYLE`` is allowed too.
DRAWN = frozenset(f"{{{SVG}}}{name}" for name in _ELEMENTS.split())
_KEPT = frozenset([*_ATTRIBUTES.split(), _XLINK_HREF])
_CALLED = frozenset(_FUNCTIONS.split())
_CALL = re.compile(r"([\w-]*)\s*\(\s*['\"]?\s*(#?)")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AT_STATEMENT = re.compile(r"@[\w-]+[^;{}]*;")


def harmless_value(name: str, value: str) -> str:
    """Return the allowed part of an attribute's value; an empty string when the attribute is not allowed."""
    if name not in _KEPT:
        return ""
    if name in ("href", _XLINK_HREF):
        return value if value.startswith("#") else ""
    if name == "style":
        return ";".join(part for part in value.split(";") if _is_local(part))
    return value if _is_local(value) else ""


def harmless_rules(text: str) -> str:
    """Return a style sheet without comments and at-rules, or an empty string when the rest is not allowed."""
    rules = _AT_STATEMENT.sub("", _COMMENT.sub("", text)).strip()
    return rules if _is_local(rules) else ""


def _is_local(css: str) -> bool:
    """Whether a value only calls allowed functions, and ``url()`` only with a reference inside the image."""
    if any(sign in css for sign in "\\@<"):
        # An escape with a backslash can stand for any name, such as url.
        return False
    return all(name.lower() in _CALLED and (name.lower() != "url" or fragment) for name, fragment in _CALL.findall(css))
