"""Compares formal names with iso-codes, and with the words for a form of state in the English name.

Case, punctuation and articles do not count. A name of iso-codes is left out if it is short, or translates another name.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping

from refresh.audit.tables import text
from refresh.field_paths import translated_names
from refresh.inputs import Inputs
from refresh.refresh_types import Compared, Listed, StoredRecord
from refresh.sources.iso_codes import IsoName, names_of

# By form of state and language: the pattern of the word for the form.
FormalWords = Mapping[str, Mapping[str, str]]

_ARTICLES = {
    "eng": "the of",
    "deu": "der von",
    "ita": "di d del dell della dello delle dei degli e ed",
    "nld": "van de der het en",
    "por": "de da do das dos",
    "swe": "den det",
}
# Languages in which a title can stand before the unchanged name of the country.
_APPOSITION = frozenset({"ces", "hrv", "slk", "srp", "swe"})
# An adjective and its noun have at least this many first letters in common.
_STEM = 4
# A federation is also called a union, a commonwealth or united states, and each of them is also called a federation.
_LEAGUE, _FEDERAL = re.compile("union|commonwealth|united"), "federal"


def with_iso_codes(inputs: Inputs) -> Iterator[Compared]:
    """Compare the official names, native ones included, except English names and names that UNTERM has."""
    written = {key for record in inputs.records.values() for _, key, _ in translated_names(record)}
    iso, formal = names_of(inputs.package("pycountry"), inputs.languages, written), inputs.terms()
    for code, record in sorted(inputs.records.items()):
        in_unterm = formal.get(code, {})
        for path, key, forms in translated_names(record):
            other, name = iso.get(key, {}).get(code), forms["official"]
            if key != "eng" and key not in in_unterm and other and _translates(other, record, key):
                agrees = is_same_name(key, name, other.formal, _common(record, key))
                yield f"{path}.official (iso-codes)", code, name, other.formal, agrees


def with_english(inputs: Inputs) -> Iterator[Compared]:
    """Compare the words for a form of state in each official name with the words in the English name."""
    words = inputs.curated("formal-words", dict[str, dict[str, str]])
    for code, record in sorted(inputs.records.items()):
        english = record["name"]["official"]
        expected = _forms(words, "eng", english)
        free = {_FEDERAL} if _LEAGUE.search(english.lower()) else set()
        for path, key, names in translated_names(record):
            if key != "eng" and all(key in patterns for patterns in words.values()):
                name = names["official"]
                forms = _forms(words, key, name)
                ours, theirs = Listed({name: f"{name}: {text(sorted(forms))}"}), Listed({name: text(sorted(expected))})
                agrees = forms - free == expected - free
                yield f"{path}.official (state form)", code, ours, theirs, agrees


def is_same_name(language: str, ours: str, theirs: str, common: str) -> bool:
    """Whether two formal names differ at most in case, punctuation and articles, or in a noun for an adjective.

    *ours* may have the noun *common* after a title where *theirs* has an adjective: ``Republika Togo`` for
    ``Togská republika``.
    """
    one, other = _words(language, ours), _words(language, theirs)
    if "".join(one) == "".join(other):
        return True
    noun = _words(language, common)
    title, rest = [word for word in one if word not in noun], [word for word in other if word not in one]
    return (
        language in _APPOSITION
        and set(noun) <= set(one)
        and set(title) <= set(other)
        and len(rest) == 1
        and any(rest[0][:_STEM] == word[:_STEM] for word in noun)
    )


def _words(language: str, name: str) -> list[str]:
    # Signs for vowels are optional in Arabic script.
    letters = "".join(letter for letter in unicodedata.normalize("NFC", name) if not unicodedata.combining(letter))
    articles = _ARTICLES.get(language, "").split()
    return [word for word in re.findall(r"[^\W_]+", letters.casefold()) if word not in articles]


def _translates(other: IsoName, record: StoredRecord, key: str) -> bool:
    """Whether *other* translates the official English name of the record, and is not a short name in its place."""
    return (
        _english(other.english_formal) == _english(record["name"]["official"])
        and other.formal not in other.short
        and other.formal != _common(record, key)
    )


def _english(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    return "".join(_words("eng", plain))


def _common(record: StoredRecord, key: str) -> str:
    native = record["name"].get("native", {})
    return next((name["common"] for name in (native.get(key), record.get("translations", {}).get(key)) if name), "")


def _forms(words: FormalWords, key: str, name: str) -> set[str]:
    return {form for form, patterns in words.items() if re.search(patterns[key], name.lower())}
