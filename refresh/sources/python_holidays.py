"""``holidays``: public holidays with local and English names. The pinned wheel runs in a separate process."""

import sys
import tempfile
from collections.abc import Collection
from datetime import date, timedelta
from pathlib import Path

from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import Fact, Facts

SOURCE = "python-holidays"
_DAY = timedelta(days=1)
_WORKER = Path(__file__).with_name("holidays_worker.py")


def read(archive: Archive, inputs: Inputs) -> Facts:
    """Read ``holidays`` of the years of the dataset. Countries with suspended or unknown holidays have none.

    The curated file has the dates, by country, that are no longer estimates; the days of a feast that lasts several
    days follow from them.
    """
    years, confirmed = inputs.catalog.holiday_years, inputs.curated("confirmed-holidays", dict[str, list[str]])
    with tempfile.TemporaryDirectory() as folder:
        archive.unpack(Path(folder))
        # Isolated from the locale and from an installed copy of the package, which would change the result.
        calendars = archive.run(
            [sys.executable, _WORKER],
            {"countries": sorted(inputs.records), "years": years},
            {"PYTHONPATH": folder, "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"},
        )
    facts: Facts = {}
    for code, items in calendars.items():
        sure = _with_neighbours(confirmed.get(code, ()), {day["date"] for day in items if "estimated" in day["types"]})
        for item in items:
            if item["date"] in sure:
                item["types"] = [kind for kind in item["types"] if kind != "estimated"]
        if items:
            # A year that is not gazetted yet has no days.
            known_years = [year for year in years if any(item["date"].startswith(str(year)) for item in items)]
            value = {"source": SOURCE, "fetchedAt": inputs.catalog.fetched_at, "years": known_years, "items": items}
            facts[code] = {"holidays": Fact(value)}
    return facts


def _with_neighbours(confirmed: Collection[str], estimated: Collection[str]) -> set[str]:
    """Add the *estimated* days that follow or precede confirmed ones without a gap."""
    sure = {date.fromisoformat(day) for day in confirmed}
    left = {date.fromisoformat(day) for day in estimated} - sure
    while near := {day for day in left if day - _DAY in sure or day + _DAY in sure}:
        sure |= near
        left -= near
    return {day.isoformat() for day in sure}
