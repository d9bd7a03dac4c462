"""Converts Markdown pages to HTML: headings with anchors, scrolling tables, HTTP exchanges and figures."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token
from markupsafe import Markup, escape

from builder.stages.documents.pages.highlighting import exchange_html, highlight_json

# Adjacent code blocks in these languages are alternatives; one is shown at a time.
# The languages of samples, by the name of their code blocks.
LANGUAGES = {"sh": "curl", "js": "JavaScript", "python": "Python", "ts": "TypeScript"}
_NOT_WORD = re.compile(r"[^a-z0-9]+")
# A table fits on a phone up to these numbers of characters: average row, and longest words of a row together.
_NARROW = 40
# Tables with more rows are collapsed.
_LONG = 100
_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
_UNBROKEN = 34


class Passage(NamedTuple):
    """A heading of a page, its level and anchor, and the words below it until the next."""

    title: str
    level: int
    anchor: str
    text: str


class RenderedPage(NamedTuple):
    """A page as HTML; its parts in order, the first being the page's own title; and its terms.

    A term is the row of a table that begins with a name in code and nothing else: a field, a parameter, a header. It
    has the anchor of the heading above, and its text is in no part.
    """

    html: Markup
    parts: tuple[Passage, ...]
    terms: tuple[Passage, ...]


def page_renderer(figure: Callable[[str], Markup], console: str) -> Callable[[str], RenderedPage]:
    """Make a function that converts Markdown to HTML.

    HTML in the Markdown is escaped. ``figure`` draws a code block with the language ``figure:<name>``. Exchanges link
    to the page *console*.
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

    def fence(tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
        token = tokens[index]
        if token.info == "http":
            return str(exchange_html(token.content, console))
        if token.info.startswith("figure:"):
            return str(figure(token.info.removeprefix("figure:")))
        if "sample" in token.meta:
            return str(_sample(token))
        code = highlight_json(token.content) if token.info == "json" else escape(token.content)
        return Markup('<div class="block"><pre tabindex="0"><code>{}</code></pre></div>\n').format(code)

    for name, text in {
        "th_open": '<th scope="col">',
    }.items():
        markdown.add_render_rule(name, lambda _self, *_args, text=text: text)
    markdown.add_render_rule("text", lambda _self, tokens, index, *_args: _text(tokens[index]))
    markdown.add_render_rule("table_close", lambda _self, tokens, index, *_args: _table_close(tokens[index]))
    markdown.add_render_rule("table_open", lambda _self, tokens, index, *_args: _table_open(tokens[index]))
    markdown.add_render_rule("fence", lambda _self, *args: fence(*args))

    def render(text: str) -> RenderedPage:
        tokens = markdown.parse(text)
        _stack_tables(tokens)
        _group_samples(tokens)
        parts, terms = _anchored(tokens)
        html: str = markdown.renderer.render(tokens, markdown.options, {})
        return RenderedPage(Markup(html), parts, terms)  # noqa: S704  the renderer escapes all text and lets no HTML through

    return render


def _group_samples(tokens: list[Token]) -> None:
    """Mark the first, inner and last of adjacent code blocks in several languages."""
    for index, token in enumerate(tokens):
        if not _is_sample(token):
            continue
        first = index == 0 or not _is_sample(tokens[index - 1])
        last = index + 1 == len(tokens) or not _is_sample(tokens[index + 1])
        if not (first and last):
            token.meta["sample"] = (first, last)


def _is_sample(token: Token) -> bool:
    return token.type == "fence" and token.info in LANGUAGES


def _sample(token: Token) -> Markup:
    first, last = token.meta["sample"]
    block = Markup(
        '<div class="block" data-language="{0}"><p class="language">{1}</p>'
        '<pre tabindex="0"><code>{2}</code></pre></div>\n'
    ).format(token.info, LANGUAGES[token.info], token.content)
    opening, closing = Markup('<div class="samples">\n'), Markup("</div>\n")
    return (opening if first else Markup("")) + block + (closing if last else Markup(""))


def _stack_tables(tokens: list[Token]) -> None:
    """Add the column name to each cell of tables that are too wide for a phone, where cells are shown one per line.

    Other tables do not get them: with hundreds of short rows, the names would be larger than the cells.
    """
    opened = [index for index, token in enumerate(tokens) if token.type == "table_open"]
    for start in opened:
        end = next(index for index in range(start, len(tokens)) if tokens[index].type == "table_close")
        cells = [index for index in range(start, end) if tokens[index].type in ("th_open", "td_open")]
        texts = [_plain(tokens[index + 1]) for index in cells]
        columns = [text for index, text in zip(cells, texts, strict=True) if tokens[index].type == "th_open"]
        rows = [texts[at : at + len(columns)] for at in range(len(columns), len(texts), len(columns))]
        if len(rows) > _LONG:
            tokens[start].meta["rows"] = tokens[end].meta["rows"] = len(rows)
        if _fits(rows):
            continue
        tokens[start].meta["stacked"] = True
        for place, index in enumerate(cells[len(columns) :]):
            tokens[index].attrSet("data-column", columns[place % len(columns)])


def _fits(rows: list[list[str]]) -> bool:
    words = (max(len(word) for text in column for word in text.split() or ("",)) for column in zip(*rows, strict=True))
    return sum(len(text) for row in rows for text in row) <= len(rows) * _NARROW and sum(words) <= _UNBROKEN


def _table_open(token: Token) -> str:
    name = "scroll stacked" if token.meta.get("stacked") else "scroll"
    rows = token.meta.get("rows")
    fold = f'<details class="fold"><summary>Show {rows} rows</summary>\n' if rows else ""
    return f'{fold}<div class="{name}" tabindex="0"><table>\n'


def _table_close(token: Token) -> str:
    return "</table></div>\n" + ("</details>\n" if "rows" in token.meta else "")


def _text(token: Token) -> str:
    """Prevent line breaks in dates, which browsers break at hyphens."""
    return _DATE.sub(r'<span class="date">\g<0></span>', escapeHtml(token.content))


def _anchored(tokens: list[Token]) -> tuple[tuple[Passage, ...], tuple[Passage, ...]]:
    """Give every heading an id, and collect passages and terms."""
    parts: list[Passage] = []
    terms: list[Passage] = []
    words: list[str] = []
    term = False
    for index, token in enumerate(tokens):
        before = tokens[index - 1].type
        if token.type == "heading_open":
            title = _plain(tokens[index + 1])
            anchor = _NOT_WORD.sub("-", title.lower()).strip("-")
            if token.tag != "h1":
                token.attrSet("id", anchor)
            if parts:
                parts[-1] = _with_text(parts[-1], words)
            words = []
            parts.append(Passage(title, int(token.tag[1]), anchor, ""))
        elif token.type == "inline" and before == "td_open" and tokens[index - 2].type == "tr_open" and parts:
            term = [child.type for child in token.children or ()] == ["code_inline"]
            if term:
                terms.append(parts[-1]._replace(title=_plain(token)))
            else:
                words.append(_plain(token))
        elif token.type == "inline" and before == "td_open" and term:
            terms[-1] = _with_text(terms[-1], [*filter(None, [terms[-1].text]), _plain(token)])
        elif token.type == "inline" and before not in ("heading_open", "th_open"):
            words.append(_plain(token))
    if parts:
        parts[-1] = _with_text(parts[-1], words)
    return tuple(parts), tuple(terms)


def _with_text(part: Passage, words: list[str]) -> Passage:
    return part._replace(text=" ".join(words))


def _plain(token: Token) -> str:
    return "".join(
        " " if child.type == "softbreak" else child.content
        for child in token.children or ()
        if child.type in ("text", "code_inline", "softbreak")
    )
