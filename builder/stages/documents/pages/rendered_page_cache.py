"""Takes pages as HTML from the cache of an earlier build: converting all Markdown takes a tenth of a build."""

from collections.abc import Iterable

import orjson
from markupsafe import Markup

from builder.cache.step_cache import StepCache
from builder.cache.tracked_templates import Templates
from builder.stages.documents.pages.rendered_page import Passage, RenderedPage

# In place of the revision in cached pages, which would otherwise be made again for every dataset. It is a word of the
# same length, and the renderer treats it in the same way.
_REVISION = "0revision0000000"


def rendered_pages_of(steps: StepCache, markdowns: Iterable[str], console: str, revision: str) -> list[RenderedPage]:
    """Convert pages from Markdown to HTML, or take them from *steps*. HTTP exchanges link to the page *console*.

    The pages can quote the *revision* of the dataset.
    """
    values = ([markdown.replace(revision, _REVISION), console] for markdown in markdowns)
    kept = [
        orjson.loads(page.replace(_REVISION.encode(), revision.encode())) for page in steps.take_each(page_step, values)
    ]
    return [
        RenderedPage(
            Markup(page["html"]),  # noqa: S704  the renderer escapes all text and lets no HTML through
            tuple(Passage(**part) for part in page["parts"]),
            tuple(Passage(**term) for term in page["terms"]),
        )
        for page in kept
    ]


def page_step(values: tuple[str, str], templates: Templates) -> bytes:
    """Convert Markdown to a page, as JSON. Templates draw its figures."""
    # Importing the parser takes longer than reading all pages from the cache.
    from builder.stages.documents.pages.markdown_to_html import page_renderer  # noqa: PLC0415

    markdown, console = values

    def figure(name: str) -> Markup:
        return Markup(templates.render(f"html/figures/{name}.svg", {}))  # noqa: S704  a drawing of ours

    page = page_renderer(figure, console)(markdown)
    return orjson.dumps(page._asdict(), default=Passage._asdict)
