"""``provenance.csv`` (RFC 4180): one line for each value of each country, with its source and its year or date."""

import csv
import io
from collections.abc import Iterator

from builder.api.provenance import ValueOrigin, field_origins, origins_by_country, origins_of, source_catalog
from builder.types import Dataset

# Column names and their meanings, in the order of the file.
COLUMNS = {
    "cca2": "ISO 3166-1 alpha-2 code",
    "field": "path of the field in the record",
    "source": "who the value is from; several where parts of it have different sources",
    "as_of": "year or date of the value or, if its source has none, of the source's edition",
    "publisher": "who publishes a value that was set by hand",
    "reason": "why the value was corrected",
    "note": "who published the figure, what it covers and what stands beside it",
}


def provenance_csv(dataset: Dataset) -> bytes:
    """Write the lines in the order of the records and of their fields."""
    text = io.StringIO(newline="")
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for code, origin in _origins(dataset):
        note = " ".join(origin.note.split())
        rows.writerow([code, origin.field, origin.title, origin.as_of, origin.publisher, origin.reason, note])
    return text.getvalue().encode()


def _origins(dataset: Dataset) -> Iterator[tuple[str, ValueOrigin]]:
    by_country, catalog = origins_by_country(dataset.sources), source_catalog(dataset.sources)
    for record in dataset.records:
        fields = field_origins(record.cca2, by_country)
        for origin in origins_of(record.value, fields, catalog):
            yield record.cca2, origin
