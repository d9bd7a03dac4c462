"""Reads guides: each Markdown file in a folder ``pages/`` is a guide.

A guide can begin with front matter, TOML between two lines ``+++``: ``title``, ``summary``, ``section`` of the menu,
``order`` in the section, and ``words`` by which the search finds the guide.
"""

import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from builder.api.field_types import Text
from builder.documents.page import Page
from builder.inputs.errors import Problem, refusals
from builder.inputs.files import files_under, undecodable_texts

_FRONT_MATTER = re.compile(r"\A\ufeff?\+\+\+\r?\n(.*?)^\+\+\+[ \t]*\r?\n", re.DOTALL | re.MULTILINE)
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\.md")
# Statements and comments of the template can be before the heading.
_HEADED = re.compile(r"\s*(?:\{([%#]).*?\1\}\s*)*# +(?P<title>[^\n]+)(?P<text>.*)", re.DOTALL)
_NO_PARAGRAPH = re.compile(r"\s*(?:#|>|\||```|~~~|[*+-] |\d+[.)] |$)| {4}")


class _FrontMatter(TypedDict, total=False):
    title: Text
    summary: Text
    section: Text
    order: int
    words: Text


_MODEL = TypeAdapter(_FrontMatter)


class OwnGuides(NamedTuple):
    """The guides of a project by name, and the problems of their files."""

    pages: Mapping[str, Page]
    problems: tuple[Problem, ...]


def read_guides(folder: Path) -> dict[str, Page]:
    """Read the shipped guides in *folder* by name. Each is expected to have front matter."""
    paths = sorted(folder.glob("*.md"))
    return {path.stem: Page(path.stem, "", "")._replace(**_front_matter(path.read_text("utf-8"))) for path in paths}


def without_front_matter(text: str) -> str:
    """Return the *text* of a guide after its front matter."""
    return _FRONT_MATTER.sub("", text)


def _front_matter(text: str) -> _FrontMatter:
    """Read the front matter of a guide, if it has any. Raises ``ValueError`` if the front matter is invalid."""
    found = _FRONT_MATTER.match(text)
    return _MODEL.validate_python(tomllib.loads(found[1].replace("\r\n", "\n")) if found else {}, extra="forbid")


def read_own_guides(folder: Path, shipped: Mapping[str, Page], taken: Collection[str], section: str) -> OwnGuides:
    """Read the guides in *folder*, which may be missing. A guide that replaces no *shipped* one is in *section*.

    Front matter replaces all other values. A title that it lacks is the heading or, if the template computes the
    heading, the shipped title. A summary that it lacks is the first paragraph that is not computed, or else the shipped
    summary, or else the title. *taken* are the names of pages that are not guides. A guide with a problem is listed
    too, so that links to it are no further problems. A file whose name no guide can have is not listed.
    """
    pages: dict[str, Page] = {}
    problems = [*undecodable_texts(folder, "pages")]
    for path in sorted(map(Path, files_under(str(folder)))):
        file = f"pages/{path.relative_to(folder).as_posix()}"
        if path.parent != folder or not _NAME.fullmatch(path.name):
            remedy = "put it in pages/ itself; name it with lower-case letters, digits and hyphens, as offices.md"
            problems.append(Problem(file, "", f"is no guide; {remedy}"))
            continue
        if path.stem in taken:
            problems.append(Problem(file, "", "has the name of another page of the site; choose another name"))
        base = shipped.get(path.stem, Page(path.stem, "", "", section))
        text = path.read_text("utf-8-sig", errors="replace")
        front: _FrontMatter = {}
        try:
            front = _front_matter(text)
        except ValidationError as error:
            problems += refusals(file, error)
        except tomllib.TOMLDecodeError as error:
            problems.append(Problem(file, "", f"has front matter that is not TOML; write texts in quotes: {error}"))
        found = _HEADED.match(without_front_matter(text))
        title = _plain(found["title"]) if found else ""
        title = front.get("title", base.title if "{" in title else title)
        if not title:
            problems.append(Problem(file, "", "has no title; begin it with a line such as # Offices"))
        summary = _summary(found["text"]) if found else ""
        page = base._replace(
            title=title,
            summary=summary or base.summary or title,
            template="",
            menu=base.menu if title == base.title else "",
        )
        pages[path.stem] = page._replace(**front)
    return OwnGuides(pages, tuple(problems))


def _summary(markdown: str) -> str:
    """Return the first paragraph in which the template computes nothing."""
    blocks = re.split(r"\n[ \t\r]*\n", markdown)
    return next((_plain(block) for block in blocks if not _NO_PARAGRAPH.match(block) and "{" not in block), "")


def _plain(markdown: str) -> str:
    """Return the text of Markdown in one line, without markup."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)|[*`]|\\(?=\W)", r"\1", markdown)
    return " ".join(words.split())
