"""Properties of the whole default site: its files and its edge give the same answers."""

import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest

from builder.api.output_paths import is_window
from builder.javascript.context import read_modules
from builder.javascript.manifest import Manifest
from builder.project.build_request import BuildRequest
from tests.support.project import exported
from tests.support.serving import Service
from tests.support.values import INTERFACE


@pytest.fixture(scope="module")
def manifest(site: Path) -> Manifest:
    """Read the manifest of the edge."""
    return exported(read_modules(site / "edge"))


@pytest.fixture(scope="module")
def targets(manifest: Manifest) -> dict[str, tuple[str, int]]:
    """Map the folder of each listing and catalog to the start of a target that returns it, and its largest limit."""
    found: dict[str, tuple[str, int]] = {}
    for index, keys in manifest["indexes"].items():
        for key, number in keys.items():
            target, max_limit = _target(index, key)
            folder = manifest["listings"][max(number, ~number)]["folder"]
            if folder and found.get(folder, ("", 0))[1] < max_limit:
                found[folder] = (target, max_limit)
    listed = {max(number, ~number) for keys in manifest["indexes"].values() for number in keys.values()}
    # The listings of searches are in no index; the path of their folder is also their address.
    searched = [listing["folder"] for number, listing in enumerate(manifest["listings"]) if number not in listed]
    found |= {folder: (f"/{folder}?", 25) for folder in searched}
    for kind in manifest["catalogs"]:
        found[f"v1/meta/{kind}"] = (f"/v1/meta/{kind}?", 100)
    return found


def _target(index: str, key: str) -> tuple[str, int]:
    if index == "all":
        return "/v1?", 5
    if index == "independent":
        return f"/v1/independent?status={key}&", 25
    if index == "rank":
        metric, order = key.split("/")
        return f"/v1/rank/{metric}?order={order}&", 25
    route = next(route for route in INTERFACE.routes if route.kind == "match" and route.index == index)
    return f"{route.path.rpartition('/')[0]}/{quote(key, safe='')}?", 25


def windows(site: Path) -> set[str]:
    """List the paths of all files of windows."""
    paths = (site / "public/v1").rglob("*-*.json")
    return {path.relative_to(site / "public").as_posix() for path in paths if is_window(path.name)}


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.soak)])
def test_every_window_of_the_policy_has_a_file_with_the_bytes_of_the_computed_answer(
    service: Service, targets: dict[str, tuple[str, int]], manifest: Manifest, site: Path, step: int
) -> None:
    """Request the windows of each listing with limits from 1 in steps of *step*, and with the largest limit.

    Those of a catalog have the limits of the policy.
    """
    lengths = {listing["folder"]: len(listing["members"] or manifest["cca2"]) for listing in manifest["listings"]}
    expected = []
    for listing, (target, max_limit) in targets.items():
        length = lengths.get(listing) or manifest["catalogs"][listing.removeprefix("v1/meta/")]["total"]
        sizes = {*range(1, max_limit + 1, step), max_limit}
        for limit in sizes if listing in lengths else manifest["policy"]["catalogLimits"]:
            expected += [f"{target}limit={limit}&offset={offset}" for offset in range(0, length, limit)]
    reached = set()
    wrong = []
    for target, result in zip(expected, service.core.answer_each(expected), strict=True):
        path = result.get("file", "")
        reached.add(path)
        if not path:
            wrong.append(f"{target} has no file")
        elif service.reply("GET", result).body != (site / "public" / path).read_bytes():
            wrong.append(f"{path} has other bytes than the computed answer of {target}")
    assert wrong == []
    asked_limits = range(1, 101, step)
    unreached = {path for path in windows(site) - reached if int(Path(path).name.partition("-")[0]) in asked_limits}
    assert unreached == set(), "no request leads to these"


def static_addresses(site: Path) -> list[str]:
    """List the addresses of the JSON files of ``/v1`` and below it, and of the health answer."""
    public = site / "public"
    files = [public / "v1.json", public / "health.json", *sorted((public / "v1").rglob("*.json"))]
    return [f"/{path.relative_to(public).as_posix()}" for path in files]


def test_every_file_is_served_at_its_address_and_is_the_answer_of_its_route(site: Path, service: Service) -> None:
    every = static_addresses(site)
    pages = [address for address in every if is_window(address.rpartition("/")[2])]
    # Hosts send the index themselves.
    whole = sorted({*every} - {*pages, "/v1/index.json"})
    routes = [address.removesuffix(".json") for address in whole]
    assert len(routes) > 2000
    assert [
        target
        for target, result in zip(routes, service.core.answer_each(routes), strict=True)
        if result["status"] != 200 or service.reply("GET", result).body != (site / f"public{target}.json").read_bytes()
    ] == []
    # Windows differ only in their numbers, so one of twenty is enough.
    addresses = [*whole, *pages[::20]]
    answers = dict(zip(addresses, service.core.answer_each(addresses), strict=True))
    wrong = {
        address: result
        for address, result in answers.items()
        if result.get("file") != address[1:]
        or service.reply("GET", result).body != (site / f"public{address}").read_bytes()
    }
    assert wrong == {}
    names = {name for result in answers.values() for name, _ in result["headers"]}
    assert names.isdisjoint({"Link", "X-Total-Count"})


def test_index_lists_exactly_the_static_addresses(site: Path) -> None:
    index = json.loads((site / "public/v1/index.json").read_bytes())
    public = site / "public"
    named: set[str] = set()
    for path, entries in index["routes"].items():
        prefix = path.partition("/{")[0]
        for key, entry in entries.items():
            asked_by_query = "/" in key or (path == "/v1/independent" and key)
            if not asked_by_query:
                named.add(f"{prefix}/{key}.json" if key else f"{prefix}.json")
            if folder := entry.get("windows"):
                named |= {f"{folder}/{file.name}" for file in (public / folder[1:]).iterdir() if is_window(file.name)}
    assert named | {"/v1/index.json"} == set(static_addresses(site))
    assert index["routes"]["/v1/region/{region}"]["europe"]["windows"] == "/v1/region/europe"


def test_no_public_file_but_downloads_has_half_of_the_records(site: Path, manifest: Manifest) -> None:
    half = len(manifest["cca2"]) / 2
    # A file with half of the records is at least as large as the smallest record times their number.
    least = min(path.stat().st_size for path in (site / "public/v1/alpha").iterdir()) * half
    full = [
        path.name
        for path in (site / "public").rglob("*")
        # Only the downloads may have all records.
        if path.is_file()
        and path.parent.name != "downloads"
        and path.stat().st_size >= least
        and path.read_bytes().count(b'"capitalInfo":') >= half
    ]
    assert full == []


def test_names_of_files_have_only_letters_digits_and_a_few_signs(site: Path) -> None:
    odd = [
        str(path) for path in site.rglob("*") if not re.fullmatch(r"[\w./~@-]+", str(path.relative_to(site)), re.ASCII)
    ]
    assert odd == []


def test_notice_and_health_have_the_values_of_the_dataset(
    site: Path, project: BuildRequest, manifest: Manifest
) -> None:
    notice = json.loads((site / "public" / "v1" / "notice.json").read_text("utf-8"))
    assert notice == json.loads((project.data / "notice.json").read_text("utf-8"))
    health = json.loads((site / "public" / "health.json").read_text("utf-8"))
    assert health["releaseId"] == f"{manifest['revision']}-{manifest['code'][:8]}"
    assert health["checks"]["dataset:records"][0]["observedValue"] == 250
    sources = json.loads((project.data / "sources.json").read_text("utf-8"))["sources"]
    dated = {source["id"]: source["date"] for source in sources if source.get("date")}
    checks = {name.removeprefix("source:"): check[0] for name, check in health["checks"].items()}
    assert {name: checks[name]["time"][:10] for name in dated} == dated


@pytest.mark.parametrize(
    "target",
    [
        *(f"/v1/{path}/~" for path in ("name", "capital", "subregion", "lang", "currency", "countries/cioc")),
        *("/v1/alpha/zz", "/flags/get/zz", "/nothing", "/docs/nothing.txt"),
    ],
)
def test_address_in_an_error_message_returns_200(service: Service, target: str) -> None:
    message = json.loads(service.get(target).body)["message"]
    address = re.search(r"(/\S+) lists", message)
    assert address, message
    assert service.get(address[1]).status == 200
