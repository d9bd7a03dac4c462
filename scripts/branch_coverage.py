"""Branch coverage of the builder and of the core by the tests: ``python -m scripts.branch_coverage <folder>``.

The folder holds ``builder.json`` of coverage.py and ``core.lcov`` of Node. Exit code 1 when one of them is below
``LEAST`` per cent.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

LEAST = 95.0
Branches = tuple[str, int, int]


def _builder(folder: Path) -> Iterator[Branches]:
    files = json.loads((folder / "builder.json").read_text("utf-8"))["files"]
    for name, file in files.items():
        yield name, file["summary"]["covered_branches"], file["summary"]["num_branches"]


def _core(folder: Path) -> Iterator[Branches]:
    for record in (folder / "core.lcov").read_text("utf-8").split("end_of_record"):
        values = dict(line.split(":", 1) for line in record.splitlines() if line.startswith(("SF:", "BRF:", "BRH:")))
        if values.get("SF", "").startswith("edge/"):
            yield values["SF"], int(values["BRH"]), int(values["BRF"])


def _percent(taken: int, there: int) -> float:
    return 100 * taken / there if there else 100.0


def main(folder: Path) -> int:
    """Print the files below the minimum, and both totals."""
    code = 0
    parts: dict[str, list[Branches]] = {"builder": list(_builder(folder)), "core": list(_core(folder))}
    for part, rows in parts.items():
        for name, taken, there in sorted(rows, key=lambda row: _percent(*row[1:])):
            if _percent(taken, there) < LEAST:
                sys.stdout.write(f"  {name}: {taken} of {there} branches, {_percent(taken, there):.1f} %\n")
        taken, there = sum(row[1] for row in rows), sum(row[2] for row in rows)
        sys.stdout.write(f"{part}: {taken} of {there} branches, {_percent(taken, there):.2f} %\n")
        if _percent(taken, there) < LEAST:
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
