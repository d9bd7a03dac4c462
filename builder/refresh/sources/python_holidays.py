"""``holidays``: public holidays with local and English names. The pinned wheel runs in a separate process."""

import sys
import tempfile
from collections.abc import Collection, Mapping
from pathlib import Path

from builder.refresh.package_archive import Archive
from builder.refresh.refresh_types import Fact, Facts, StoredRecord

SOURCE = "python-holidays"
_WORKER = Path(__file__).with_name("holidays_worker.py")


def read(
    archive: Archive,
    known: Mapping[str, StoredRecord],
    years: tuple[int, ...],
    fetched_at: str,
    confirmed: Mapping[str, Collection[str]],
) -> Facts:
    """Read ``holidays`` of these years. Countries with suspended or unknown holidays have none.

    *confirmed* are the dates, by country, that are no longer estimates.
    """
    with tempfile.TemporaryDirectory() as folder:
        archive.unpack(Path(folder))
        # Isolated from the locale and from an installed copy of the package, which would change the result.
        calendars = archive.run(
            [sys.executable, _WORKER],
            {"countries": sorted(known), "years": years},
            {"PYTHONPATH": folder, "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"},
        )
    facts: Facts = {}
    for code, items in calendars.items():
        for item in items:
            if item["date"] in confirmed.get(code, ()):
                item["types"] = [kind for kind in item["types"] if kind != "estimated"]
        if items:
            # A year that is not gazetted yet has no days.
            known_years = [year for year in years if any(item["date"].startswith(str(year)) for item in items)]
            value = {"source": SOURCE, "fetchedAt": fetched_at, "years": known_years, "items": items}
            facts[code] = {"holidays": Fact(value)}
    return facts
