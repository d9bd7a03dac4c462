"""Figures and names of pinned files, stored in ``data/figures/``: the files are read only when their pins change."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from typing_extensions import TypedDict

from refresh.data_files import format_json, read_json
from refresh.sources_json import Source

# Figures by name, alpha-2 code and year; names by kind, alpha-2 code and language.
Series = dict[str, dict[str, dict[str, float]]]
Terms = dict[str, dict[str, dict[str, str]]]
Files = Mapping[str, bytes]


class StoredFigures(TypedDict):
    """Figures as stored, with the hashes of the files that they come from."""

    sha256: dict[str, str]
    figures: dict[str, dict[str, dict[str, int | float | str]]]


def read_figures(data: Path, source: Source) -> Series | None:
    """Read a source's stored figures; ``None`` when there are none or their files are no longer pinned."""
    path = data / "figures" / f"{source.id}.json"
    if not path.exists():
        return None
    stored = read_json(path, StoredFigures)
    return cast("Series", stored["figures"]) if stored["sha256"] == _hashes(source) else None


def format_figures(source: Source, series: Series | Terms) -> str:
    """Format stored figures with one line for each country."""
    figures = {name: dict(sorted(countries.items())) for name, countries in series.items()}
    return format_json({"sha256": _hashes(source), "figures": figures}, rows=figures)


def _hashes(source: Source) -> dict[str, str]:
    return {key: pinned.sha256 for key, pinned in source.files.items()}
