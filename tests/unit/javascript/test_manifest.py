"""The generated modules of the edge function."""

import re

import orjson

from builder.api.types import JsonObject, Names
from builder.javascript.context import JavaScriptContext
from builder.javascript.manifest import manifest_module, read_records, records_module, searched_names
from builder.project.config import Config
from builder.site.listings import make_listings
from builder.site.manifest import make_manifest
from tests.support import values
from tests.support.project import exported


def test_records_are_read_by_python_and_javascript_as_they_were_written() -> None:
    name = "St. John's \"\\\u2028\\'"
    (record,) = values.dataset({**values.VALUES[0], "capital": [name]}).records
    source = records_module((record,))
    engine = JavaScriptContext({"records.js": source}, ["records.js"])
    assert read_records(source) == [record.body.decode()]
    engine.evaluate("var { parts, packed } = modules['records.js'].records")
    read = "parts.reduce((text, [mark, part]) => text.replaceAll(mark, part), packed[0])"
    assert engine.evaluate(f"JSON.parse({read}).capital[0]") == name


def test_texts_that_records_repeat_are_replaced_by_signs_that_no_record_has() -> None:
    names = {"translations": {"deu": {"official": "~", "common": "!"}}}
    named = [{"cca2": code, **names} for code in ("AA", "BB")]
    records = values.dataset(*({**values.VALUES[0], **changed} for changed in named)).records
    source = records_module(records)
    parts, packed = source.split("packed: [")
    signs = dict(orjson.loads(parts.split("parts: ")[1].strip(" ,\n")))
    assert not signs.keys() & {*"!~"}
    assert '":{"official":"' in signs.values()
    assert '":{"official":"' not in packed
    assert read_records(source) == [record.body.decode() for record in records]


def test_manifest_module_escapes_apostrophes_for_its_string_literals() -> None:
    dataset = values.dataset({**values.VALUES[0], "capital": ["St. John's"]})
    listings = make_listings(dataset, values.folding())
    made = make_manifest(dataset, listings, (), Config(), code="0" * 32, values={}, extensions=())
    names: JsonObject = {"own": [(["st. john's"], [], [])], "otherLanguages": {}}
    source = manifest_module({**made, "fallback": "a'\"\\", "names": names})
    assert len(re.findall(r"\('[^']*'\)", source)) == source.count("('") == 3
    read = exported({"generated/manifest.js": source})
    assert (read["fallback"], read["names"]["own"][0][0]) == ("a'\"\\", ["st. john's"])
    # The names are parsed only at the first search.
    broken = JavaScriptContext({"manifest.js": source.replace('{"own"', "{own")}, ["manifest.js"])
    assert broken.evaluate("modules['manifest.js'].manifest.fallback") == "a'\"\\"


def test_names_in_other_languages_are_listed_by_letter_with_all_their_records() -> None:
    names = [
        Names(("congo",), ("zaire",), ("cd",), ("kongo", "कगो")),
        Names(("cyprus",), in_other_languages=("kypros",)),
        Names((), in_other_languages=("kongo", "𞤑𞤮")),
    ]
    assert searched_names(names) == {
        "own": [(("congo",), ("zaire",), ("cd",)), (("cyprus",), (), ()), ((), (), ())],
        "otherLanguages": {"k": "kongo,0,2 kypros,1", "क": "कगो,0", "𞤑": "𞤑𞤮,2"},
    }
    assert searched_names([]) == {"own": [], "otherLanguages": {}}
