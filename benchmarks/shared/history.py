"""The last measurements of each commit, and those that became worse since an earlier one.

``.cache/benchmarks.jsonl`` has a line for each commit and machine, the newest last: ``{"commit": hash, "machine": text,
"figures": {name: {"ratio": number, "spread": number, "at_least": boolean}}}``. The spread is a fraction of the ratio.
The commit of a measurement with uncommitted changes ends with ``+``.
"""

import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypedDict

from benchmarks.shared.measure import ROOT, Measurement, spread_of

FILE = ROOT / ".cache" / "benchmarks.jsonl"
# Below it a ratio counts as the same: memory is sampled once, and a count of files has no runs.
_LEAST = 0.02


class Kept(TypedDict):
    """The stored part of a measurement."""

    ratio: float
    spread: float
    at_least: bool


class Entry(TypedDict):
    """The last figures of a commit on a machine."""

    commit: str
    machine: str
    figures: dict[str, Kept]


def current_commit() -> str:
    """Return the commit of the checkout, with ``+`` if files differ from it."""
    return _git("rev-parse", "HEAD") + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "")


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def keep(file: Path, commit: str, machine: str, figures: Iterable[Measurement]) -> Entry | None:
    """Store *figures* as those of *commit* in *file*; return the previous entry of the same machine, if any.

    The file is written under another name and then renamed.
    """
    entries: list[Entry] = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []
    kept = {
        figure.name: Kept(ratio=float(figure.ratio), spread=spread_of(figure.ratio), at_least=figure.at_least)
        for figure in figures
    }
    others = [entry for entry in entries if (entry["commit"], entry["machine"]) != (commit, machine)]
    same = [entry["figures"] for entry in entries if (entry["commit"], entry["machine"]) == (commit, machine)]
    new = Entry(commit=commit, machine=machine, figures={**(same[-1] if same else {}), **kept})
    file.parent.mkdir(exist_ok=True)
    written = file.with_suffix(".new")
    written.write_text("".join(json.dumps(entry) + "\n" for entry in (*others, new)), "utf-8")
    written.replace(file)
    return next((entry for entry in reversed(others) if entry["machine"] == machine), None)


def worse(before: Mapping[str, Kept], figures: Iterable[Measurement]) -> Iterator[str]:
    """Describe each of *figures* that is worse than *before* by more than the spreads of both."""
    for figure in figures:
        old = before.get(figure.name)
        if old is None or not old["ratio"] or not figure.ratio:
            continue
        change = float(figure.ratio) / old["ratio"]
        loss = 1 / change - 1 if figure.at_least else change - 1
        spread = max(old["spread"] + spread_of(figure.ratio), _LEAST)
        if loss > spread:
            yield (
                f"{figure.name}: {old['ratio']:.2f} became {figure.ratio:.2f}, "
                f"{loss:.0%} worse where the runs lay {spread:.0%} apart"
            )
