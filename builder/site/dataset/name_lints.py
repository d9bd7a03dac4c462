"""Finds names in other languages, native ones included, that a program or a slip of the keyboard left behind.

The checks are of letters and signs alone: another script or the other characters of Chinese, digits, marks of stress,
ligatures, open brackets, a space beside a hyphen, a small letter at the start, a capital inside a word, English words.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from builder.api.record_fields import Country

# Letters of the Latin script without the digraphs that Unicode keeps for old encodings.
_LATIN = "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0131\u0134-\u01c3\u01cd-\u01f0\u01f4-\u024f\u1e00-\u1eff"
_CYRILLIC = "\u0400-\u045f\u0490-\u04ff"
_ARABIC = "\u0621-\u063a\u0641-\u064a\u064b-\u0655\u0670-\u06d3\u06d5\u200c"
_HAN = "\u3005\u4e00-\u9fff"
# The languages of translations, by the letters of their script.
_LANGUAGES = {
    _LATIN: "ces deu est fin fra hrv hun ita nld pol por slk spa swe tur bre cym",
    _CYRILLIC: "rus srp",
    _ARABIC: "ara fas urd",
    _HAN: "zho",
    _HAN + "\u3041-\u3096\u30a1-\u30fa\u30fc": "jpn",
    "\uac00-\ud7a3": "kor",
}
# A letter, digit or mark of no script above: signs and spaces are left to the other checks.
_FOREIGN = {
    language: re.compile(rf"(?![{letters}])\w")
    for letters, languages in _LANGUAGES.items()
    for language in languages.split()
}
# The scripts of languages other than Latin, by the first word of the names of their letters in Unicode.
_SCRIPTS = {
    language: script
    for script, languages in {
        "ARABIC": "ara ckb fas mey prs pus urd",
        "ARMENIAN": "hye",
        "BENGALI": "ben",
        "CYRILLIC": "bel bul cnr kaz kir mkd mon rus srp tgk ukr",
        "DEVANAGARI": "hif hin nep",
        "ETHIOPIC": "amh tir",
        "GEORGIAN": "kat",
        "GREEK": "ell",
        "HAN": "zho",
        "HANGUL": "kor",
        "HEBREW": "heb",
        "KHMER": "khm",
        "LAO": "lao",
        "MYANMAR": "mya",
        "SINHALA": "sin",
        "SYRIAC": "syr",
        "TAMIL": "tam",
        "THAANA": "div",
        "THAI": "tha",
        "TIBETAN": "dzo",
        "TIFINAGH": "zgh",
    }.items()
    for language in languages.split()
}
# Letters that several scripts share, such as the turned comma of Uzbek and Samoan.
_NEUTRAL = frozenset({"MODIFIER", "FEMININE", "MASCULINE", ""})
_UNMARKED = frozenset({"CYRILLIC", "GREEK", "LATIN"})
# Countries that write Chinese with traditional characters.
_TRADITIONAL = frozenset({"HK", "MO", "TW"})
# The turned comma of Hawaiian and Tongan, which has no case.
_TURNED = "\u02bb\u02bc"
_INNER_CAPITAL = re.compile(r"(?<!M)(?<!Ma)[a-z\u00e0-\u017e](?=[A-Z])")
# Words, and an ending, that are English.
_NOT_FRENCH = re.compile(
    r"\b(?:and|of|people|man|woman|islanders?)\b|\w+(?:(?<!Nigér)ian|ans|ish|ese)\b", re.IGNORECASE
)
# The ends of French demonyms that have one form.
_EPICENE = ("e", "i", "a", "o", "u", "é", "s")
# The line break between two forms, and the mark that keeps Persian letters apart.
_JOINERS = dict.fromkeys(map(ord, "\n\u200c"))
_PATTERNS = (
    (re.compile(r"\w -\w|\w- ?-|\w ,|\w,\w"), "has a space beside a hyphen, or a comma astray"),
    (re.compile(r"(?m)^[a-z\u00df-\u00f6\u00f8-\u00ff\u0430-\u045fčćďěğłňřşšťůž]"), "begins with a small letter"),
    (re.compile(r"(?<!M)(?<!Ma)[a-z\u00e0-\u017e](?=[A-ZČŠŽĆĎŇŘŤ])"), "has a capital inside a word"),
    (re.compile(r"\b(?:of (?!Man\b)|the |and |(?:Republic|Islands|Territory)\b)"), "has English words"),
)


def suspect_names(record: Country) -> Iterator[tuple[str, str]]:
    """Yield the names of *record* that look like a mistake, by path, with what is wrong."""
    for language, name in record["name"].get("native", {}).items():
        for message in _wrong_letters(language, f"{name['official']}\n{name['common']}", record["cca2"]):
            yield f"name.native.{language}", message
    for language, name in record.get("translations", {}).items():
        text = f"{name['official']}\n{name['common']}"
        for message in _wrong_letters(language, text, ""):
            yield f"translations.{language}", message
        foreign = _FOREIGN.get(language)
        if foreign and (found := foreign.search(text)):
            letter = found.group()
            yield f"translations.{language}", f'has "{letter}" (U+{ord(letter):04X}), which is not of its script'
        if not text.translate(_JOINERS).isprintable():
            yield f"translations.{language}", "has a character that Unicode does not assign or that cannot be printed"
        for pattern, message in _PATTERNS:
            if pattern.search(text):
                yield f"translations.{language}", message


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
    """Return a language whose letters are of the first script other than Latin in *spelling*."""
    scripts = {_script(letter) for letter in spelling if letter.isalpha()} - _NEUTRAL
    if "HAN" in scripts:
        # Chinese characters of either kind.
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
    """Yield what is wrong with the case of a proper name in Latin letters."""
    if not next((letter for letter in text if letter.isalpha() and letter not in _TURNED), "A").isupper():
        yield "begins with a small letter"
    if _INNER_CAPITAL.search(text):
        yield "has a capital inside a word"
    if text != " ".join(text.split()) or not text.isprintable():
        yield "has a space too many, or a character that cannot be printed"


def _wrong_letters(language: str, text: str, country: str) -> Iterator[str]:
    """Yield what is wrong with the letters of a name; *country* is that of a native one."""
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
    if text != composed or (expected in _UNMARKED and language != "mah" and any(map(unicodedata.combining, text))):
        yield "has a mark apart from its letter, as dictionaries mark stress"
    if language == "zho" and not _encodable(text, "big5" if country in _TRADITIONAL else "gb2312"):
        yield f"has {'simplified' if country in _TRADITIONAL else 'traditional'} characters"


@cache
def _script(letter: str) -> str:
    name = unicodedata.name(letter, "").split(" ")[0]
    return {"CJK": "HAN"}.get(name, name)


def _encodable(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
