"""Nager.Date: compares our public holidays with another calendar. It fills no field."""

from collections.abc import Iterable, Mapping
from typing import Any

from builder.input_errors import Progress, silent
from refresh.http_client import FAILURES_IN_A_ROW, Client, Unavailable
from refresh.refresh_types import StoredRecord

SOURCE = "nager-date"


def compare(
    client: Client,
    endpoint: str,
    records: Mapping[str, StoredRecord],
    years: Iterable[int],
    progress: Progress = silent,
) -> list[str]:
    """Make a line for each country with holidays and year: the nationwide ones that only one calendar has.

    Countries that the service does not know are omitted.
    """
    lines: list[str] = []
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
            lines.append(f"{code} {year}: not compared, {failure}{rest}")
            if rest:
                break
            continue
        failures = 0
        if theirs is not None:
            items = records[code]["holidays"]["items"]
            ours = {item["date"] for item in items if item["date"].startswith(f"{year}-")}
            lines.append(f"{code} {year}: {_difference(ours, theirs)}")
    return lines


def _difference(ours: set[str], theirs: set[str]) -> str:
    parts = []
    if ours - theirs:
        parts.append(f"only in the dataset: {', '.join(sorted(ours - theirs))}")
    if theirs - ours:
        parts.append(f"only in the other calendar: {', '.join(sorted(theirs - ours))}")
    return "; ".join(parts) or "the same dates"


def _dates(answer: Any, year: int) -> set[str]:
    try:
        dates = {str(item["date"]) for item in answer if item["global"] and "Public" in item["types"]}
    except (TypeError, KeyError):
        raise Unavailable("an answer that is not a list of holidays") from None
    if any(not date.startswith(f"{year}-") for date in dates):
        raise Unavailable(f"holidays that are not in {year}")
    return dates
