"""Derives the listings (lists of record numbers) that routes answer from, by folded key."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from unicodedata import normalize

from builder.api.aliases import ALIAS_TABLES, NAME_FILES, without_spaces, word_runs
from builder.api.dataset_files import LanguageEntry
from builder.api.metrics import Metric
from builder.api.output_paths import folder_of
from builder.api.parameters import ORDER, STATUS
from builder.api.record_model import Country
from builder.api.route_type import Route
from builder.api.types import Dataset, Fold, Listing, Listings, Names

Keys = dict[str, dict[str, list[int]]]
# Further names of countries by alpha-2 code, or further signs of currencies by code.
TextsByCode = Mapping[str, Sequence[str]]

# Kosovo has three alpha-3 codes in use. Requests may have any of them; its record has XKX.
_OTHER_CODES = {"UNK": "XKX", "XKK": "XKX"}
_SINT = re.compile(r"\bsint\b")


def make_listings(dataset: Dataset, fold: Fold) -> Listings:
    """Derive every listing of *dataset*. Lists with the same members in the same order become one listing."""
    values = [record.value for record in dataset.records]
    files = {file: dataset.names.get(file, {}) for file in NAME_FILES}
    languages = dataset.reference["languages"]
    by_name = {
        "region": _group(_texts(value.get("region")) for value in values),
        "subregion": _group(_texts(value.get("subregion")) for value in values),
        "continent": _group(value.get("continents", []) for value in values),
        "lang": _group(_language_names(value, languages) for value in values),
        "currency": _group(_currency_names(value) for value in values),
    }
    codes = {
        "cioc": _group(_texts(value.get("cioc")) for value in values),
        "lang": _group(_language_codes(value, languages) for value in values),
        "currency": _group(value.get("currencies", {}) for value in values),
    }
    indexes, texts = _fold_keys(by_name, fold)
    canonical_keys = {
        index: tuple(dict.fromkeys([*indexes.get(index, ()), *map(str.lower, codes.get(index, ()))]))
        for index in (*by_name, "cioc")
    }
    signs = dataset.aliases.get("currency-signs", {})
    for text, members in _currency_keys(values, by_name["currency"], signs, fold):
        indexes["currency"][text] = sorted({*indexes["currency"].get(text, ()), *members})
    indexes |= {index: _with_codes(indexes.get(index, {}), groups) for index, groups in codes.items()}
    _add_aliases(indexes, dataset.aliases, fold)
    indexes["independent"] = {
        "true": [number for number, value in enumerate(values) if value.get("independent") is True],
        "false": [number for number, value in enumerate(values) if value.get("independent") is not True],
    }
    indexes["rank"] = _rank(values, dataset.interface.ranked_metrics)
    indexes = {"all": {"": list(range(len(values)))}} | indexes
    listings, numbered = _distinct(indexes, canonical_keys, dataset.interface.routes)
    return Listings(
        listings=listings,
        indexes=numbered,
        canonical_keys=canonical_keys,
        texts=texts,
        codes=_record_codes(dataset),
        former=_former(dataset, fold),
        names=tuple(_names_of(value, files["countries"], files["others"], fold) for value in values),
        capitals=tuple(_capitals_of(value, files["capitals"], files["other-capitals"], fold) for value in values),
    )


def _texts(text: str | None) -> list[str]:
    return [text] if text else []


def _language_names(value: Country, languages: Mapping[str, LanguageEntry]) -> list[str]:
    return [text for code, name in value.get("languages", {}).items() for text in (name, languages[code]["name"])]


def _language_codes(value: Country, languages: Mapping[str, LanguageEntry]) -> list[str]:
    return [text for code in value.get("languages", {}) for text in (code, *_texts(languages[code].get("alpha2")))]


def _currency_names(value: Country) -> list[str]:
    return [currency["name"] for currency in value.get("currencies", {}).values()]


def _currency_signs(value: Country, further: TextsByCode) -> list[str]:
    currencies = value.get("currencies", {}).items()
    signs = (sign for code, currency in currencies for sign in (currency.get("symbol", ""), *further.get(code, ())))
    return [key for sign in signs for key in _sign_keys(sign) if key]


def _sign_keys(sign: str) -> set[str]:
    """Return the keys of a sign: in lower case and, if it is not ASCII, as written; each also without a last dot."""
    written = normalize("NFKC", sign.strip())
    forms = (written.lower() if written.isascii() else written, written.lower())
    return {*forms, *(form.removesuffix(".") for form in forms)}


def _group(keys_of_records: Iterable[Iterable[str]]) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {}
    for number, keys in enumerate(keys_of_records):
        for key in keys:
            members = groups.setdefault(key, [])
            if number not in members:
                members.append(number)
    return groups


def _fold_keys(by_name: Keys, fold: Fold) -> tuple[Keys, dict[str, dict[str, str]]]:
    """Merge the groups whose keys are equal after folding and removal of spaces. The edge folds requests the same way.

    Returns the merged groups by index and key, and the folded keys with their spaces.
    """
    folded: Keys = {}
    texts: dict[str, dict[str, str]] = {}
    for index, groups in by_name.items():
        merged: dict[str, set[int]] = {}
        for key, text in zip(groups, fold(list(groups)), strict=True):
            merged.setdefault(without_spaces(text), set()).update(groups[key])
            texts.setdefault(index, {}).setdefault(without_spaces(text), text)
        folded[index] = {key: sorted(members) for key, members in sorted(merged.items())}
    return folded, texts


def _with_codes(by_name: dict[str, list[int]], by_code: dict[str, list[int]]) -> dict[str, list[int]]:
    """Add codes to an index of names. Codes are not folded, because folding turns ``st`` into ``saint``."""
    keyed = {code.lower(): members for code, members in by_code.items()}
    merged = {key: sorted({*by_name.get(key, ()), *keyed.get(key, ())}) for key in (*by_name, *keyed)}
    return dict(sorted(merged.items()))


def _currency_keys(
    values: list[Country], by_name: dict[str, list[int]], signs: TextsByCode, fold: Fold
) -> Iterator[tuple[str, list[int]]]:
    """Yield keys of currencies, each with the records that have it: runs of words of their names, and their signs.

    *signs* has further signs by the code of a currency.
    """
    for name, text in zip(by_name, fold([*by_name]), strict=True):
        for run in word_runs(text):
            yield run, by_name[name]
    # Signs are not folded, because د.إ without the dot inside would equal another word.
    yield from _group(_currency_signs(value, signs) for value in values).items()


def _add_aliases(indexes: Keys, aliases: Mapping[str, Mapping[str, list[str]]], fold: Fold) -> None:
    """Add aliases of values that records have to the indexes. Signs of currencies are added by ``_currency_keys``."""
    tables = [table for table in ALIAS_TABLES if not table.is_of_signs]
    stored = [(table, *entry) for table in tables for entry in aliases.get(table.file, {}).items()]
    texts = [text for _, target, names in stored for text in (target, *names)]
    keys = dict(zip(texts, map(without_spaces, fold(texts)), strict=True))
    for table, target, names in stored:
        index = indexes[table.index]
        if keys[target] in index:
            index.update((keys[name], index[keys[target]]) for name in names)


def _rank(values: list[Country], metrics: Iterable[Metric]) -> dict[str, list[int]]:
    ranked = {}
    for metric in metrics:
        of_records = map(metric.ranked_value, values)
        value_of = {number: value for number, value in enumerate(of_records) if value is not None}
        for order in ORDER.enum:
            sign = -1 if order == "desc" else 1
            ranked[f"{metric.name}/{order}"] = sorted(value_of, key=lambda number: (sign * value_of[number], number))
    return ranked


def _names_of(value: Country, further: TextsByCode, others: TextsByCode, fold: Fold) -> Names:
    """Return the names of a record: its own names, its codes, and names in other languages or otherwise in use."""
    name, spellings = value["name"], value.get("altSpellings", [])
    codes = [value["cca2"], value["cca3"]]
    native = [text for row in name.get("native", {}).values() for text in (row["official"], row["common"])]
    translated = [text for row in value.get("translations", {}).values() for text in (row["official"], row["common"])]
    folded = zip(spellings, fold(spellings), strict=True)
    short = [text for text, key in folded if min(len(text), len(without_spaces(key))) <= 3]
    long = [text for text in spellings if text not in short]
    common = _new(fold([name["common"]]))
    alternative = _new(fold([name["official"], *native, *long]), common)
    # A query is folded from St Maarten to saint maarten, so each name with Sint gets a form with saint.
    alternative += tuple(_SINT.sub("saint", text) for text in (*common, *alternative) if _SINT.search(text))
    exact = tuple(dict.fromkeys([*map(str.lower, codes), *fold([text for text in short if text not in codes])]))
    known = {*map(without_spaces, (*common, *alternative)), *exact}
    in_use = fold([*translated, *_further_names(value, further), *_further_names(value, others)])
    return Names(common, alternative, exact, _new(map(without_spaces, in_use), known))


def _capitals_of(value: Country, further: TextsByCode, others: TextsByCode, fold: Fold) -> Names:
    """Return the names of the capitals of a record."""
    other = fold([*_further_names(value, further), *_further_names(value, others)])
    return Names(_new(fold(value.get("capital", []))), in_other_languages=_new(map(without_spaces, other)))


def _further_names(value: Country, names: TextsByCode) -> Sequence[str]:
    return names.get(value["cca2"], ())


def _new(texts: Iterable[str], known: Collection[str] = ()) -> tuple[str, ...]:
    """Return the distinct *texts* that are not empty and not *known*."""
    return tuple(dict.fromkeys(text for text in texts if text and text not in known))


def _distinct(
    indexes: Keys, canonical: Mapping[str, tuple[str, ...]], routes: Sequence[Route]
) -> tuple[tuple[Listing, ...], dict[str, dict[str, int]]]:
    """Assign a number to each distinct list, and map each key of each index to the number of its list."""
    numbers: dict[tuple[int, ...], int] = {}
    folders: list[str] = []
    max_limits: list[int] = []
    numbered: dict[str, dict[str, int]] = {}
    for index, groups in indexes.items():
        answering = [route for route in routes if route.index == index]
        max_limit = max(route.max_limit for route in answering)
        with_folder = {*canonical.get(index, groups)}
        keys = numbered[index] = {}
        for key, group in groups.items():
            number = keys[key] = numbers.setdefault(tuple(group), len(folders))
            if number == len(folders):
                folders.append("")
                max_limits.append(0)
            if not folders[number] and key in with_folder:
                folders[number] = _folder(answering[0], key)
            max_limits[number] = max(max_limits[number], max_limit)
    listings = tuple(map(Listing, folders, numbers, max_limits))
    return listings, numbered


def _folder(route: Route, key: str) -> str:
    """Return the folder of the windows of a listing: the path of its address, then the value of the query if any."""
    if route.kind == "independent":
        folder = folder_of(route.path)
        return folder if key == str(STATUS.default).lower() else f"{folder}/{key}"
    if route.kind == "rank":
        metric, _, order = key.partition("/")
        folder = folder_of(route.path, metric.lower())
        return folder if order == ORDER.default else f"{folder}/{order}"
    return folder_of(route.path, key)


def _former(dataset: Dataset, fold: Fold) -> dict[str, tuple[int, ...]]:
    """Map former and reserved codes and names to records. A text is left out if the site lacks all its countries."""
    numbers = {record.cca2: number for number, record in enumerate(dataset.records)}
    former = dataset.reference.get("former", {})
    keyed = {
        without_spaces(text): tuple(numbers[code] for code in codes if code in numbers)
        for text, codes in zip(fold([*former]), former.values(), strict=True)
    }
    return {key: members for key, members in keyed.items() if members}


def _record_codes(dataset: Dataset) -> dict[str, int]:
    codes = {}
    for number, record in enumerate(dataset.records):
        for code in (record.value["cca2"], record.value["cca3"], *_texts(record.value.get("ccn3"))):
            codes[code.lower()] = number
    for other, code in _OTHER_CODES.items():
        if code.lower() in codes:
            codes.setdefault(other.lower(), codes[code.lower()])
    return codes
