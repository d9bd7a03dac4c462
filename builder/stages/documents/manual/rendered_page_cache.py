"""Takes pages as HTML from the cache of an earlier build: converting all Markdown takes a tenth of a build."""

import orjson
from markupsafe import Markup

from builder.cache.step_cache import StepCache
from builder.cache.tracked_templates import Templates
from builder.stages.documents.manual.rendered_page import Passage, RenderedPage


def rendered_page_of(steps: StepCache, markdown: str, console: str) -> RenderedPage:
    """Convert a page from Markdown to HTML, or take it from *steps*. HTTP exchanges link to the page *console*."""
    kept = orjson.loads(steps.take(page_step, [markdown, console]))
    return RenderedPage(
        Markup(kept["html"]),  # noqa: S704  the renderer escapes all text and lets no HTML through
        tuple(Passage(**part) for part in kept["parts"]),
        tuple(Passage(**term) for term in kept["terms"]),
    )


def page_step(values: tuple[str, str], templates: Templates) -> bytes:
    """Convert Markdown to a page, as JSON. Templates draw its figures."""
    # Importing the parser takes longer than reading all pages from the cache.
    from builder.stages.documents.manual.markdown_to_html import page_renderer  # noqa: PLC0415

    markdown, console = values

    def figure(name: str) -> Markup:
        return Markup(templates.render(f"html/figures/{name}.svg", {}))  # noqa: S704  a drawing of ours

    return orjson.dumps(page_renderer(figure, console)(markdown))
