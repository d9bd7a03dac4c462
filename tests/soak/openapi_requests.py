"""Requests generated from ``/openapi.json``, and the check of every answer against it.

The generator checks status, type, schema and declared headers. The functions here also reject headers and statuses
that are not declared.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

# Headers that any server adds to any answer, and that no description declares.
_TRANSPORT = {"date", "connection", "keep-alive", "content-length", "content-type", "transfer-encoding", "server"}
# The statuses of methods that are not in the description; the generator tries some of them on each path.
_OTHER_METHODS = {"OPTIONS": 204, "HEAD": 200}


@dataclass(frozen=True)
class RequestTotals:
    """Numbers of cases by mode (positive: as described; negative: not) and status, and the failures."""

    cases: Mapping[tuple[str, int], int]
    wrong: tuple[str, ...]

    def __str__(self) -> str:
        spread = ", ".join(f"{mode} {status}: {count}" for (mode, status), count in sorted(self.cases.items()))
        return f"{sum(self.cases.values())} cases ({spread}), {len(self.wrong)} wrong"


def hold(origin: str, examples: int, seed: int) -> RequestTotals:
    """Send *examples* fuzzed requests for each operation, and the boundary cases of each parameter, to *origin*."""
    with tempfile.TemporaryDirectory() as scratch:
        events = Path(scratch, "events.ndjson")
        command = [
            *(sys.executable, "-m", "schemathesis.cli", "run", f"{origin}/openapi.json"),
            *("--checks", "all", "--phases", "examples,coverage,fuzzing", "--continue-on-failure", "--no-color"),
            *("--max-examples", str(examples), "--seed", str(seed), "--generation-database", "none"),
            *("--report", "ndjson", "--report-ndjson-path", str(events)),
        ]
        ran = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
        wrong = [] if ran.returncode == 0 else [ran.stdout + ran.stderr]
        description = _fetch(origin)
        cases: Counter[tuple[str, int]] = Counter()
        for operation, case, answer in _answers(events):
            cases[case["meta"]["generation"]["mode"], answer["status_code"]] += 1
            wrong += _undeclared(description, operation, case, answer)
    return RequestTotals(cases, tuple(wrong))


def _fetch(origin: str) -> dict[str, Any]:
    with urlopen(f"{origin}/openapi.json") as answer:  # noqa: S310  the loopback address
        description: dict[str, Any] = json.load(answer)
    return description


def _answers(events: Path) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    with events.open() as lines:
        for line in lines:
            recorder = json.loads(line).get("ScenarioFinished", {}).get("recorder")
            if recorder:
                for number, interaction in recorder["interactions"].items():
                    yield recorder["label"], recorder["cases"][number]["value"], interaction["response"]


def _undeclared(
    description: dict[str, Any], operation: str, case: dict[str, Any], answer: dict[str, Any]
) -> Iterator[str]:
    method, path = operation.split(" ", 1)
    status, headers = answer["status_code"], set(answer["headers"]) - _TRANSPORT
    said = f"{case['method']} {path} {case.get('path_parameters', '')} {case.get('query', '')}"
    if case["method"] != method:
        expected = _OTHER_METHODS.get(case["method"], 405)
        if status != expected:
            yield f"{said}: {status} instead of {expected}"
        return
    responses = description["paths"][path][method.lower()]["responses"]
    if str(status) not in responses:
        yield f"{said}: status {status} is not declared"
        return
    declared = {name.lower() for name in _resolved(description, responses[str(status)]).get("headers", {})}
    if headers - declared:
        yield f"{said}: {status} carries {', '.join(sorted(headers - declared))}, not declared"


def _resolved(description: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in value:
        return value
    found: Any = description
    for part in value["$ref"].removeprefix("#/").split("/"):
        found = found[part.replace("~1", "/").replace("~0", "~")]
    return dict(found)
