"""The manifest of the edge function."""

import re
from typing import Any

from builder.api.extension import Extension
from builder.api.types import Dataset, Entry
from builder.javascript.manifest import Manifest, kinds_module, manifest_module
from builder.project.config import Config, Current, Documents
from builder.site.answers import make_catalogs
from builder.site.listings import make_listings
from builder.site.manifest import code_version, edge_entries, make_manifest, with_documents
from tests.support.project import ROOT, exported
from tests.support.values import dataset, folding

CORE_TYPES = (ROOT / "edge/core/types.d.ts").read_text("utf-8")
CODE = code_version({"answer.js": "export const one = 1;"}, {})
VALUES = {"/health": b"{}"}
TEXT = Entry("/llms.txt", "public/llms.txt", lambda: b"hello", "txt")
MISSING = Entry("/docs/404.html", "public/docs/404.html", lambda: b"missing", "html", headers=(("X-One", "1"),))
ADVICE = Extension(name="one", folder=ROOT, advice={"all": ", and /docs/all.txt has more", "former": "; then"})


def manifest(data: Dataset, config: Config | None = None) -> Manifest:
    """Make the manifest of a dataset as the edge reads it."""
    listings, catalogs = make_listings(data, folding()), make_catalogs(data)
    made = make_manifest(data, listings, catalogs, config or Config(), code=CODE, values=VALUES, extensions=(ADVICE,))
    edge = edge_entries(with_documents(made, [TEXT, MISSING]), data, kinds_module())
    return exported({entry.path.removeprefix("edge/"): entry.make().decode() for entry in edge})


def interface(name: str) -> dict[str, bool]:
    """List the members of an interface of the core, including inherited ones, and whether each is required."""
    found = re.search(rf"interface {name}(?: extends (\w+))? \{{\n(.*?)\n\}}", CORE_TYPES, re.DOTALL)
    assert found, f"the core declares no {name}"
    plain = re.sub(r"/\*.*?\*/", "", re.sub(r"\{.*?\}", "", found[2]), flags=re.DOTALL)
    own = {member: not mark for member, mark in re.findall(r"(?:^|[;{\n]) *(\w+)(\??): ", plain)}
    return (interface(found[1]) if found[1] else {}) | own


def test_manifest_has_the_members_that_the_core_declares() -> None:
    made = manifest(dataset())
    entries: dict[str, Any] = {
        "Bounds": [made["bounds"]],
        "Catalog": made["catalogs"].values(),
        "FixedValue": made["values"].values(),
        "HeaderTable": [made["headers"]],
        "Listing": made["listings"],
        "Manifest": [made],
        "MissingPage": [made["missingPage"]],
        "Param": made["params"].values(),
        "WrittenLimits": [made["policy"]],
        "RouteEntry": made["routes"],
    }
    for name, objects in entries.items():
        declared = interface(name)
        required = {member for member, is_required in declared.items() if is_required}
        assert [value for value in objects if not required <= value.keys() <= declared.keys()] == [], name
        assert set().union(*objects) == declared.keys(), name


def test_every_form_of_a_code_maps_to_its_record() -> None:
    codes = manifest(dataset())["codes"]
    assert codes == {"aa": 0, "aaa": 0, "901": 0, "bb": 1, "bbb": 1, "002": 1, "cc": 2, "xkx": 2, "unk": 2, "xkk": 2}


def test_list_of_all_records_is_abbreviated() -> None:
    listings = manifest(dataset())["listings"]
    assert [listing["members"] for listing in listings if listing["folder"] == "v1"] == [None]


def test_manifest_is_read_back_unchanged() -> None:
    texts = {
        "__proto__": "own",
        "quotes": "\"'`\\'\\\\",
        "ends": "\n\r\u2028\u2029\0</script>",
        "${x}": "😀é",
    }
    odd: Manifest = {**manifest(dataset()), "flags": texts}
    assert exported({"generated/manifest.js": manifest_module(odd)}) == odd


def test_manifest_has_the_addresses_of_texts_folders_and_descriptions_alone() -> None:
    others = [
        TEXT._replace(address=address, type=kind) for address, kind in (("/docs/", "html"), ("/openapi.json", "json"))
    ]
    hidden = [
        TEXT._replace(address=address, type=kind)
        for address, kind in (("/a/b.json", "json"), ("/a.json", "json"), ("/a.svg", "svg"))
    ]
    made = with_documents(manifest(dataset()), [TEXT, *others, *hidden])
    assert (made["addresses"], made["missingPage"]) == (["/llms.txt", "/docs/", "/openapi.json"], None)


def test_digest_of_a_value_depends_on_its_bytes_and_the_code() -> None:
    listings = make_listings(dataset(), folding())
    digests = [
        make_manifest(dataset(), listings, (), Config(), code=code, values={"/health": body}, extensions=())["values"][
            "/health"
        ]["digest"]
        for code, body in ((CODE, b"{}"), (CODE, b"[]"), (code_version({"answer.js": "2"}, {}), b"{}"))
    ]
    assert all(len(digest) == 16 for digest in digests)
    assert len(set(digests)) == len(digests)


def test_version_of_the_code_depends_on_every_module() -> None:
    modules = {"a.js": "1", "b.js": "2"}
    versions = [
        code_version(modules, {"c.js": "3"}),
        code_version({"a.js": "1", "b.js": "3"}, {"c.js": "3"}),
        code_version({"a.js": "1", "c.js": "2"}, {"c.js": "3"}),
        code_version(modules, {"c.js": "4"}),
    ]
    assert len(set(versions)) == len(versions)
    assert code_version(dict(reversed(modules.items())), {"c.js": "3"}) == versions[0]


def test_messages_do_not_name_guides_that_are_left_out() -> None:
    with_guides = manifest(dataset())
    assert any("; /docs/values.txt lists the codes." in route.get("missing", "") for route in with_guides["routes"])
    assert with_guides["advice"]["all"] == ", and /docs/all.txt has more"
    without = manifest(dataset(), Config(documents=Documents(leave_out=("values", "all"))))
    assert [route for route in without["routes"] if "/docs/" in route.get("missing", "")] == []
    assert {route["missing"][-1] for route in without["routes"] if "missing" in route} == {"."}
    assert without["advice"] == {"all": "", "former": "; then"}


def test_manifest_has_the_fallback_of_the_config() -> None:
    assert manifest(dataset(), Config(current=Current(fallback="AA")))["fallback"] == "AA"
