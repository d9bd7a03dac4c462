"""What a refresh stores of its sources: figures and names of pinned files, and the last answers of live services.

``data/figures/`` has what is used of files of public repositories. They are read again only when their pins have
changed, so that ``refresh --check`` and machines without a network do not need them. ``data/live/`` has the answers.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from builder.input_errors import InputError, Problem
from refresh.data_files import format_json, read_json
from refresh.refresh_types import Facts
from refresh.source_list import Source, SourceList

# Figures by name, alpha-2 code and year; names by kind, alpha-2 code and language.
Series = dict[str, dict[str, dict[str, float]]]
Terms = dict[str, dict[str, dict[str, str]]]
Files = Mapping[str, bytes]
# Facts by service id.
Snapshots = Mapping[str, Facts]


class StoredFigures(TypedDict):
    """Figures as stored, with the hashes of the files that they come from."""

    sha256: dict[str, str]
    figures: dict[str, dict[str, dict[str, int | float | str]]]


def read_figures(data: Path, source: Source) -> Series | None:
    """Read a source's stored figures; ``None`` when there are none or their files are no longer pinned."""
    path = data / "figures" / f"{source.id}.json"
    if not path.exists():
        return None
    table = read_json(path, StoredFigures)
    return cast("Series", table["figures"]) if table["sha256"] == _hashes(source) else None


def format_figures(source: Source, series: Series | Terms) -> str:
    """Format stored figures with one line for each country."""
    figures = {name: dict(sorted(countries.items())) for name, countries in series.items()}
    return format_json({"sha256": _hashes(source), "figures": figures}, rows=figures)


def _hashes(source: Source) -> dict[str, str]:
    return {key: pinned.sha256 for key, pinned in source.files.items()}


def refuse_unknown(place: str, unknown: Mapping[str, str]) -> None:
    """Raise ``InputError`` if the file *place* has codes, by which *unknown* has names, of neither country nor area."""
    if unknown:
        problems = [Problem(place, code, f"is not the code of a country ({name})") for code, name in unknown.items()]
        raise InputError(problems, "data/ is unchanged. Add areas that are not countries to data/curated/areas.json.")


def read_snapshots(data: Path, catalog: SourceList) -> Snapshots:
    """Read the stored answers of every service. A service that was never queried has none."""
    paths = {service.id: data / "live" / f"{service.id}.json" for service in catalog.services}
    return {service: read_json(path, Facts) if path.exists() else {} for service, path in paths.items()}


def plain(facts: Facts) -> dict[str, dict[str, object]]:
    """Convert facts to their stored form, in a fixed order."""
    ordered = {code: dict(sorted(facts[code].items())) for code in sorted(facts) if facts[code]}
    converted: dict[str, dict[str, object]] = TypeAdapter(Facts).dump_python(ordered, by_alias=True)
    return converted
