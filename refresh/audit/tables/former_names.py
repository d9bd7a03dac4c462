"""Compares the years in which names of countries ended with a second list."""

from collections.abc import Iterator, Sequence

from builder.extensions.tables.models.former_names import FormerName
from refresh.audit.tables import by_code
from refresh.inputs import Inputs
from refresh.refresh_types import Compared


def compare(rows: Sequence[FormerName], inputs: Inputs) -> Iterator[Compared]:
    """Compare the year of each name of a country."""
    ours = {f"{row['cca2']} {row['name']}": row["until"] for row in rows}
    yield from by_code("until", ours, inputs.second("former-names", dict[str, int]))
