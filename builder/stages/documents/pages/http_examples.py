"""Formats requests with their real answers for the documents."""

import json
from typing import Any
from urllib.parse import quote

from builder.types import Answer, Ask

_REQUEST_CHARACTERS = "/%?&=,+~:;@!$'()*-._"
_LINES = 40
_WIDTH = 88
# The headers to show. The others are the same in every answer and have a page of their own.
_SHOWN = ("Link", "Location", "ETag", "Allow", "Cache-Control")


def show_exchange(ask: Ask, target: str, headers: tuple[str, ...] = (), lines: int = _LINES, **request: str) -> str:
    """Show the answer to *target* as a fenced code block of Markdown; the parameters are those of ``make_exchange``."""
    text = make_exchange(ask, target, headers, lines, **request)
    fence = "`" * 3
    while fence in text:
        fence += "`"
    return f"{fence}http\n{text}\n{fence}"


def make_exchange(ask: Ask, target: str, headers: tuple[str, ...] = (), lines: int = _LINES, **request: str) -> str:
    """Write the request for *target* and its answer.

    It has the given *headers* and those of lists and rankings. The body is truncated after *lines* lines. Raises
    ``ValueError`` for a target that is not a valid request target, and for an answer with status 500.
    """
    if quote(target, safe=_REQUEST_CHARACTERS) != target:
        raise ValueError(f"{target} has characters that are not allowed in a request line; percent-encode them")
    answer = ask(target, **request)
    if answer.status >= 500:
        raise ValueError(f"{target} answers {answer.status}: {answer.body[:200]}")
    head = [f"{request.get('method', 'GET')} {target} HTTP/1.1"]
    if "ifNoneMatch" in request:
        head.append(f"If-None-Match: {request['ifNoneMatch']}")
    head += ["", f"HTTP/1.1 {answer.status} {REASONS[answer.status]}"]
    head += [f"{name}: {value}" for name, value in answer.headers if _is_shown(name, headers)]
    body = _laid_out(answer, lines)
    return "\n".join([*head, *(["", body] if body else [])])


def conditional_exchange(ask: Ask, target: str) -> str:
    """Show a second request for *target*, with the ETag of the first answer."""
    etag = dict(ask(target).headers)["ETag"]
    return show_exchange(ask, target, ("ETag",), ifNoneMatch=etag)


REASONS = {
    200: "OK",
    204: "No Content",
    301: "Moved Permanently",
    304: "Not Modified",
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
    414: "URI Too Long",
}


def _is_shown(name: str, named: tuple[str, ...]) -> bool:
    return name in named or (name not in _SHOWN and name.startswith(("X-List-", "X-Rank-", "X-Total-")))


def _laid_out(answer: Answer, most: int) -> str:
    if not answer.body:
        return ""
    try:
        text = lay_out(json.loads(answer.body))
    except json.JSONDecodeError:
        text = answer.body.strip()
    lines = text.split("\n")
    if len(lines) <= most:
        return text
    return "\n".join([*lines[:most], f"… {len(lines) - most} more lines"])


def lay_out(value: Any, indent: str = "") -> str:
    """Format JSON with an indent of two spaces; values that fit in a line of 88 characters stay on one line."""
    flat = _encode(value)
    if not isinstance(value, list | dict) or len(indent) + len(flat) <= _WIDTH:
        return flat
    deeper = indent + "  "
    if isinstance(value, list):
        items = [deeper + lay_out(item, deeper) for item in value]
        return "[\n" + ",\n".join(items) + f"\n{indent}]"
    members = [f"{deeper}{_encode(key)}: {lay_out(item, deeper)}" for key, item in value.items()]
    return "{\n" + ",\n".join(members) + f"\n{indent}}}"


_encode = json.JSONEncoder(ensure_ascii=False).encode
