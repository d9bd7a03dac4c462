"""Makes the plain-text documents: pages, the index for language models, release notes, licences and robots.txt."""

from collections.abc import Mapping

from jinja2 import Environment

from builder.stages.documents.document_data import DocumentData, make_document
from builder.stages.documents.pages.markdown_pages import linked
from builder.stages.documents.pages.page_list import HOME, Page
from builder.types import Asset


def make_texts(site: DocumentData, jinja: Environment, written: Mapping[Page, str]) -> tuple[Asset, ...]:
    """Make the plain-text documents of *site*, from the rendered Markdown pages *written*."""

    def spell(page: Page) -> str:
        return f"{site.config.docs}/{page.name}.{'txt' if page.section else 'html'}"

    texts = {
        f"docs/{page.name}.txt": linked(markdown, spell, f"{site.config.docs}/") for page, markdown in written.items()
    }
    home = texts[f"docs/{HOME}.txt"]
    llms = linked(jinja.get_template("text/llms.txt").render(), spell)
    return tuple(
        make_document(path, f"{text.strip()}\n".encode(), "text")
        for path, text in {
            "llms.txt": llms,
            "llms-full.txt": "\n\n".join(text.strip() for text in (llms, *texts.values())),
            "docs.txt": f"{home.strip()}\n\n{jinja.get_template('text/index.txt').render()}",
            "changelog.txt": site.changelog,
            "licences.txt": jinja.get_template("text/licences.txt").render(),
            "robots.txt": jinja.get_template("text/robots.txt").render(),
            **texts,
        }.items()
    )
