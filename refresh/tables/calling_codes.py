"""Calling codes from the metadata of libphonenumber, as the package ``phonenumbers`` has it."""

import ast
from collections.abc import Iterator, Mapping
from typing import Any, NotRequired, cast

from typing_extensions import TypedDict

from refresh.inputs import Inputs
from refresh.matching_texts import starts

_FOLDER = "phonenumbers/data/region_"
# The most digits of a prefix: the longest prefix that tells two countries apart has five.
_MOST = 5
# The calling code whose countries have area codes, of three digits each.
_BY_AREA = 1
_AREA = 3


class Region(TypedDict):
    """The members that are read of a country: prefixes, numbers, and whether it is the main country of its code."""

    id: str
    country_code: int
    international_prefix: NotRequired[str]
    preferred_international_prefix: NotRequired[str]
    national_prefix: NotRequired[str]
    fixed_line: NotRequired[dict[str, str | None]]
    mobile: NotRequired[dict[str, str | None]]
    main_country_for_code: NotRequired[bool]


def read(inputs: Inputs) -> Iterator[Mapping[str, object]]:
    """Yield the row of each country that has numbers of its own."""
    modules = inputs.package("libphonenumber").files(f"{_FOLDER}??.py")
    regions = {region["id"]: region for region in map(_metadata, modules.values())}
    by_code: dict[int, dict[str, Region]] = {}
    for name, region in regions.items():
        by_code.setdefault(region["country_code"], {})[name] = region
    for name, region in regions.items():
        if name in inputs.records:
            sharing = by_code[region["country_code"]]
            code = str(region["country_code"])
            prefixes = _prefixes(name, sharing) if len(sharing) > 1 else []
            # Area codes belong to the code only in the North American plan.
            dialling_codes = [f"{code}{area}" for area in prefixes] if region["country_code"] == _BY_AREA else [code]
            yield {
                "cca2": name,
                "code": code,
                "diallingCodes": dialling_codes,
                "prefixes": prefixes,
                "isMain": len(sharing) == 1 or bool(region.get("main_country_for_code")),
                "internationalPrefix": _international_prefix(region),
                "trunkPrefix": region.get("national_prefix"),
            }


def finish(_inputs: Inputs, rows: list[dict[str, Any]]) -> None:
    """Sort the area codes again, because corrections add some at the end."""
    for row in rows:
        if row["code"] == str(_BY_AREA):
            row["diallingCodes"].sort()
            row["prefixes"].sort()


def _international_prefix(region: Region) -> str | None:
    """Return the prefix of calls abroad, or ``None`` if each carrier has its own. A tilde is a pause."""
    either = region.get("preferred_international_prefix") or region.get("international_prefix") or ""
    prefix = either.replace("~", "")
    return prefix if prefix.isdecimal() else None


def _metadata(module: bytes) -> Region:
    """Read the arguments of ``PhoneMetadata`` in a module, without running it."""
    for node in ast.walk(ast.parse(module)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "PhoneMetadata":
            return cast("Region", _arguments(node))
    raise ValueError("a module of libphonenumber has no PhoneMetadata")


def _arguments(call: ast.Call) -> dict[str, object]:
    values: dict[str, object] = {}
    for keyword in call.keywords:
        if isinstance(keyword.value, ast.Call):
            values[str(keyword.arg)] = _arguments(keyword.value)
        elif keyword.arg not in ("number_format", "intl_number_format"):
            values[str(keyword.arg)] = ast.literal_eval(keyword.value)
    return values


def _prefixes(name: str, sharing: Mapping[str, Region]) -> list[str]:
    """List the shortest prefixes that only this country has. The main country has some only if three digits suffice."""
    region = sharing[name]
    own, is_main, has_areas = _patterns(region), region.get("main_country_for_code"), region["country_code"] == _BY_AREA
    others = [pattern for other, one in sharing.items() if other != name for pattern in _patterns(one)]
    least = _AREA if has_areas else 1
    most = _AREA if has_areas or is_main else _MOST
    found: list[str] = []
    whole: set[str] = set()
    for length in range(least, most + 1):
        whole = {start for pattern in own for start in starts(pattern, length)}
        theirs = {start for pattern in others for start in starts(pattern, length)}
        found += sorted(start for start in whole - theirs if not start.startswith(tuple(found)))
    is_complete = all(start.startswith(tuple(found)) for start in whole)
    return sorted(found) if is_complete or not is_main else []


def _patterns(region: Region) -> list[str]:
    kinds = (region.get("fixed_line", {}), region.get("mobile", {}))
    return [*dict.fromkeys(pattern for kind in kinds if (pattern := kind.get("national_number_pattern")))]
