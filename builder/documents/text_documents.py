"""Lists the plain-text documents: guides, the index for language models, release notes, licences and robots.txt."""

from collections.abc import Callable, Iterator
from functools import partial

from builder.api.types import Dataset, Entry
from builder.documents.contents import list_guides, own_guides, page_named
from builder.documents.document_data import DocumentData
from builder.documents.page import HOME, Page, Values
from builder.documents.rendering import document, linked, render_template, write_guide
from builder.inputs.errors import InputErrors, refuse
from builder.project.build_request import BuildRequest
from builder.project.config import Config
from builder.project.templating import template_problems

LICENCES = "text/licences.txt"
LLMS = "text/llms.txt"


def text_documents(data: DocumentData) -> Iterator[Entry]:
    """Yield every plain-text document. Raises ``InputError`` with every problem of the project's own guides."""
    _refuse_faulty_guides(data)
    yield _text("llms.txt", data, _llms)
    yield _text("llms-full.txt", data, _llms_full)
    yield _text("docs.txt", data, _index)
    yield _text("changelog.txt", data, lambda data: data.request.file("CHANGELOG.md").read_text("utf-8"))
    yield _text("licences.txt", data, _licences)
    yield _text("robots.txt", data, lambda data: render_template(data, "text/robots.txt", {}))
    for page in data.once(list_guides):
        yield _text(f"docs/{page.name}.txt", data, partial(_guide, page))


def _refuse_faulty_guides(data: DocumentData) -> None:
    guides, errors = data.once(own_guides), InputErrors()
    with errors.collect():
        refuse(guides.problems)
    faulty = errors.files
    for page in data.once(list_guides):
        if page.name in guides.pages and page.source not in faulty:
            with errors.collect(), template_problems():
                _guide(page, data)
    errors.refuse()


def _text(path: str, data: DocumentData, write: Callable[[DocumentData], str]) -> Entry:
    def make() -> bytes:
        return f"{write(data).strip()}\n".encode()

    return document(f"/{path}", "txt", make)


def _guide(page: Page, data: DocumentData) -> str:
    return _linked(write_guide(page, data), page.source, data)


def _llms(data: DocumentData) -> str:
    return _linked(render_template(data, LLMS, {"pages": data.once(list_guides)}), LLMS, data)


def _llms_full(data: DocumentData) -> str:
    return "\n\n".join(text.strip() for text in (_llms(data), *(_guide(page, data) for page in data.once(list_guides))))


def _index(data: DocumentData) -> str:
    home = _guide(page_named(data, HOME), data).strip()
    return f"{home}\n\n{render_template(data, 'text/index.txt', {'pages': data.once(list_guides)})}"


def _licences(data: DocumentData) -> str:
    return render_template(data, LICENCES, licence_values(data.request, data.site.dataset))


def licence_values(request: BuildRequest, dataset: Dataset) -> Values:
    """Return the values for the template of ``licences.txt``."""
    return {
        "own": dataset.own,
        "has_data": (request.root / "data").exists(),
        "shipped_url": Config().repository_url,
        "licence": request.file("LICENSE").read_text("utf-8"),
        "licences": dataset.sources.get("licences", {}),
        # Texts that are not in ``data/licences.json``, because a refresh copies them from the source.
        "notices": {path.stem: path.read_text("utf-8") for path in (request.data / "notices").glob("*.txt")},
    }


def _linked(markdown: str, source: str, data: DocumentData) -> str:
    docs = data.site.config.docs

    def address_of(page: Page) -> str:
        return f"{docs}/{page.name}.{'txt' if page.section else 'html'}"

    return linked(markdown, source, data, address_of, f"{docs}/")
