"""The redirect rules of Netlify, in Netlify's own engine, lead to the same answers as the function."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from tests.support.engines.netlify_rules import matches
from tests.support.serving import Service
from tests.support.vectors import Vector, getting, load_vectors

# Netlify's engine decodes no name, and stops at an empty parameter.
_MISREAD = ("/v1?%6cimit=2", "/v1?&&limit=2&")


def _rewritten(site: Path, vectors: list[Vector]) -> list[tuple[Vector, Path]]:
    """List the vectors that a rule answers with an existing file, with the file."""
    found = []
    for vector, match in zip(vectors, matches(site, vectors), strict=True):
        path = (
            site / "public" / (match["to"].partition("?")[0].lstrip("/") if match and match["status"] == 200 else ".")
        )
        if path.is_file():
            found.append((vector, path))
    return found


def _without_most_plain(vectors: Iterable[Vector]) -> list[Vector]:
    """Keep all vectors with a query, and three others of each folder: these take the engine 35 ms instead of 2."""
    plain: Counter[str] = Counter()
    chosen = []
    for vector in vectors:
        folder = vector.target.rpartition("/")[0]
        plain[folder] += "?" not in vector.target
        if "?" in vector.target or plain[folder] <= 3:
            chosen.append(vector)
    return chosen


def test_rule_of_netlify_selects_the_same_file_as_the_function(site: Path, service: Service) -> None:
    # A rule cannot distinguish a request that the function rejects from one without parameters.
    vectors = _without_most_plain(vector for vector in load_vectors() if vector.method == "GET")
    bodies = {vector.id: reply.body for vector in vectors if (reply := service.send(vector)).status == 200}
    rewritten = _rewritten(site, [vector for vector in vectors if vector.id in bodies])
    right = [(vector.target, path.read_bytes() == bodies[vector.id]) for vector, path in rewritten]
    assert [target for target, same in right if not same and target not in _MISREAD] == []
    assert len(right) > 40


def test_rules_of_netlify_answer_plain_addresses_and_flags(site: Path, service: Service) -> None:
    flags = [f"/flags/get/{flag}" for flag in ("svg/de", "png/de", "de")]
    # No rule can have the ending of a path, so the first is as if the function had failed: the page says so.
    unruled = ("/v1/region/atlantis.json", "/v1/alpha/DEU", "/flags/get/svg/deu")
    with_query = ("/v1/region/europe?offset=20&limit=10", "/v1/region/europe?fields=name")
    expected: dict[str, dict[str, object]] = {
        "/v1/region/europe": {"to": "/v1/region/europe.json", "status": 200},
        **{target: {"to": "/_errors/500.json", "status": 500} for target in (*unruled, *with_query)},
        **{flag: {"to": service.get(flag).header("Location"), "status": 301} for flag in flags},
    }
    found = matches(site, [getting(target) for target in expected])
    assert dict(zip(expected, found, strict=True)) == expected
