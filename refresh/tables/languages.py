"""The languages of the records. Codes and scripts are of Unicode CLDR; own names are of CLDR or Countries List."""

from collections.abc import Iterator, Mapping

from refresh.inputs import Inputs
from refresh.refresh_types import StoredRecords
from refresh.sources.cldr_names import names_by_locale, supplement

_LIST = "languages.all.min.json"


def read(inputs: Inputs) -> Iterator[Mapping[str, object]]:
    """Yield a row for each language that any record has."""
    cldr = inputs.package("cldr")
    aliases = supplement(cldr, "aliases")["metadata"]["alias"]["languageAlias"]
    likely = supplement(cldr, "likelySubtags")["likelySubtags"]
    scripts = cldr.json("scriptMetadata.json")["scriptMetadata"]
    own_names = _own_names(inputs)
    bibliographic = {
        alias["_replacement"]: code for code, alias in aliases.items() if alias["_reason"] == "bibliographic"
    }
    for code, countries in sorted(_countries(inputs.records).items()):
        tag = aliases[code]["_replacement"] if code in aliases else code
        maximized = likely.get(tag) or likely.get(tag.split("-")[0])
        script = maximized.split("-")[1] if maximized else None
        alpha2 = tag if len(tag) == 2 else None
        yield {
            "code": code,
            "alpha2": alpha2,
            "bibliographic": bibliographic.get(tag),
            "name": inputs.languages[code]["name"],
            "ownName": own_names.get(tag),
            "script": script,
            "direction": None if script is None else "rtl" if scripts[script]["rtl"] == "YES" else "ltr",
            "countries": countries,
        }


def _own_names(inputs: Inputs) -> dict[str, str]:
    """Read the name of each language in the language itself, from CLDR or else from Countries List."""
    listed = inputs.package("countries-list").json(_LIST)
    # A second form after a slash is in another script or spelling.
    own_names = {code: entry["native"].split(" / ")[0] for code, entry in listed.items()}
    for tag, names in names_by_locale(inputs.package("cldr-names"), "languages").items():
        # CLDR repeats the code where it has no name.
        if names.get(tag, tag) != tag:
            own_names[tag] = names[tag]
    return own_names


def _countries(records: StoredRecords) -> dict[str, list[str]]:
    countries: dict[str, list[str]] = {}
    for code, record in sorted(records.items()):
        for language in record.get("languages", ()):
            countries.setdefault(language, []).append(code)
    return countries
