"""Compares the answers of engines with the answers of the preview, except for declared differences."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from builder.api.response_headers import HEADERS, OPTIONS, SVG_POLICY, common
from tests.support.vectors import Reply, Send, Vector, asks_for_its_tag, disagreements

# The engines of the suite. The rules of Netlify have other tests.
FAST = ("preview", "node", "workerd", "miniflare", "cloudflare", "nginx", "vercel", "aws")
# Headers that the contract defines; other headers of an engine are not compared.
CONTRACT = tuple(
    sorted(
        {
            *(header.name for header in HEADERS),
            *(name for name, _ in (*common(""), *OPTIONS, SVG_POLICY)),
            "Permissions-Policy",
            "Referrer-Policy",
            "Cache-Control",
            "Content-Type",
            "Location",
        }
    )
)
# Headers that depend on a seed that the engine generated.
_RANDOM = ("Link", "X-List-Seed")


@dataclass(frozen=True)
class DeclaredDifference:
    """A declared row: the engines, the requests (``METHOD target``), the parts that may differ, and the reason.

    ``statuses`` are allowed in place of the expected status. ``always`` is false if newer versions of an engine do not
    differ.
    """

    engines: tuple[str, ...]
    requests: re.Pattern[str]
    parts: frozenset[str]
    reason: str
    always: bool
    statuses: frozenset[int]

    def covers(self, engine: str, vector: Vector) -> bool:
        """Whether the row applies to this engine and request."""
        return engine in self.engines and bool(self.requests.fullmatch(f"{vector.method} {vector.target}"))

    def excused(self, reply: Reply) -> frozenset[str]:
        """Return the parts of a reply that may differ; the status only if it is declared."""
        return self.parts if reply.status in self.statuses else self.parts - {"status"}


@dataclass(frozen=True)
class Verdict:
    """The result of a vector: the rows that declare its differences, and the undeclared differences."""

    vector: Vector
    reply: Reply
    declared: tuple[DeclaredDifference, ...]
    failures: tuple[str, ...]


DIFFERENCES = Path(__file__).parents[1] / "contract" / "differences.json"


def load_differences(path: Path = DIFFERENCES) -> tuple[DeclaredDifference, ...]:
    """Read the declared differences."""
    rows = json.loads(path.read_text("utf-8"))
    return tuple(
        DeclaredDifference(
            tuple(row["engines"]),
            re.compile(row["requests"]),
            frozenset(row["of"]),
            row["reason"],
            row.get("always", True),
            frozenset(row.get("statuses", ())),
        )
        for row in rows
    )


def remembered(reference: Send) -> Callable[[Vector], Reply]:
    """Make a function that sends each vector once to the preview by *reference*, for all engines."""
    replies: dict[str, Reply] = {}

    def expected(vector: Vector) -> Reply:
        if vector.id not in replies:
            replies[vector.id] = _exchange(vector, reference)[1]
        return replies[vector.id]

    return expected


def judge(
    engine: str,
    vectors: Iterable[Vector],
    ask: Send,
    expected: Callable[[Vector], Reply],
    rows: Iterable[DeclaredDifference],
) -> Iterator[Verdict]:
    """Send each vector to *engine* with *ask*; *expected*, from ``remembered``, returns the preview's answer."""
    rows = tuple(rows)
    for vector in vectors:
        unexpected, reply = _exchange(vector, ask)
        differing = reply_differences(expected(vector), reply)
        declared = tuple(row for row in rows if row.covers(engine, vector) and row.parts & differing.keys())
        covered = frozenset[str]().union(*(row.excused(reply) for row in declared))
        failures = [text for what, text in differing.items() if what not in covered]
        # The expectations of a vector do not apply to an answer with a declared difference.
        failures += unexpected if not declared else []
        yield Verdict(vector, reply, declared, tuple(failures))


def reply_differences(expected: Reply, reply: Reply) -> Mapping[str, str]:
    """Describe the differences of *reply* from *expected* by part: ``status``, ``body`` or a header's name."""
    by_chance = expected.status == 200 and expected.header("Cache-Control") == "no-store"
    differing = {}
    if expected.status != reply.status:
        differing["status"] = f"status is {reply.status}, not {expected.status}"
    if expected.body != reply.body and not by_chance:
        differing["body"] = f"body is {reply.body[:120]!r}, not {expected.body[:120]!r}"
    for name in CONTRACT:
        value, other = expected.header(name), reply.header(name)
        alike = (value is None) is (other is None) if by_chance and name in _RANDOM else value == other
        if not alike:
            differing[name] = f"{name} is {other!r}, not {value!r}"
    return differing


def _exchange(vector: Vector, send: Send) -> tuple[list[str], Reply]:
    """Send a vector and the requests that its expectations need; return its disagreements and its answer."""
    replies: list[Reply] = []

    def record(asked: Vector) -> Reply:
        replies.append(send(asked))
        return replies[-1]

    unexpected = disagreements(vector, record)
    return unexpected, replies[min(int(asks_for_its_tag(vector)), len(replies) - 1)]
