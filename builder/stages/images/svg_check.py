"""Rejects SVG images that contain more than the allowlist: the dataset may have been edited by hand."""

from collections.abc import Iterator

from lxml import etree

from builder.svg_rules import DRAWN, ROOT, STYLE, SVG, harmless_rules, harmless_value


def refuse_unsafe(source: bytes) -> None:
    """Raise ``ValueError`` with everything in *source* that is not allowed, or with the reason why it is not an SVG."""
    try:
        # Decoded first: bytes can declare an encoding in which the characters below look different.
        text = source.decode()
    except UnicodeDecodeError:
        raise ValueError("is not UTF-8") from None
    if "<!" in text or "<?" in text:
        raise ValueError("contains a declaration, a comment or a processing instruction, which are not allowed")
    try:
        root = etree.fromstring(text, etree.XMLParser(no_network=True, huge_tree=False))
    except etree.XMLSyntaxError as error:
        raise ValueError(f"is not well-formed XML: {error}") from None
    if root.tag != ROOT:
        raise ValueError(f"is not an SVG: its root element is {root.tag!r}, not svg in the namespace {SVG}")
    if found := dict.fromkeys(_unsafe(root)):
        raise ValueError(f"contains parts that may run, load or link: {', '.join(found)}")


def _unsafe(root: etree._Element) -> Iterator[str]:
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
