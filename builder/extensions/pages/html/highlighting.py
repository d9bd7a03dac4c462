"""Formats code, JSON and HTTP exchanges as HTML, and escapes all text."""

import re

from markupsafe import Markup, escape

_JSON = re.compile(
    r'(?P<k>"(?:[^"\\]|\\.)*")(?=\s*:)|(?P<s>"(?:[^"\\]|\\.)*")'
    r"|(?P<n>-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b|\btrue\b|\bfalse\b|\bnull\b)|(?P<c>… \d+ more lines)"
)

_WORDS = (
    "import|from|const|let|await|async|while|for|of|in|if|else|new|return|type|as|with|def|export|function|print|true|"
    "false|None|null"
)
_CODE = re.compile(
    r"""(?P<s>'[^'\n]*'|"[^"\n]*"|`[^`]*`)|(?P<c>(?<![:\w])(?:#|//).*)|(?P<n>\b\d+\b)"""
    rf"|(?P<k>\b(?:{_WORDS})\b)"
)

# Where a line may break in an address, and in the path of a field: never inside a word.
_SEAMS = re.compile(r"(?<=[\w}]/)(?=[\w{])|(?<=\w,)(?=\w)|(?=&amp;)")
_DOTS = re.compile(r"(?<=[a-z])(?=\.[a-z])")
# A shorter text needs no break.
_SHORT = 14


def breakable(text: str) -> Markup:
    """Escape *text*, in which lines may break between the parts of addresses and paths."""
    escaped, seams = escape(text), _SEAMS if "/" in text else _DOTS
    return escaped if len(text) < _SHORT else Markup(seams.sub("<wbr>", escaped))  # noqa: S704  escaped


def highlight_json(text: str) -> Markup:
    """Highlight keys, strings and numbers of JSON, which may be truncated."""
    return _coloured(_JSON, text)


def highlight_code(text: str) -> Markup:
    """Highlight keywords, strings, numbers and comments of code in the languages of the samples."""
    return _coloured(_CODE, text.rstrip("\n"))


def _coloured(tokens: re.Pattern[str], text: str) -> Markup:
    """Put each token into an element whose class, which the style sheet has, is the name of its group."""
    parts: list[Markup] = []
    end = 0
    for found in tokens.finditer(text):
        parts.append(escape(text[end : found.start()]))
        parts.append(Markup('<span class="{}">{}</span>').format(found.lastgroup, breakable(found[0])))
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])


def exchange_html(exchange: str, console: str) -> Markup:
    """Format an exchange of ``http_examples.exchange_text``; *console* is the address of the console page."""
    request, head, body = (*exchange.rstrip("\n").split("\n\n", 2), "")[:3]
    (line, *further), (status, *headers) = request.split("\n"), head.split("\n")
    method, target, _ = line.split(" ")
    address = breakable(target)
    code = status.removeprefix("HTTP/1.1 ")
    verdict = Markup('<b class="{}">{}</b>').format("bad" if code >= "400" else "good", code)
    parts = [Markup('<div class="exchange">\n<div class="request"><b>{}</b> <code>{}</code>').format(method, address)]
    if method == "GET" and not further:
        parts.append(Markup(' <a href="{}#{}">Open in console</a>').format(console, target))
    shown = Markup("<br>").join([*further, verdict, *map(breakable, headers)])
    parts.append(Markup('</div>\n<div class="head">{}</div>\n').format(shown))
    if body:
        parts.append(Markup('<pre tabindex="0"><code>{}</code></pre>\n').format(highlight_json(body)))
    return Markup("").join([*parts, Markup("</div>\n")])
