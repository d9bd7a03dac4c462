"""Compares the table of names in other languages with ``i18n-iso-countries``, and looks for English words in it."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from builder.extensions.tables.models.names import Name
from refresh.inputs import Inputs
from refresh.refresh_types import Compared, Listed

_FILES = "langs/*.json"
_TAGS = {"zh": "zh-Hans"}
# Two names that share at least this part of their pairs of letters are spellings of one name.
_LIKENESS = 0.4
# Words of English names that no other language has. A name can keep some: the Isle of Man.
_ENGLISH = re.compile(r"\b(?:and|of|Islands|Republic|United|Kingdom|States|Territory|Southern|Northern)\b|\w Island\b")
_MOST_ENGLISH = 3


def compare(rows: Sequence[Name], inputs: Inputs) -> Iterator[Compared]:
    """Compare the names of each country in all languages of the package; two spellings of a name count as equal."""
    archive = inputs.package("i18n-iso-countries")
    our_rows = {(row["language"], row["cca2"]): row for row in rows}
    listed: dict[tuple[str, str], list[str]] = {}
    for path, content in archive.files(_FILES).items():
        language = path.rpartition("/")[2].removesuffix(".json")
        for code, found in archive.parse(path, content)["countries"].items():
            listed[_TAGS.get(language, language), code] = [found] if isinstance(found, str) else found
    different = {
        (language, code): found
        for (language, code), found in listed.items()
        if (row := our_rows.get((language, code))) and not any(_alike(row["name"], name) for name in found)
    }
    for code in sorted({code for _, code in our_rows}):
        differing = sorted(language for language, other in different if other == code)
        ours = {language: f"{language} {our_rows[language, code]['name']}" for language in differing}
        theirs = {language: f"{language} {' or '.join(different[language, code])}" for language in differing}
        yield "name (i18n-iso-countries)", code, Listed(ours, "; "), Listed(theirs, "; "), not differing
    for language in sorted({language for language, _ in our_rows} - {"en"}):
        count = sum(bool(_ENGLISH.search(row["name"])) for (tag, _), row in our_rows.items() if tag == language)
        yield "name (English words)", language, count, f"at most {_MOST_ENGLISH}", count <= _MOST_ENGLISH


def _alike(one: str, other: str) -> bool:
    first, second = _letters(one), _letters(other)
    if first in second or second in first:
        return True
    pairs = [{letters[at : at + 2] for at in range(len(letters) - 1)} for letters in (first, second)]
    return 2 * len(pairs[0] & pairs[1]) >= _LIKENESS * sum(map(len, pairs))


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", name.casefold())))
