"""Converts Markdown pages to HTML: headings with anchors, scrolling tables, HTTP exchanges and drawings."""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

from builder.documents.samples import LANGUAGES
from builder.extensions.pages.html.highlighting import breakable, exchange_html, highlight_code, highlight_json

CONSOLE = "console.html"
_NOT_WORD = re.compile(r"[^a-z0-9]+")
# A table fits on a phone if an average row has no more characters than _NARROW, and the longest words of its columns,
# with the gaps between columns, no more than _LONGEST_WORDS.
_NARROW = 40
_LONGEST_WORDS = 39
_GAP = 2
# Tables with more rows are collapsed.
_LONG = 100
# Columns whose cells are coloured like types in code.
_TYPED = ("Type", "Allowed")
# Dates, and numbers with a unit of bytes.
_UNBROKEN_TEXT = re.compile(r"\b\d{4}-\d{2}-\d{2}\b|\b\d[\d,.]* [kKMG]i?B\b")


class Part(TypedDict):
    """A heading, with its level and anchor, and the text below it until the next."""

    title: str
    level: int
    anchor: str
    text: str


class Content(TypedDict):
    """A page as HTML, and what a search finds in it.

    The first of ``parts`` has the title of the page. ``terms`` are the rows of tables whose first cell has a name in
    code and nothing else: a field, a parameter, a header. A term has the anchor of the heading above, and its text is
    in no part.
    """

    html: str
    parts: list[Part]
    terms: list[Part]


class _PageRenderer(RendererHTML):
    """Renders tokens: a method for each type of token that the library renders differently."""

    def th_open(self, *_given: Any) -> str:
        """Begin the heading of a column."""
        return '<th scope="col">'

    def text(self, tokens: Sequence[Token], index: int, *_given: Any) -> str:
        """Prevent line breaks in dates, which browsers break at hyphens, and between a size and its unit."""
        return _UNBROKEN_TEXT.sub(r'<span class="date">\g<0></span>', escapeHtml(tokens[index].content))

    def code_inline(self, tokens: Sequence[Token], index: int, *_given: Any) -> str:
        """Format code, in which lines break between the parts of addresses."""
        return f"<code>{breakable(tokens[index].content)}</code>"

    def table_open(self, tokens: Sequence[Token], index: int, *_given: Any) -> str:
        """Begin a table, which is collapsed if it is long."""
        name = f"scroll {tokens[index].meta.get('stacked', '')}".rstrip()
        rows = tokens[index].meta.get("rows")
        fold = f'<details class="fold"><summary>Show {rows} rows</summary>\n' if rows else ""
        return f'{fold}<div class="{name}" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], index: int, *_given: Any) -> str:
        """End a table."""
        return "</table></div>\n" + ("</details>\n" if "rows" in tokens[index].meta else "")

    def fence(self, tokens: Sequence[Token], index: int, _options: Any, env: Any) -> str:
        """Format an exchange, a drawing, a sample in several languages, or other code.

        Adjacent samples are alternatives; one is shown at a time.
        """
        token = tokens[index]
        if token.info == "http":
            return str(exchange_html(token.content, CONSOLE))
        if token.info.startswith("drawing:"):
            return str(env["drawing"](token.info.removeprefix("drawing:")))
        first = next(at for at in range(index, -1, -1) if at == 0 or not _is_sample(tokens[at - 1]))
        is_last = index + 1 == len(tokens) or not _is_sample(tokens[index + 1])
        if _is_sample(token) and not (first == index and is_last):
            block = Markup(
                '<details name="samples-{}" data-language="{}"{}><summary>{}</summary>'
                '<div class="block"><pre tabindex="0"><code>{}</code></pre></div></details>\n'
            ).format(
                first,
                token.info,
                " open" if first == index else "",
                LANGUAGES[token.info],
                highlight_code(token.content),
            )
            opening = '<div class="samples">\n' if first == index else ""
            return opening + str(block) + ("</div>\n" if is_last else "")
        if token.info == "json":
            code = highlight_json(token.content)
        elif token.info in LANGUAGES:
            code = highlight_code(token.content)
        else:
            code = escape(token.content)
        name = "block" if token.content.count("\n") > 1 else "block line"
        return f'<div class="{name}"><pre tabindex="0"><code>{code}</code></pre></div>\n'


_MARKDOWN = MarkdownIt("commonmark", {"html": False}, renderer_cls=_PageRenderer).enable("table")


def render_markdown(text: str, drawing: Callable[[str], str]) -> Content:
    """Convert Markdown to HTML, with its parts and terms.

    HTML in the Markdown is escaped. ``drawing`` makes the SVG of a code block with the language ``drawing:<name>``.
    """
    tokens = _MARKDOWN.parse(text)
    _prepare_tables(tokens)
    parts, terms = _anchored(tokens)
    html = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {"drawing": drawing})
    return {"html": html, "parts": parts, "terms": terms}


def _is_sample(token: Token) -> bool:
    return token.type == "fence" and token.info in LANGUAGES


def _prepare_tables(tokens: list[Token]) -> None:
    """Add the column name to each cell of tables that are too wide for a phone, which shows one cell per line.

    Other tables get no names: with hundreds of short rows, the names would be larger than the cells.
    Cells with types get a class, and long tables the number of their rows.
    """
    opened = [index for index, token in enumerate(tokens) if token.type == "table_open"]
    for start in opened:
        end = next(index for index in range(start, len(tokens)) if tokens[index].type == "table_close")
        cells = [index for index in range(start, end) if tokens[index].type in ("th_open", "td_open")]
        texts = [_plain(tokens[index + 1]) for index in cells]
        columns = [text for index, text in zip(cells, texts, strict=True) if tokens[index].type == "th_open"]
        rows = [texts[at : at + len(columns)] for at in range(len(columns), len(texts), len(columns))]
        for place, index in enumerate(cells[len(columns) :]):
            if columns[place % len(columns)] in _TYPED:
                tokens[index].attrSet("class", "type")
        if len(rows) > _LONG:
            tokens[start].meta["rows"] = tokens[end].meta["rows"] = len(rows)
        if _fits(columns, rows):
            continue
        has_prose = any(len(text) > _NARROW for row in rows for text in row)
        tokens[start].meta["stacked"] = "stacked" if has_prose else "stacked values"
        for place, index in enumerate(cells[len(columns) :]):
            tokens[index].attrSet("data-column", columns[place % len(columns)])


def _fits(columns: list[str], rows: list[list[str]]) -> bool:
    cells = zip(columns, *rows, strict=True)
    words = (max(len(word) for text in column for word in text.split() or ("",)) for column in cells)
    return (
        sum(len(text) for row in rows for text in row) <= len(rows) * _NARROW
        and sum(words) + _GAP * len(columns) <= _LONGEST_WORDS
    )


def _anchored(tokens: list[Token]) -> tuple[list[Part], list[Part]]:
    """Give every heading below the title an id, and collect parts and terms."""
    parts: list[Part] = []
    terms: list[Part] = []
    is_term = False
    for index, token in enumerate(tokens):
        before = tokens[index - 1].type
        if token.type == "heading_open":
            title = _plain(tokens[index + 1])
            anchor = _NOT_WORD.sub("-", title.lower()).strip("-")
            if token.tag != "h1":
                token.attrSet("id", anchor)
            parts.append({"title": title, "level": int(token.tag[1]), "anchor": anchor, "text": ""})
        elif parts and token.type == "inline" and before not in ("heading_open", "th_open"):
            if before == "td_open" and tokens[index - 2].type == "tr_open":
                is_term = [child.type for child in token.children or ()] == ["code_inline"]
                if is_term:
                    terms.append({**parts[-1], "title": _plain(token), "text": ""})
                    continue
            passage = terms[-1] if is_term and before == "td_open" else parts[-1]
            passage["text"] = f"{passage['text']} {_plain(token)}".lstrip()
    return parts, terms


def _plain(token: Token) -> str:
    return "".join(
        " " if child.type == "softbreak" else child.content
        for child in token.children or ()
        if child.type in ("text", "code_inline", "softbreak")
    )
