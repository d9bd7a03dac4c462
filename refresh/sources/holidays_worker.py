"""A program that runs with the pinned ``holidays`` wheel: reads countries and years on stdin, prints holidays."""

import json
import re
import sys
from typing import Any

_OBSERVED = "observed_label"
# The category of holidays that are working days, and of flag days in some countries, which can be public holidays.
_WORKED = "workday"
# By country whose category "public" follows another law: the category with the general holidays.
_GENERAL = {"HK": "optional", "MO": "optional"}
# An option of the package: whether names have the mark of an estimated date. The default of some countries is false.
_MARKED = "islamic_show_estimated"
# Dates in English names of substitute days: month, day, year.
_MONTH_FIRST = re.compile(r"\b(\d\d)/(\d\d)/(\d{4})\b")
# By label of the package for an estimated date: the label that remains when the mark of the estimate is removed.
_ESTIMATED = {"observed_estimated_label": _OBSERVED, "estimated_label": ""}


class Calendar:
    """Holidays of one country in one language and category, by date."""

    def __init__(self, country: str, years: list[int], language: str | None, category: str) -> None:
        import holidays  # type: ignore[import-not-found] # noqa: PLC0415 - only on the path of this process

        options = type(holidays.country_holidays(country)).get_supported_options()
        calendar: Any = holidays.country_holidays(
            country,
            years=years,
            language=language,
            categories=(category,),
            **({_MARKED: True} if _MARKED in options else {}),
        )
        self.translate = calendar.tr
        self.days: dict[str, list[str]] = {str(day): calendar.get_list(day) for day in sorted(calendar)}
        self._templates = {
            label: str(calendar.tr(source))
            for label in (*_ESTIMATED, _OBSERVED)
            if (source := getattr(calendar, label, None))
        }

    def plain(self, name: str) -> str:
        """Remove the mark of an estimated date from a name; most holidays of a lunar calendar have the mark."""
        label, bare = self._unwrapped(name)
        return self._templates.get(_ESTIMATED[label], "%s") % bare if label in _ESTIMATED else name

    def is_estimated(self, name: str) -> bool:
        """Whether a name contains the mark of an estimated date."""
        return self._unwrapped(name)[0] in _ESTIMATED

    def translated(self, name: str, other: "Calendar") -> str:
        """Translate a name of this calendar to the language of *other*, without the mark of an estimated date."""
        label, bare = self._unwrapped(self.plain(name))
        return other._templates.get(label, "%s") % str(other.translate(bare))

    def _unwrapped(self, name: str) -> tuple[str, str]:
        for label, template in self._templates.items():
            if found := re.fullmatch(re.escape(template).replace("%s", "(.+)"), name):
                return label, found[1]
        return "", name


def holidays_of(country: str, years: list[int]) -> list[dict[str, object]]:
    """List the public holidays of a country by date, each with every category that has this day and name.

    A public holiday is no working day. If a country has no public holiday now because all are working days (Ukraine),
    list these with the category ``workday``. A holiday with an estimated date also has the type ``estimated``.
    """
    import holidays  # noqa: PLC0415

    try:
        kind: Any = type(holidays.country_holidays(country))
    except NotImplementedError:
        return []
    own_language = kind.default_language
    foreign = next((code for code in ("en_US", "en_GB") if code in kind.supported_languages), own_language)
    main = _GENERAL.get(country, "public")
    local = Calendar(country, years, own_language, main)
    if not local.days and _WORKED in kind.supported_categories:
        main = _WORKED
        local = Calendar(country, years, own_language, main)
    english = Calendar(country, years, foreign, main)
    further = {*kind.supported_categories} - {main, "public", _WORKED}
    others = {name: Calendar(country, years, own_language, name).days for name in sorted(further)}
    return [
        {
            "date": day,
            "localName": local.plain(name),
            "name": _MONTH_FIRST.sub(r"\3-\1-\2", english.plain(translated)),
            "types": [
                "public" if country in _GENERAL else main,
                *sorted(category for category, days in others.items() if name in days.get(day, ())),
                *(["estimated"] if local.is_estimated(name) or english.is_estimated(translated) else []),
            ],
        }
        for day, names in local.days.items()
        for name, translated in _paired(names, english.days[day], local, english)
    ]


def _paired(names: list[str], translations: list[str], local: Calendar, english: Calendar) -> list[tuple[str, str]]:
    # The package sorts the names of a day in each language, so names at the same position need not correspond.
    if len(names) == len(translations) == 1:
        return [(names[0], translations[0])]
    plain = {english.plain(text): text for text in translations}
    pairs = {name: plain.pop(local.translated(name, english), None) for name in names}
    unknown = [name for name, text in pairs.items() if text is None]
    if len(unknown) != len(plain) or len(unknown) > 1:
        raise SystemExit(f"cannot match the translations {translations} with the names {names}")
    pairs.update(zip(unknown, plain.values(), strict=True))
    return [(name, text) for name, text in pairs.items() if text is not None]


if __name__ == "__main__":
    question = json.load(sys.stdin)
    json.dump({country: holidays_of(country, question["years"]) for country in question["countries"]}, sys.stdout)
