"""Finds names in other languages, capitals, spellings and demonyms that look like a mistake of a program or of typing.

The checks only read letters and signs: another script, simplified for traditional Chinese, digits, marks of stress,
ligatures, open brackets, a space next to a hyphen, a small letter at the start, a capital inside a word, English words.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from json import loads
from pathlib import Path

from builder.api.record_model import Country
from refresh.field_paths import translated_names

# By script other than Latin, which is the first word of the names of its letters in Unicode: the languages in it.
_LANGUAGES: Mapping[str, list[str]] = loads(Path(__file__).with_name("scripts.json").read_text("utf-8"))
_SCRIPTS = {language: script for script, languages in _LANGUAGES.items() for language in languages}
# Letters that several scripts share, such as the turned comma of Uzbek and Samoan.
_NEUTRAL = frozenset({"MODIFIER", "FEMININE", "MASCULINE", ""})
_COMPOSED = frozenset({"CYRILLIC", "GREEK", "LATIN"})
# Countries that write Chinese with traditional characters.
_TRADITIONAL = frozenset({"HK", "MO", "TW"})
# The turned comma of Hawaiian and Tongan, which has no case.
_TURNED = "\u02bb\u02bc"
_INNER_CAPITAL = re.compile(r"(?<!M)(?<!Ma)[a-z\u00e0-\u017e](?=[A-ZČŠŽĆĎŇŘŤ])")
# Words and endings that are English, and not French.
_NOT_FRENCH = re.compile(
    r"\b(?:and|of|people|man|woman|islanders?)\b|\w+(?:(?<!Nigér)ian|ans|ish|ese)\b", re.IGNORECASE
)
# The ends of French demonyms that have one form.
_EPICENE = ("e", "i", "a", "o", "u", "é", "s")
# English words, which the name of a country in another language should not have.
_ENGLISH = re.compile(r"\b(?:of (?!Man\b)|the |and |(?:Republic|Islands|Territory)\b)")
_ASTRAY = re.compile(r"\w -\w|\w- ?-|\w ,|\w,\w")
# The mark that keeps Persian letters apart.
_JOINER = "\u200c"


def suspect_names(record: Country) -> Iterator[tuple[str, str]]:
    """Yield the names of *record* that look like a mistake, by path, with what is wrong."""
    for path, language, name in translated_names(record):
        is_native = path.startswith("name.")
        for text in dict.fromkeys((name["official"], name["common"])):
            found = [*_wrong_letters(language, text, record["cca2"] if is_native else "")]
            if not is_native:
                found += [*_wrong_case(text), *(["has English words"] if _ENGLISH.search(text) else [])]
            yield from ((path, message) for message in found)


def suspect_words(record: Country) -> Iterator[tuple[str, str]]:
    """Yield capitals, other spellings and demonyms of *record* that look like a mistake, by path, with the fault."""
    for number, capital in enumerate(record.get("capital", ())):
        for message in (*_wrong_letters("eng", capital, ""), *_wrong_case(capital)):
            yield f"capital.{number}", message
    spellings = record.get("altSpellings", [])
    for number, spelling in enumerate(spellings):
        for message in _wrong_letters(_language_of(spelling, record), spelling, ""):
            yield f"altSpellings.{number}", message
        if spelling.casefold() in map(str.casefold, spellings[:number]):
            yield f"altSpellings.{number}", "is listed twice"
    for language, forms in record.get("demonyms", {}).items():
        for message in _wrong_demonym(language, forms["m"], forms["f"]):
            yield f"demonyms.{language}", message


def _language_of(spelling: str, record: Country) -> str:
    """Return a language in a script of *spelling*, which is not Latin if *spelling* has another script."""
    scripts = {_script(letter) for letter in spelling if letter.isalpha()} - _NEUTRAL
    if "HAN" in scripts:
        # Names in Japanese may have traditional and simplified characters.
        return "jpn"
    latin = "mah" if "mah" in record.get("languages", ()) else "eng"
    return next((key for key, script in _SCRIPTS.items() if script in scripts), latin)


def _wrong_demonym(language: str, masculine: str, feminine: str) -> Iterator[str]:
    for word in dict.fromkeys((masculine, feminine)):
        yield from _wrong_letters(language, word, "")
        yield from _wrong_case(word)
    if masculine[:3].casefold() != feminine[:3].casefold():
        yield "has forms of different words"
    if language != "fra":
        return
    if found := _NOT_FRENCH.search(f"{masculine} {feminine}"):
        yield f'has "{found.group()}", which is no French'
    if masculine == feminine and not feminine.endswith(_EPICENE):
        yield "has the same masculine and feminine form, which only words with a silent final e have"


def _wrong_case(text: str) -> Iterator[str]:
    """Yield what is wrong with the case and the spaces of a proper name."""
    if next((letter for letter in text if letter.isalpha() and letter not in _TURNED), "A").islower():
        yield "begins with a small letter"
    if _INNER_CAPITAL.search(text):
        yield "has a capital inside a word"
    if text != " ".join(text.split()) or _ASTRAY.search(text) or not text.replace(_JOINER, "").isprintable():
        yield "has a space or a comma astray, or a character that cannot be printed"


def _wrong_letters(language: str, text: str, country: str) -> Iterator[str]:
    """Yield what is wrong with the letters of a name. *country* is the code of the country if the name is native."""
    scripts = {_script(letter) for letter in text if letter.isalpha()} - _NEUTRAL
    expected = _SCRIPTS.get(language, "LATIN")
    if language in _SCRIPTS and scripts - {expected}:
        yield f"has letters of {', '.join(sorted(scripts - {expected}))}, which is not the script of the language"
    elif language != "jpn" and len(scripts) > 1:
        yield f"mixes letters of {', '.join(sorted(scripts))}"
    if any(letter.isdigit() for letter in text):
        yield "has a digit"
    if any(text.count(one) != text.count(other) for one, other in ("()", "（）", "[]")):
        yield "has a bracket without its other half"
    # A mark on its own, which no letter of the language has, is a mark of stress.
    composed = unicodedata.normalize("NFC", text)
    if any(unicodedata.decomposition(letter).startswith("<compat>") and letter.isalpha() for letter in text):
        yield "has a letter that exists only for old encodings"
    if text != composed or (expected in _COMPOSED and language != "mah" and any(map(unicodedata.combining, text))):
        yield "has a mark apart from its letter, as dictionaries mark stress"
    if language == "zho" and not _encodable(text, "big5" if country in _TRADITIONAL else "gb2312"):
        yield f"has {'simplified' if country in _TRADITIONAL else 'traditional'} characters"


def _script(letter: str) -> str:
    name = unicodedata.name(letter, "").split(" ")[0]
    return {"CJK": "HAN"}.get(name, name)


def _encodable(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
