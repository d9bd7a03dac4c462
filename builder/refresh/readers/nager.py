"""Nager.Date: compares our public holidays with another calendar. It fills no field."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from builder.problems import Progress, silent
from builder.refresh.refresh_types import FAILURES_IN_A_ROW, StoredRecord, Unavailable

if TYPE_CHECKING:
    from builder.refresh.http_client import Client

SOURCE = "nager-date"


@dataclass(frozen=True)
class Comparison:
    """One country and year: nationwide holidays that only one calendar has, or the reason for no comparison."""

    country: str
    year: int
    ours_only: tuple[str, ...] = ()
    theirs_only: tuple[str, ...] = ()
    failure: str = ""

    def __str__(self) -> str:
        parts = [f"only in the dataset: {', '.join(self.ours_only)}"] if self.ours_only else []
        parts += [f"only in the other calendar: {', '.join(self.theirs_only)}"] if self.theirs_only else []
        return f"{self.country} {self.year}: {self.failure or '; '.join(parts) or 'the same dates'}"


def compare(
    client: "Client",
    endpoint: str,
    records: Mapping[str, StoredRecord],
    years: Iterable[int],
    progress: Progress = silent,
) -> list[Comparison]:
    """Compare every country with holidays, by year. Countries that the service does not know are omitted."""
    found: list[Comparison] = []
    failures = 0
    wanted = [(code, year) for code in sorted(records) if "holidays" in records[code] for year in years]
    for done, (code, year) in enumerate(wanted, 1):
        progress("holidays of Nager.Date", done, len(wanted))
        try:
            answer = client.json(f"{endpoint}/api/v3/PublicHolidays/{year}/{code}")
            theirs = None if answer is None else _dates(answer, year)
        except Unavailable as failure:
            failures += 1
            rest = "; nothing after it was compared" if failures == FAILURES_IN_A_ROW else ""
            found.append(Comparison(code, year, failure=f"not compared, {failure}{rest}"))
            if rest:
                break
            continue
        failures = 0
        if theirs is not None:
            items = records[code]["holidays"]["items"]
            ours = {item["date"] for item in items if item["date"].startswith(f"{year}-")}
            found.append(Comparison(code, year, tuple(sorted(ours - theirs)), tuple(sorted(theirs - ours))))
    return found


def _dates(answer: Any, year: int) -> set[str]:
    try:
        dates = {str(item["date"]) for item in answer if item["global"] and "Public" in item["types"]}
    except (TypeError, KeyError):
        raise Unavailable("an answer that is not a list of holidays") from None
    if any(not date.startswith(f"{year}-") for date in dates):
        raise Unavailable(f"holidays that are not in {year}")
    return dates
