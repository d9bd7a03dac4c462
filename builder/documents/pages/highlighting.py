"""Formats code, JSON and HTTP exchanges as HTML, and escapes all text."""

import re
from itertools import groupby
from typing import Any

from markupsafe import Markup, escape
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Number, String

_TOKEN = re.compile(
    r'(?P<k>"(?:[^"\\]|\\.)*")(?=\s*:)|(?P<s>"(?:[^"\\]|\\.)*")'
    r"|(?P<n>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|\btrue\b|\bfalse\b|\bnull\b)|(?P<c>… \d+ more lines)"
)


def highlight_json(text: str) -> Markup:
    """Highlight keys, strings and numbers of JSON, which may be truncated; the groups of tokens are their classes."""
    parts: list[Markup] = []
    end = 0
    for found in _TOKEN.finditer(text):
        parts.append(escape(text[end : found.start()]))
        parts.append(Markup('<span class="{}">{}</span>').format(found.lastgroup, found[0]))
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])


# The classes of what is coloured in code; the style sheet has them.
_KINDS = ((Keyword, "k"), (String, "s"), (Number, "n"), (Comment, "c"))


def highlight_code(text: str, language: str) -> Markup:
    """Highlight keywords, strings, numbers and comments of code; *language* is that of a code block in Markdown."""
    parts = []
    for name, tokens in groupby(get_lexer_by_name(language).get_tokens(text), key=lambda token: _class_of(token[0])):
        part = "".join(text for _, text in tokens)
        parts.append(Markup('<span class="{}">{}</span>').format(name, part) if name else escape(part))
    # The lexer ends every text with a line break.
    return Markup("").join(parts)[:-1]


def _class_of(kind: Any) -> str:
    return next((name for one, name in _KINDS if kind in one), "")


def exchange_html(exchange: str, console: str) -> Markup:
    """Format an exchange of ``http_examples.make_exchange``; *console* is the address of the console page."""
    request, head, body = (*exchange.rstrip("\n").split("\n\n", 2), "")[:3]
    (line, *further), (status, *headers) = request.split("\n"), head.split("\n")
    method, target, _ = line.split(" ")
    code = status.removeprefix("HTTP/1.1 ")
    verdict = Markup('<b class="{}">{}</b>').format("bad" if code >= "400" else "good", code)
    parts = [Markup('<div class="exchange">\n<div class="request"><b>{}</b> <code>{}</code>').format(method, target)]
    if method == "GET" and not further:
        parts.append(Markup(' <a href="{}#{}">Try it</a>').format(console, target))
    shown = Markup("<br>").join([*further, verdict, *headers])
    parts.append(Markup('</div>\n<div class="head">{}</div>\n').format(shown))
    if body:
        parts.append(Markup('<pre tabindex="0"><code>{}</code></pre>\n').format(highlight_json(body)))
    return Markup("").join([*parts, Markup("</div>\n")])
