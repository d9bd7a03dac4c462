"""``holidays``: public holidays with local and English names. The pinned wheel runs in a separate process."""

import sys
import tempfile
from pathlib import Path

from refresh.data_files import read_values
from refresh.inputs import Inputs
from refresh.package_archive import Archive
from refresh.refresh_types import Fact, Facts

SOURCE = "python-holidays"
_WORKER = Path(__file__).with_name("holidays_worker.py")


def read(archive: Archive, inputs: Inputs) -> Facts:
    """Read ``holidays`` of the years of the dataset. Countries that the package does not know have none.

    A date that follows the moon stays an estimate, even if another calendar has it: both calculate the same moon. Only
    a correction makes it certain. A curated file has local names that the package lacks.
    """
    years = inputs.catalog.holiday_years
    names = read_values(inputs.data / "curated" / "holiday-names.json", dict[str, dict[str, str]])
    with tempfile.TemporaryDirectory() as folder:
        archive.unpack(Path(folder))
        # The program is isolated from the locale and from an installed copy of the package: both change the result.
        items_by_country = archive.run(
            [sys.executable, _WORKER],
            {"countries": sorted(inputs.records), "years": years},
            {"PYTHONPATH": folder, "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"},
        )
    facts: Facts = {}
    for code, items in items_by_country.items():
        for item in items:
            item["localName"] = names.get(code, {}).get(item["name"], item["localName"])
        if items:
            # A year that is not gazetted yet has no days.
            known_years = [year for year in years if any(item["date"].startswith(str(year)) for item in items)]
            value = {"source": SOURCE, "fetchedAt": inputs.catalog.fetched_at, "years": known_years, "items": items}
            facts[code] = {"holidays": Fact(value)}
    return facts
