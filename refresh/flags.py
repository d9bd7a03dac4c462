"""Makes the flags in ``data/`` from their package: SVG images with only what the allowlist contains.

No maintained library does this: nh3 parses HTML and does not check ``url()``; svg-sanitize calls itself a prototype,
and removes ``use``, gradients and clips, which flags need.
"""

from collections.abc import Collection

from lxml import etree

from builder.images.svg_check import DRAWN, ROOT, STYLE, SVG, XLINK, harmless_rules, harmless_value
from builder.inputs.errors import Problem, refuse
from refresh.package_archive import Archive

_BLANK = f'<svg xmlns="{SVG}" xmlns:xlink="{XLINK}"/>'


def flags(archive: Archive, codes: Collection[str]) -> dict[str, str]:
    """Make the flags of *codes* and their notice, by path. Raises ``InputError`` with each missing or wrong flag."""
    packaged = archive.files("flags/4x3/*.svg", "LICENSE")
    files = {"notices/flag-icons.txt": packaged["LICENSE"].decode("utf-8")}
    problems = []
    for code in map(str.lower, codes):
        name = f"flags/4x3/{code}.svg"
        if name not in packaged:
            problems.append(Problem(archive.path.name, name, "is not in the package"))
            continue
        try:
            files[f"flags/{code}.svg"] = clean(packaged[name]).decode()
        except ValueError as error:
            problems.append(Problem(archive.path.name, name, str(error)))
    refuse(problems, "data/ is unchanged.")
    return files


def clean(source: bytes) -> bytes:
    """Return *source* as UTF-8 SVG without scripts, external references, metadata and text.

    Identifiers and references inside the image stay. Raises ``ValueError`` when *source* is not an SVG.
    """
    # Entities between tags are not resolved. In attributes libxml2 resolves them, within a limit on their size.
    parser = etree.XMLParser(resolve_entities=False, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(source, parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(f"is not well-formed XML: {error}") from None
    if root.tag != ROOT:
        raise ValueError(f"is not an SVG: its root element is {root.tag!r}, not svg in the namespace {SVG}")
    cleaned = etree.fromstring(_BLANK)
    for name, value in _attributes(root).items():
        cleaned.set(name, value)
    _copy(root, cleaned)
    etree.cleanup_namespaces(cleaned)
    return etree.tostring(cleaned, encoding="utf-8") + b"\n"


def _copy(source: etree._Element, target: etree._Element) -> None:
    for child in source:
        tag = str(child.tag)
        if tag == STYLE:
            if rules := harmless_rules(child.text or ""):
                sheet: etree._Element = etree.SubElement(target, tag)
                sheet.text = rules
        elif tag in DRAWN:
            _copy(child, etree.SubElement(target, tag, _attributes(child)))


def _attributes(element: etree._Element) -> dict[str, str]:
    attributes = {str(name): str(value) for name, value in element.attrib.items()}
    return {name: harmless for name, value in attributes.items() if (harmless := harmless_value(name, value))}
