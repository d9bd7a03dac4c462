"""Languages of the records with codes, scripts and own names of Unicode CLDR, else own names of Countries List."""

from collections.abc import Iterator, Mapping

from refresh.inputs import Inputs
from refresh.refresh_types import StoredRecords
from refresh.sources.cldr_names import names_by_locale, supplement

_LIST = "languages.all.min.json"


def read(inputs: Inputs) -> Iterator[Mapping[str, object]]:
    """Yield the row of each language of a record."""
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
        written = likely.get(tag) or likely.get(tag.split("-")[0])
        script = written.split("-")[1] if written else None
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
    """Read the name of each language in itself. A name that is the code is one that CLDR lacks."""
    listed = inputs.package("countries-list").json(_LIST)
    # A second form after a slash is in another script or spelling.
    own = {code: entry["native"].split(" / ")[0] for code, entry in listed.items()}
    for tag, names in names_by_locale(inputs.package("cldr-names"), "languages").items():
        if names.get(tag, tag) != tag:
            own[tag] = names[tag]
    return own


def _countries(records: StoredRecords) -> dict[str, list[str]]:
    countries: dict[str, list[str]] = {}
    for code, record in sorted(records.items()):
        for language in record.get("languages", ()):
            countries.setdefault(language, []).append(code)
    return countries
