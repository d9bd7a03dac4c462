"""The two generated modules of the edge."""

import json
from typing import Any

from builder.api.types import Asset, Dataset, File
from builder.javascript.context import read_modules
from builder.javascript.core_calls import OpenSite
from builder.javascript.manifest import Manifest, kinds_module, manifest_module
from builder.project.config import Config, Current
from builder.site.answers import make_catalogs
from builder.site.listings import make_listings
from builder.site.manifest import code_version, make_edge, make_manifest, with_assets
from tests.support.core_types import interface
from tests.support.project import ROOT, exported
from tests.support.values import dataset, folding

CODE = code_version({"answer.js": "export const one = 1;"}, {})
ASSET = Asset("/llms.txt", File.of("public/llms.txt", b"hello"), "txt")


def manifest(data: Dataset, config: Config | None = None) -> Manifest:
    """Make the manifest of a dataset as the edge reads it."""
    listings, catalogs = make_listings(data, folding()), make_catalogs(data)
    made = with_assets(make_manifest(data, listings, catalogs, config or Config(), CODE), [ASSET])
    edge = make_edge(made, data, kinds_module())
    return exported({file.path.removeprefix("edge/"): file.body.decode() for file in edge})


def test_manifest_has_the_members_that_the_core_declares() -> None:
    missing = Asset("/docs/404.html", File.of("public/docs/404.html", b"missing"), "html", headers=(("X-One", "1"),))
    made = with_assets(manifest(dataset()), [ASSET, missing._replace(address="/docs/a"), missing])
    entries: dict[str, Any] = {
        "AssetEntry": made["assets"].values(),
        "Bounds": [made["bounds"]],
        "Catalog": made["catalogs"].values(),
        "HeaderTable": [made["headers"]],
        "Listing": made["listings"],
        "Manifest": [made],
        "MissingPage": [made["missing"]],
        "Param": made["params"].values(),
        "Policy": [made["policy"]],
        "RouteEntry": made["routes"],
    }
    for name, ones in entries.items():
        declared = interface(name)
        required = {member for member, is_required in declared.items() if is_required}
        assert [one for one in ones if not required <= one.keys() <= declared.keys()] == [], name
        assert set().union(*ones) == declared.keys(), name


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
    assert exported({"generated/manifest.js": manifest_module("", odd).body.decode()}) == odd


def test_asset_is_keyed_by_its_address() -> None:
    entry = manifest(dataset())["assets"]["/llms.txt"]
    assert {**entry, "digest": ""} == {"type": "txt", "cache": "ok", "digest": ""}


def test_asset_names_its_file_where_that_is_not_its_address() -> None:
    made = with_assets(manifest(dataset()), [ASSET._replace(address="/")])
    assert made["assets"]["/"].get("file") == "llms.txt"


def test_digest_of_an_asset_depends_on_its_bytes_its_headers_and_the_code() -> None:
    made = manifest(dataset())
    changes: list[tuple[Manifest, Asset]] = [
        (made, ASSET),
        (made, ASSET._replace(file=File.of("public/llms.txt", b"bye"))),
        (made, ASSET._replace(type="html")),
        (made, ASSET._replace(headers=(("Content-Security-Policy", "sandbox"),))),
        ({**made, "code": code_version({"answer.js": "export const one = 2;"}, {})}, ASSET),
    ]
    digests = [with_assets(base, [asset])["assets"]["/llms.txt"]["digest"] for base, asset in changes]
    assert all(len(digest) == 16 for digest in digests)
    assert len(set(digests)) == len(changes)


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


def opened(fallback: str = "") -> OpenSite:
    """Open the core with the three countries."""
    config = Config(current=Current(fallback=fallback))
    files = make_edge(manifest(dataset(), config), dataset(), read_modules(ROOT / "edge", "core") | kinds_module())
    return OpenSite({file.path.removeprefix("edge/"): file.body.decode() for file in files})


def ask(core: OpenSite, path: str, query: str = "", country: str = "") -> dict[str, Any]:
    """Request a path from the core."""
    chance = {"entropy": "0" * 32, "ifNoneMatch": "", "country": country, "method": "GET"}
    return dict(core.answer({"path": path, "query": query} | chance))


def test_core_answers_any_dataset() -> None:
    core = opened()
    assert json.loads(ask(core, "/v1/currency/dollar", "fields=cca2")["body"]) == [{"cca2": "AA"}, {"cca2": "BB"}]
    assert json.loads(ask(core, "/v1/alpha/2", "fields=cca2")["body"]) == [{"cca2": "BB"}]
    assert ask(core, "/v1/capital/saint%20a%20town")["file"] == "v1/alpha/aa.json"
    assert ask(core, "/v1/rank/hdi")["members"] == []
    assert ask(core, "/v1/rank/area", "fields=area")["body"] == '[{"area":20},{"area":10}]'
    assert ask(core, "/llms.txt")["asset"]["file"] == "llms.txt"


def test_core_has_the_fallback_of_the_config() -> None:
    assert json.loads(ask(opened("AA"), "/v1/current")["body"])["cca2"] == "AA"
    assert ask(opened(), "/v1/current")["status"] == 404
