"""Formats requests with their real answers for the documents."""

import json
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from builder.api.types import Ask

_REQUEST_CHARACTERS = "/%?&=,+~:;@!$'()*-._"
_LINES = 40
# The greatest length of a value on one line, with its indent. The scripts of the pages have the same limit.
_WIDTH = 76
# Headers whose names begin with one of these texts are always shown. Most other headers are the same in every answer.
_SHOWN_PREFIXES = ("X-List-", "X-Rank-", "X-Total-")


def fenced_exchange(ask: Ask, target: str, headers: tuple[str, ...] = (), lines: int = _LINES, **request: str) -> str:
    """Show *target* and its answer as a fenced code block of Markdown. The parameters are as in ``exchange_text``."""
    text = exchange_text(ask, target, headers, lines, **request)
    fence = "`" * 3
    while fence in text:
        fence += "`"
    return f"{fence}http\n{text}\n{fence}"


def exchange_text(ask: Ask, target: str, headers: tuple[str, ...] = (), lines: int = _LINES, **request: str) -> str:
    """Write the request for *target* and its answer.

    The answer is shown with *headers*, and the headers of lists and rankings. The body is cut after *lines* lines.
    Raises ``ValueError`` for a target that is not a valid request target, and for an answer with status 500.
    """
    if quote(target, safe=_REQUEST_CHARACTERS) != target:
        raise ValueError(f"{target} has characters that are not allowed in a request line; percent-encode them")
    answer = ask(target, **request)
    if answer.status >= 500:
        raise ValueError(f"{target} answers {answer.status}: {answer.body[:200]}")
    shown = [f"{request.get('method', 'GET')} {target} HTTP/1.1"]
    if "ifNoneMatch" in request:
        shown.append(f"If-None-Match: {request['ifNoneMatch']}")
    shown += ["", f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}"]
    shown += [
        f"{name}: {value}" for name, value in answer.headers if name in headers or name.startswith(_SHOWN_PREFIXES)
    ]
    if answer.body:
        body = lay_out(json.loads(answer.body)).split("\n")
        shown += ["", *body[:lines]]
        if len(body) > lines:
            shown.append(f"… {len(body) - lines} more lines")
    return "\n".join(shown)


def lay_out(value: Any, indent: str = "") -> str:
    """Format JSON with an indent of two spaces. A value of at most 76 characters with its indent stays on one line."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, list | dict) or len(indent) + len(flat) <= _WIDTH:
        return flat
    deeper = indent + "  "
    if isinstance(value, list):
        items = [deeper + lay_out(item, deeper) for item in value]
        return "[\n" + ",\n".join(items) + f"\n{indent}]"
    members = [f'{deeper}"{key}": {lay_out(item, deeper)}' for key, item in value.items()]
    return "{\n" + ",\n".join(members) + f"\n{indent}}}"
