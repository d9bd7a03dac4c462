"""The source of each value of the records."""

from collections.abc import Iterator
from typing import Annotated

from typing_extensions import TypedDict

from builder.api.field_types import Text
from builder.api.types import JsonObject
from builder.extensions.tables.table import CountryCode, RowInputs, Table, column, nullable


class Provenance(TypedDict):
    """Where a value of a record comes from."""

    cca2: Annotated[CountryCode, column("Country.")]
    field: Annotated[Text, column("Path of the field in the record.")]
    sources: Annotated[
        list[Text],
        column(
            "Ids of the sources of its parts, in `data/sources.json`; `curated` if set by hand, `computed` if "
            "calculated."
        ),
    ]
    source: Annotated[
        Text, column("Titles of these sources; the publisher of a value set by hand; how a value is calculated.")
    ]
    asOf: Annotated[
        Text | None, nullable("Year or date of the value or, if its source has none, of the source's edition.")
    ]
    licence: Annotated[Text | None, nullable("Licences of the sources; null if set by hand or calculated.")]
    publisher: Annotated[Text | None, nullable("Who publishes a value that was set by hand.")]
    reason: Annotated[Text | None, nullable("Why the value or a part of it was corrected, and what was removed.")]
    note: Annotated[
        Text | None, nullable("Who published the figure, what it covers, and other figures with their publishers.")
    ]
    isUnconfirmed: Annotated[bool, column("Whether it is a URL entered by hand that no source confirms.")]


def _rows(inputs: RowInputs) -> Iterator[JsonObject]:
    for code, origins in inputs.origins.items():
        for field, origin in origins.items():
            yield {
                "cca2": code,
                "field": field,
                "sources": origin.source.split(", "),
                "source": origin.title,
                "asOf": origin.as_of or origin.edition or None,
                "licence": origin.licence or None,
                "publisher": origin.publisher or None,
                "reason": origin.reason or None,
                "note": " ".join(origin.note.split()) or None,
                "isUnconfirmed": origin.unconfirmed,
            }


TABLE = Table(
    name="provenance",
    title="Provenance",
    sentence="The source of each value of each record, its year or date, and for a correction the reason.",
    row_model=Provenance,
    key=("cca2", "field"),
    sources=("own-provenance",),
    licence="ODbL-1.0",
    words="source origin lineage citation credit as of date year correction note publisher evidence",
    part_column="cca2",
    make_rows=_rows,
    is_shown=False,
)
