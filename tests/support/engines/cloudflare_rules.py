"""Evaluates Cloudflare's URL rewrite rules as the vendor documents them.

Syntax that not every plan has is an error, and so are more rules or characters than the documented limits.
Sources, as read on 2026-11-22:

- https://developers.cloudflare.com/rules/transform/ : ten active rules on the free plan, no regular expressions; rules
  run in order, a later one overwrites an earlier one, and all see the original values of the request
- https://developers.cloudflare.com/ruleset-engine/rules-language/expressions/ : 4,096 characters for an expression
- https://developers.cloudflare.com/ruleset-engine/rules-language/operators/ : ``not`` before ``and`` before ``or``;
  ``strict wildcard`` matches the whole value, each asterisk any number of characters; ``matches`` needs a paid plan
- https://developers.cloudflare.com/ruleset-engine/rules-language/functions/ : the source of ``ends_with`` is a field;
  ``wildcard_replace`` is only for rewrite expressions, once in each, and matches without case
- https://developers.cloudflare.com/rules/transform/url-rewrite/reference/parameters/ : 4,096 characters for the values
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

MAX_RULES = 10
MAX_CHARACTERS = 4096


def _wildcard(pattern: str, flags: int = 0) -> re.Pattern[str]:
    if "**" in pattern:
        raise ValueError(f"two asterisks in a row: {pattern!r}")
    return re.compile("(.*?)".join(re.escape(part) for part in pattern.split("*")), flags | re.DOTALL)


def _replaced(value: str, pattern: str, target: str) -> str:
    found = _wildcard(pattern, re.IGNORECASE).fullmatch(value)
    if found is None:
        return value
    return re.sub(r"\$\{([0-9]+)\}", lambda number: found[int(number[1])], target)


_TOKEN = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|(strict wildcard|[a-z_][a-z0-9_.]*|[0-9]+|[(){},]))')
_FIELDS = {"http.host", "http.request.method", "http.request.uri.path", "http.request.uri.query"}
_COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "eq": lambda value, other: bool(value == other),
    "ne": lambda value, other: bool(value != other),
    "le": lambda value, other: bool(value <= other),
    "contains": lambda value, other: other in value,
    "in": lambda value, others: value in others,
    "strict wildcard": lambda value, pattern: _wildcard(pattern).fullmatch(value) is not None,
}
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "concat": lambda *values: "".join(values),
    "ends_with": lambda value, ending: value.endswith(ending),
    "len": lambda value: len(value.encode()),
    "lower": lambda value: value.lower(),
    "wildcard_replace": _replaced,
}
_IN_FILTERS = {"ends_with", "len", "lower"}
_IN_TARGETS = {"concat", "lower", "wildcard_replace"}

Request = Mapping[str, str]


class Rules:
    """The URL rewrite rules of a zone. Raises ``ValueError`` for a ruleset that the vendor would not take."""

    def __init__(self, ruleset: Mapping[str, Any]) -> None:
        rules = ruleset["rules"]
        if len(rules) > MAX_RULES:
            raise ValueError(f"{len(rules)} rules; a zone of the free plan takes {MAX_RULES}")
        self._rules = [
            (_checked(rule["expression"], _IN_FILTERS), _checked(_target(rule), _IN_TARGETS)) for rule in rules
        ]

    @classmethod
    def of(cls, site: Path) -> "Rules":
        """Read the rules of a built site."""
        return cls(json.loads((site / "hosts" / "cloudflare" / "rewrite.json").read_bytes()))

    def rewritten(self, method: str, target: str, host: str) -> str:
        """Return the target of a request after the rules."""
        path, mark, query = target.partition("?")
        request = {
            "http.host": host,
            "http.request.method": method,
            "http.request.uri.path": path,
            "http.request.uri.query": query,
        }
        for tokens, replacement in self._rules:
            if _Reader(tokens, request).filter():
                path = str(_Reader(replacement, request).value())
        return f"{path}{mark}{query}"


def _target(rule: Mapping[str, Any]) -> str:
    if rule["action"] != "rewrite":
        raise ValueError(f"the action is {rule['action']!r}, not rewrite")
    expression: str = rule["action_parameters"]["uri"]["path"]["expression"]
    return expression


def _checked(expression: str, functions: set[str]) -> Sequence[str]:
    """Split an expression into tokens, and check it."""
    if len(expression) > MAX_CHARACTERS:
        raise ValueError(f"an expression has {len(expression)} characters; at most {MAX_CHARACTERS} are taken")
    tokens = [*_tokens(expression)]
    called = {name for name, after in pairwise(tokens) if after == "(" and name[0].isalpha()}
    if unknown := called - functions - {"not", "and", "or", "in"}:
        raise ValueError(f"no function of every plan at this place: {sorted(unknown)}")
    # An evaluation with empty fields finds invalid syntax.
    reader = _Reader(tokens, dict.fromkeys(_FIELDS, ""))
    if functions is _IN_FILTERS:
        reader.filter()
    else:
        reader.value()
    reader.end()
    return tokens


def _tokens(expression: str) -> Iterator[str]:
    at = 0
    while expression[at:].strip():
        found = _TOKEN.match(expression, at)
        if found is None:
            raise ValueError(f"no expression of every plan: {expression[at : at + 40]!r}")
        yield found[1] or found[2]
        at = found.end()


class _Reader:
    """Reads and evaluates the tokens of an expression for a request."""

    def __init__(self, tokens: Sequence[str], request: Request) -> None:
        self._tokens = tokens
        self._request = request
        self._at = 0

    def filter(self) -> bool:
        """Evaluate conditions that are joined by ``or``."""
        found = self._conjunction()
        while self._next_is("or"):
            found = self._conjunction() or found
        return found

    def value(self) -> Any:
        """Evaluate a literal, a field or a call."""
        token = self._take()
        if token.startswith('"'):
            return token[1:-1]
        if token.isdecimal():
            return int(token)
        if token in _FIELDS:
            return self._request[token]
        if token in _FUNCTIONS and self._next_is("("):
            arguments = [self.value()]
            while self._next_is(","):
                arguments.append(self.value())
            self._expect(")")
            return _FUNCTIONS[token](*arguments)
        raise ValueError(f"no value of every plan: {token!r}")

    def end(self) -> None:
        """Refuse tokens after a complete expression."""
        if self._at < len(self._tokens):
            raise ValueError(f"after the expression stands {self._tokens[self._at]!r}")

    def _conjunction(self) -> bool:
        found = self._condition()
        while self._next_is("and"):
            found = self._condition() and found
        return found

    def _condition(self) -> bool:
        if self._next_is("not"):
            return not self._condition()
        if self._next_is("("):
            found = self.filter()
            self._expect(")")
            return found
        value = self.value()
        if isinstance(value, bool):
            return value
        comparison = self._take()
        if comparison not in _COMPARISONS:
            raise ValueError(f"no operator of every plan: {comparison!r}")
        return _COMPARISONS[comparison](value, self._members() if comparison == "in" else self.value())

    def _members(self) -> set[Any]:
        self._expect("{")
        members = set()
        while not self._next_is("}"):
            members.add(self.value())
        return members

    def _next_is(self, token: str) -> bool:
        found = self._at < len(self._tokens) and self._tokens[self._at] == token
        self._at += found
        return found

    def _expect(self, token: str) -> None:
        if not self._next_is(token):
            raise ValueError(f"{token!r} is missing")

    def _take(self) -> str:
        if self._at == len(self._tokens):
            raise ValueError("the expression ends too early")
        self._at += 1
        return self._tokens[self._at - 1]
