"""All years of four World Development Indicators, of which the records have the newest year."""

from collections.abc import Iterator, Mapping

from refresh.download import fetch_files
from refresh.inputs import Inputs
from refresh.sources import world_bank

_METRICS = ("population", "gdp", "gdpPerCapita", "lifeExpectancy")


def read(inputs: Inputs) -> Iterator[Mapping[str, object]]:
    """Yield a row for each country and year with a figure."""
    source = inputs.catalog.source(world_bank.SOURCE)
    files, areas = fetch_files(source, inputs.cache), inputs.areas(source.id)
    rows: dict[tuple[str, str], dict[str, object]] = {}
    for metric in _METRICS:
        for code, years in world_bank.read_years(source, metric, files[metric], inputs.records, areas).items():
            for year, value in years.items():
                rows.setdefault((code, year), {"cca2": code, "year": int(year)})[metric] = value
    yield from rows.values()
