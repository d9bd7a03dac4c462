"""Compares the years in which countries gave up a name with the years of a second list."""

from collections.abc import Iterator, Sequence

from builder.extensions.tables.models.former_names import FormerName
from refresh.audit.tables import by_code
from refresh.inputs import Inputs
from refresh.refresh_types import Compared


def compare(rows: Sequence[FormerName], inputs: Inputs) -> Iterator[Compared]:
    """Compare the last year of each former name of a country."""
    ours = {f"{row['cca2']} {row['name']}": row["until"] for row in rows}
    yield from by_code("until", ours, inputs.second_list("former-names", dict[str, int]))
