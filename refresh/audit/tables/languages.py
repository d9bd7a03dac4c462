"""Compares languages with iso-codes, Countries List, language-data, and the native names of the records."""

import unicodedata
from collections.abc import Iterator, Sequence

from builder.extensions.tables.models.languages import Language
from refresh.audit.tables import letters, text
from refresh.inputs import Inputs
from refresh.refresh_types import Compared
from refresh.sources.iso_codes import entries_of


def compare(rows: Sequence[Language], inputs: Inputs) -> Iterator[Compared]:
    """Compare codes with iso-codes, own names with two lists, directions with one, scripts also with native names."""
    entries = entries_of(inputs.package("pycountry"), "639-3", "alpha_3")
    listed = inputs.package("countries-list").json("languages.all.min.json")
    samples = inputs.package("cldr").json("scriptMetadata.json")["scriptMetadata"]
    native: dict[str, set[str]] = {}
    for record in inputs.records.values():
        for key, form in record["name"].get("native", {}).items():
            native.setdefault(key, set()).update(map(_script, filter(str.isalpha, form["common"])))
    second = inputs.second_list("languages", dict[str, dict[str, str]])
    for row in rows:
        code = row["code"]
        if "script" in row and (other := second["script"].get(code)):
            yield "script (language-data)", code, row["script"], other, row["script"] == other
        if (own := row.get("ownName")) and (other := second["ownName"].get(code)):
            yield "ownName (language-data)", code, own, other, letters(own) == letters(other)
        if "script" in row and code in native:
            script = _script(samples[row["script"]]["sampleChar"])
            yield "script (native names)", code, script, text(sorted(native[code])), script in native[code]
        theirs = entries.get(code, {})
        for name, key in (("alpha2", "alpha_2"), ("bibliographic", "bibliographic")):
            yield name, code, row.get(name), theirs.get(key), row.get(name) == theirs.get(key)
        if row.get("alpha2") in listed and "direction" in row:
            direction = "rtl" if listed[row["alpha2"]].get("rtl") else "ltr"
            yield "direction", code, row["direction"], direction, row["direction"] == direction
        if row.get("alpha2") in listed and (own := row.get("ownName")):
            other = listed[row["alpha2"]]["native"].split(" / ")[0]
            yield "ownName", code, own, other, letters(own) == letters(other)


def _script(letter: str) -> str:
    return unicodedata.name(letter).split()[0]
