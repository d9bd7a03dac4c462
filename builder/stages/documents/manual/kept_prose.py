"""Pages as HTML that are kept from build to build: to turn Markdown into HTML took a tenth of one."""

import orjson
from markupsafe import Markup

from builder.cache.steps import Steps, Templates
from builder.stages.documents.manual.prose import Passage, Prose


def prose_of(steps: Steps, markdown: str, console: str) -> Prose:
    """Turn a page from Markdown into HTML, or take it from *steps*; exchanges link to *console* to be tried."""
    kept = orjson.loads(steps.take(prose_step, [markdown, console]))
    return Prose(
        Markup(kept["html"]),  # noqa: S704  the renderer escapes all text and lets no HTML through
        tuple(Passage(**part) for part in kept["parts"]),
        tuple(Passage(**term) for term in kept["terms"]),
    )


def prose_step(values: tuple[str, str], templates: Templates) -> bytes:
    """Turn Markdown into the JSON of a page; figures are drawn by templates."""
    # The parser takes longer to import than all pages take when they are kept.
    from builder.stages.documents.manual.markdown_to_html import prose_renderer  # noqa: PLC0415

    markdown, console = values

    def figure(name: str) -> Markup:
        return Markup(templates.render(f"html/figures/{name}.svg", {}))  # noqa: S704  a drawing of ours

    return orjson.dumps(prose_renderer(figure, console)(markdown))
