"""Finds names in other languages that a program or a slip of the keyboard left behind.

The checks are of letters and signs alone: another script, ligatures, a space beside a hyphen, a small letter at the
start, a capital inside a word, and English words.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

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
# The line break between two forms, and the mark that keeps Persian letters apart.
_JOINERS = dict.fromkeys(map(ord, "\n\u200c"))
_PATTERNS = (
    (re.compile(r"\w -\w|\w- ?-|\w ,|\w,\w"), "has a space beside a hyphen, or a comma astray"),
    (re.compile(r"(?m)^[a-z\u00df-\u00f6\u00f8-\u00ff\u0430-\u045fčćďěğłňřşšťůž]"), "begins with a small letter"),
    (re.compile(r"(?<!M)(?<!Ma)[a-z\u00e0-\u017e](?=[A-ZČŠŽĆĎŇŘŤ])"), "has a capital inside a word"),
    (re.compile(r"\b(?:of (?!Man\b)|the |and |(?:Republic|Islands|Territory)\b)"), "has English words"),
)


def suspect_names(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the translations of *record* that look like a mistake, by path, with what is wrong."""
    for language, name in record.get("translations", {}).items():
        text = "\n".join(name.values())
        foreign = _FOREIGN.get(language)
        if foreign and (found := foreign.search(text)):
            letter = found.group()
            yield f"translations.{language}", f'has "{letter}" (U+{ord(letter):04X}), which is not of its script'
        if not text.translate(_JOINERS).isprintable():
            yield f"translations.{language}", "has a character that Unicode does not assign or that cannot be printed"
        for pattern, message in _PATTERNS:
            if pattern.search(text):
                yield f"translations.{language}", message
