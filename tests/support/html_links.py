"""Reads the links of HTML pages."""

from html.parser import HTMLParser


class Links(HTMLParser):
    """Collects link targets, ids and the canonical address of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.anchors: set[str] = set()
        self.canonical = ""

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the attributes of an element."""
        if ("rel", "canonical") in attrs:
            self.canonical = dict(attrs)["href"] or ""
            return
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.targets.add(value)
            if value and name == "id":
                self.anchors.add(value)


def read_links(text: str) -> Links:
    """Parse the HTML *text*."""
    links = Links()
    links.feed(text)
    return links
