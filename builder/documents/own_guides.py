"""Reads the guides of a project: each Markdown file in its folder ``pages/`` is one, or replaces that of its name."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from builder.documents.page import Page
from builder.inputs.errors import Problem
from builder.inputs.files import files_under, undecodable_texts

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\.md")
# Statements and comments of the template can be before the heading.
_HEADED = re.compile(r"\s*(?:\{([%#]).*?\1\}\s*)*# +(?P<title>[^\n]+)(?P<text>.*)", re.DOTALL)
_NO_PARAGRAPH = re.compile(r"\s*(?:#|>|\||```|~~~|[*+-] |\d+[.)] |$)| {4}")


class OwnGuides(NamedTuple):
    """The guides of a project by name, and the problems of their files."""

    pages: Mapping[str, Page]
    problems: tuple[Problem, ...]


def read_own_guides(folder: Path, shipped: Mapping[str, Page], taken: Collection[str], section: str) -> OwnGuides:
    """Read the guides in *folder*, which may be missing; a new one is listed in the *section* of the menu.

    The title is that of the heading, the summary the first paragraph, unless the template computes them: then those
    of the *shipped* guide that is replaced. *taken* are the names of pages that are no guides. A page with a problem is
    listed too, so that links to it are none.
    """
    pages: dict[str, Page] = {}
    problems = [*undecodable_texts(folder, "pages")]
    for path in sorted(map(Path, files_under(str(folder)))):
        file = f"pages/{path.relative_to(folder).as_posix()}"
        if path.parent != folder or not _NAME.fullmatch(path.name):
            allowed = "name it with lower-case letters, digits and hyphens, such as pages/offices.md"
            problems.append(Problem(file, "", f"is no guide; {allowed}"))
            continue
        if path.stem in taken:
            problems.append(Problem(file, "", "has the name of another page of the site; choose another name"))
        before = shipped.get(path.stem, Page(path.stem, "", "", section))
        found = _HEADED.match(path.read_text("utf-8-sig", errors="replace"))
        title = _plain(found["title"]) if found else ""
        if "{" in title:
            title = before.title
        if not title:
            problems.append(Problem(file, "", "has no title; begin it with a line such as # Offices"))
        summary = _summary(found["text"]) if found else ""
        pages[path.stem] = before._replace(
            title=title,
            summary=summary or before.summary or title,
            template="",
            menu=before.menu if title == before.title else "",
        )
    return OwnGuides(pages, tuple(problems))


def _summary(markdown: str) -> str:
    """Return the first paragraph in which the template computes nothing."""
    blocks = re.split(r"\n[ \t\r]*\n", markdown)
    return next((_plain(block) for block in blocks if not _NO_PARAGRAPH.match(block) and "{" not in block), "")


def _plain(markdown: str) -> str:
    """Return the words of Markdown in one line."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)|[*`]|\\(?=\W)", r"\1", markdown)
    return " ".join(words.split())
