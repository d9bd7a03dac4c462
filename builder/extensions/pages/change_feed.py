"""Describes what refreshes changed, by day and field, for a page, a feed and a JSON file."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

import orjson
from markupsafe import Markup

from builder.api.dataset_files import ChangesFile, FieldChange
from builder.api.metrics import Metric
from builder.api.output_paths import DOCS_FOLDER
from builder.api.types import SCHEMA_VERSION, Dataset, Entry, JsonObject
from builder.documents.document_data import DocumentData
from builder.documents.rendering import document, render_template
from builder.extensions.pages.field_labels import list_fields
from builder.extensions.pages.html.filters import long_date
from builder.extensions.pages.metric_values import rounded_value
from builder.extensions.pages.names_with_language import tag_of, with_language
from builder.extensions.pages.number_format import rounded

_LABELS = {field.path: field.label for field in list_fields({})}
# Fields whose changes come first on a day (people ask for them), and fields that come last (they change most often).
_FIRST = ("capital", "independent", "currencies", "languages", "borders", "enrichment.government.type", "population")
_LAST = ("holidays.items", "name", "demonyms", "altSpellings", "translations")
# Scripts with letters that look alike.
_SCRIPTS = {"LATIN", "CYRILLIC", "GREEK"}
# Members of names, demonyms and currencies, with ``{}`` for the language or the code.
_MEMBERS = {
    "common": "{} name",
    "official": "Official {} name",
    "m": "{} word for a man",
    "f": "{} word for a woman",
    "name": "Name of {}",
    "symbol": "Symbol of {}",
}
_HOLIDAY = "holidays.items."
# The verb for several holidays whose sentences all begin with the same word.
_VERBS = {"Adds": "added", "Removes": "removed"}
# Members of a holiday whose names are not the words that people use.
_HOLIDAY_MEMBERS = {"localName": "local name", "types": "kind"}


class Change(NamedTuple):
    """A change of one field of a country; ``label`` names the field as the country's page does.

    ``what`` is the member of the field that changed, and ``language`` the tag of its language. ``old`` and ``new`` are
    its values as text, empty where there was or is no value. For a list, ``old`` is what was removed and ``new`` what
    was added. Where both are empty, ``what`` is the whole sentence.
    """

    date: str
    code: str
    country: str
    field: str
    label: str
    what: str
    old: str
    new: str
    language: str = ""
    is_list: bool = False

    @property
    def anchor(self) -> str:
        """Its anchor on the page of changes."""
        return _anchor(f"on-{self.date}-{self.code}-{self.field}")

    @property
    def text(self) -> str:
        """The change as a sentence without its country."""
        return self._sentence(str, self.old, self.new)

    @property
    def html(self) -> str:
        """The sentence as HTML, in which values keep their direction and are marked with their language."""
        old, new = with_language(self.old, self.language), with_language(self.new, self.language)
        return self._sentence(Markup, old, new)

    def _sentence(self, text: type[str], old: str, new: str) -> str:
        """Write the sentence as *text*, plain or HTML, with the values in that form."""
        if not self.old and not self.new:
            return text("{}").format(self.what)
        if self.is_list:
            signs = ((self.new, new, "added"), (self.old, old, "removed"))
            return text("; ").join([text("{} {}").format(value, sign) for known, value, sign in signs if known])
        if self.old and self.new:
            form = (
                "{} from {} to {}, in letters of another script"
                if _look_alike(self.old, self.new)
                else "{} from {} to {}"
            )
            return text(form).format(f"{self.what} changed" if self.what else "Changed", old, new)
        value, sign = (new, "added") if self.new else (old, "removed")
        return text("{0} {1} ({2})" if self.what else "{2} {1}").format(self.what, sign, value)


def _look_alike(one: str, other: str) -> bool:
    """Say whether two texts differ only in letters of different scripts, such as a Latin and a Cyrillic a."""
    pairs = [pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]]
    scripts = ({unicodedata.name(letter, "").partition(" ")[0] for letter in pair} for pair in pairs)
    return bool(pairs) and len(one) == len(other) and all(len(pair) > 1 and pair <= _SCRIPTS for pair in scripts)


def _anchor(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def changes_of(data: DocumentData) -> tuple[Change, ...]:
    """Describe the changes of every refresh of a dataset."""
    return describe_changes(data.site.dataset.changes, data.site.dataset)


def describe_changes(entries: Sequence[ChangesFile], dataset: Dataset) -> tuple[Change, ...]:
    """Describe the changes of every refresh, the newest day first; ``_order_in_day`` sorts the changes of a day."""
    names = {record.cca2: record.value["name"]["common"] for record in dataset.records}
    metrics = {metric.path: metric for metric in dataset.interface.metrics}
    described: list[Change] = []
    for entry in entries:
        day = [
            _change(entry["date"], change, names, metrics.get(change["field"]), dataset) for change in entry["changes"]
        ]
        described += sorted(day, key=_order_in_day)
    return tuple(described)


def _order_in_day(change: Change) -> tuple[int, int]:
    """Return the sorting key of a change: ``_FIRST`` are first, ``_LAST`` are last."""
    path = next((path for path, label in _LABELS.items() if label == change.label), "")
    for group, paths in ((0, _FIRST), (2, _LAST)):
        if path in paths:
            return group, paths.index(path)
    return 1, [*_LABELS].index(path) if path else len(_LABELS)


def by_day(changes: Sequence[Change]) -> list[tuple[str, list[tuple[str, list[Change]]]]]:
    """Group changes by day and label, in their order."""
    return [
        (day, [(label, list(found)) for label, found in groupby(of_day, key=lambda change: change.label)])
        for day, of_day in groupby(changes, key=lambda change: change.date)
    ]


def by_country(changes: Sequence[Change]) -> list[tuple[str, list[Change]]]:
    """Group changes of one field and day by country; several holidays have a sentence that counts their days."""
    found = groupby(changes, key=lambda change: (change.code, change.field.startswith(_HOLIDAY)))
    groups = [list(of_country) for _, of_country in found]
    return [(_counted_days(group), group) for group in groups]


def _counted_days(changes: Sequence[Change]) -> str:
    """Write on how many days of which years several holidays changed; empty for a single change."""
    if len(changes) == 1 or not changes[0].field.startswith(_HOLIDAY):
        return ""
    days = sorted({change.field.removeprefix(_HOLIDAY).partition(" ")[0] for change in changes})
    verb, *others = {_VERBS.get(change.what.partition(" ")[0], "corrected") for change in changes}
    years = " to ".join(dict.fromkeys((days[0][:4], days[-1][:4])))
    return f"{len(days)} {'day' if len(days) == 1 else 'days'} of {years} {'corrected' if others else verb}"


def anchor_of(day: str, label: str) -> str:
    """Return the anchor of the changes of a field on a day."""
    return _anchor(f"on-{day}-{label}")


def _change(
    refreshed: str, change: FieldChange, names: Mapping[str, str], metric: Metric | None, dataset: Dataset
) -> Change:
    code, path = change["cca2"], change["field"]
    # The innermost field with a label that is or contains the changed one.
    labelled = max((known for known in _LABELS if f"{path}.".startswith(f"{known}.")), key=len, default="")
    label = _LABELS[labelled] if labelled else path.partition(".")[0].capitalize()
    if path.startswith(_HOLIDAY):
        return Change(
            refreshed, code, names.get(code, code), path, label, _holiday(change.get("old"), change.get("new")), "", ""
        )
    what, tag = _member(path.removeprefix(labelled or label.lower()).strip("."), dataset)
    old, new = change.get("old"), change.get("new")
    is_list = isinstance(old, list) and isinstance(new, list)
    write = partial(_years if path.endswith(("ears", "Year", ".asOf")) else _value, metric)
    texts = [write(_without(one, other) if is_list else one) for one, other in ((old, new), (new, old))]
    if texts[0] == texts[1] and isinstance(old, int | float):
        # Both round to the same number.
        texts = [f"{value:,}" for value in (old, new)]
    if is_list and not any(texts):
        what = "Another order"
    return Change(refreshed, code, names.get(code, code), path, label, what, texts[0], texts[1], tag, is_list)


def _holiday(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> str:
    """Write as a sentence how a holiday changed."""
    one = new or old or {}
    named = f"{one['name']} on {long_date(one['date'])}"
    if old and new:
        changed = [
            f"its {_HOLIDAY_MEMBERS.get(member, member)} from {_value(None, before)} to {_value(None, new.get(member))}"
            for member, before in old.items()
            if before != new.get(member)
        ]
        return f"{named} changes {' and '.join(changed)}"
    types: list[str] = one.get("types") or ["public"]
    note = f" ({', '.join(types[1:])})" if types[1:] else ""
    return f"{'Adds' if new else 'Removes'} the {types[0]} holiday {named}{note}"


def _without(values: Any, others: Any) -> list[Any]:
    return [value for value in values if value not in others]


def _years(_metric: Metric | None, value: Any) -> str:
    """Write years or dates, without separators of thousands."""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")


def _member(path: str, dataset: Dataset) -> tuple[str, str]:
    """Describe a member of a field in words, with the tag of its language: ``native.tuk.common``, ``XCG.symbol``."""
    *_, key, member = ["", *path.removeprefix("native").strip(".").split(".")]
    if member not in _MEMBERS:
        # The value of a language is its name, which the key would repeat.
        return ("" if " " in member or (not key and len(member) == 3) else member), ""
    language: Mapping[str, Any] = dataset.reference["languages"].get(key, {})
    words = _MEMBERS[member].format(language.get("name", key)).strip()
    return f"{words[:1].upper()}{words[1:].replace('  ', ' ')}", tag_of(dataset, key) if language else ""


def _value(metric: Metric | None, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return _value(metric, [*value.values()])
    if isinstance(value, list):
        return ", ".join(_value(metric, one) for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return rounded_value(value, metric) if metric else rounded(value)
    return str(value)


def change_documents(data: DocumentData) -> Iterator[Entry]:
    """Yield the file of changes and their feed."""
    docs, dataset = f"/{DOCS_FOLDER}", data.site.dataset
    yield document(f"{docs}/changes.json", "json", lambda: changes_json(data.once(changes_of), dataset))
    yield document(f"{docs}/changes.atom", "atom", lambda: changes_feed(data.once(changes_of), data))


def changes_json(changes: Sequence[Change], dataset: Dataset) -> bytes:
    """Write ``changes.json``: every change with its values and its description.

    ``tables`` has the columns of tables in which values changed, with the number of these values.
    """
    raw = {(entry["date"], one["cca2"], one["field"]): one for entry in dataset.changes for one in entry["changes"]}
    every = [
        {"date": one.date, **raw[one.date, one.code, one.field]}
        | {"label": one.label, "text": one.text, "anchor": one.anchor}
        for one in changes
    ]
    whole: JsonObject = {"kind": "changes", "schemaVersion": SCHEMA_VERSION}
    whole |= {"revision": dataset.revision, "changes": every}
    tables = [{"date": entry["date"], **change} for entry in dataset.changes for change in entry.get("tables", ())]
    return orjson.dumps(whole | ({"tables": tables} if tables else {}))


def changes_feed(changes: Sequence[Change], data: DocumentData) -> bytes:
    """Write a feed (RFC 4287) with an entry for each day: the number of changes of each field."""
    days = by_day(changes)
    updated = f"{days[0][0]}T00:00:00Z" if days else data.site.dataset.sources["fetchedAt"]
    return render_template(data, "text/changes.atom", {"days": days, "updated": updated}).encode()
