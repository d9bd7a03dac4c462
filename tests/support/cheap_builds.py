"""What builds in one test process have in common, and what a test has no use for: made once, or left out."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path

import orjson
import pytest
from jinja2 import Environment, FileSystemBytecodeCache

from builder.api.dataset_types import OutlineTopology
from builder.api.output_paths import MISSING_PAGE
from builder.api.record_model import Country
from builder.api.types import JsonObject
from builder.documents import Document, DocumentData, list_documents
from builder.documents.document import Content
from builder.documents.pages import rendering
from builder.extensions.pages.html.markdown_to_html import render_markdown
from builder.extensions.pages import pictures
from builder.extensions.pages.map_outlines import outlines_file
from builder.extensions.restcountries import EXTENSION as RESTCOUNTRIES
from builder.inputs.errors import Problem
from builder.inputs.json_files import parse_object
from builder.project import templating
from builder.site import manifest
from builder.site.dataset import loading, references
from builder.site.dataset.invariants import broken_in_record
from builder.site.dataset.validation import file_problems


@contextmanager
def cheap_builds(folder: Path) -> Iterator[None]:
    """Compile each template once in the *folder* of a run.

    What one guide or one topology becomes, and what is wrong with one file of the dataset, is found once in a process.
    Of the time of a small build, all that is more than half.
    """
    compiled = partial(Environment, bytecode_cache=FileSystemBytecodeCache(str(folder)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templating, "Environment", compiled)
        patch.setattr(rendering, "render_markdown", _remembered_markdown())
        patch.setattr(pictures, "outlines_file", _remembered_outlines())
        patch.setattr(loading, "parse_object", _remembered_parser())
        patch.setattr(loading, "broken_in_record", _remembered_judge())
        patch.setattr(loading, "file_problems", cache(file_problems))
        for module in (manifest, references):
            patch.setattr(module, "members_of", cache(module.members_of))
        yield


def leave_out_pages(patch: pytest.MonkeyPatch) -> None:
    """Let builds write no pages, and nothing of an extension except the ``/v3.1`` routes, until *patch* is undone."""
    patch.setattr("builder.build.extensions", lambda: (RESTCOUNTRIES,))
    patch.setattr("builder.build.list_documents", _documents_without_pages)


def _documents_without_pages(data: DocumentData) -> Iterator[Document]:
    # The function contains the page for a missing one.
    return (one for one in list_documents(data) if one.type not in {"html", "md", "txt"} or one.path == MISSING_PAGE)


def _remembered_markdown() -> Callable[[str, Callable[[str], str]], Content]:
    known = cache(lambda text: render_markdown(text, str))
    # A drawing is of the site.
    return lambda text, drawing: render_markdown(text, drawing) if "drawing:" in text else known(text)


def _remembered_parser() -> Callable[[str, bytes, list[Problem]], JsonObject | None]:
    sound: set[bytes] = set()

    def parse(name: str, content: bytes, problems: list[Problem]) -> JsonObject | None:
        if content in sound:
            return orjson.loads(content)  # type: ignore[no-any-return]
        if (value := parse_object(name, content, problems)) is not None:
            sound.add(content)
        return value

    return parse


def _remembered_judge() -> Callable[[str, Country], list[Problem]]:
    known = cache(lambda name, record: broken_in_record(name, orjson.loads(record)))
    return lambda name, record: known(name, orjson.dumps(record))


def _remembered_outlines() -> Callable[[OutlineTopology, int], bytes]:
    known = cache(lambda topology, detail: outlines_file(orjson.loads(topology), detail))
    return lambda topology, detail: known(orjson.dumps(topology), detail)
