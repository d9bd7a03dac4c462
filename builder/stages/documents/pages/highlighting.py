"""Formats JSON and HTTP exchanges as HTML, and escapes all text."""

import re

from markupsafe import Markup, escape

_TOKEN = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*")(?=\s*:)|(?P<string>"(?:[^"\\]|\\.)*")'
    r"|(?P<number>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|\btrue\b|\bfalse\b|\bnull\b)|(?P<cut>… \d+ more lines)"
)
_CLASS = {"key": "k", "string": "s", "number": "n", "cut": "c"}


def highlight_json(text: str) -> Markup:
    """Highlight keys, strings and numbers of JSON, which may be truncated."""
    parts: list[Markup] = []
    end = 0
    for found in _TOKEN.finditer(text):
        parts.append(escape(text[end : found.start()]))
        parts.append(Markup('<span class="{}">{}</span>').format(_CLASS[found.lastgroup or ""], found[0]))
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])


def exchange_html(fence: str, console: str) -> Markup:
    """Format an exchange of ``http_examples.show_exchange``; *console* is the address of the console page."""
    request, head, body = (*fence.rstrip("\n").split("\n\n", 2), "")[:3]
    method, target, _ = request.split("\n")[0].split(" ")
    further = request.split("\n")[1:]
    status, *headers = head.split("\n")
    parts = [Markup('<div class="exchange">\n<div class="request"><b>{}</b> <code>{}</code>').format(method, target)]
    if method == "GET" and not further:
        parts.append(Markup(' <a href="{}#{}">Try it</a>').format(console, target))
    parts.append(Markup("</div>\n"))
    shown = [Markup("{}").format(line) for line in further]
    shown.append(
        Markup('<b class="{}">{}</b>').format("bad" if _is_error(status) else "good", status[len("HTTP/1.1 ") :])
    )
    shown += [Markup("{}").format(line) for line in headers]
    parts.append(Markup('<div class="head">{}</div>\n').format(Markup("<br>").join(shown)))
    if body:
        parts.append(Markup('<pre tabindex="0"><code>{}</code></pre>\n').format(highlight_json(body)))
    return Markup("").join([*parts, Markup("</div>\n")])


def _is_error(status: str) -> bool:
    return status.split(" ")[1] >= "400"
