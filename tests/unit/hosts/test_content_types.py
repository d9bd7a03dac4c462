"""The types that hosts give to files, by the ending of their names; tests/system/engines checks them in engines."""

from dataclasses import replace

import pytest

from builder.api.response_headers import TYPES
from builder.api.types import Entry
from builder.hosts import host_module
from builder.hosts.shared.deployment import Deployment


def _file(path: str, kind: str) -> Entry:
    return Entry(path, f"public{path}", kind.encode, kind)


def _made(host: str, deployment: Deployment, name: str) -> str:
    files = {file.path: file for file in host_module(host).make(deployment).files}
    return files[f"hosts/{host}/{name}"].make().decode()


def test_type_of_every_file_is_declared_by_its_ending(deployment: Deployment) -> None:
    files = [(asset.path.rpartition("/")[2], asset.type) for asset in deployment.assets]
    assert [file for file in files if "." in file[0] and file[0].rpartition(".")[2] != file[1]] == []
    assert {kind for _, kind in files} <= TYPES.keys()


def test_netlify_has_a_rule_for_every_type_that_it_does_not_know(deployment: Deployment) -> None:
    tables = tuple(_file(f"/tables/{ending}/{number}.{ending}", ending) for ending in TYPES for number in range(2))
    rules = _made("netlify", replace(deployment, assets=tables), "_headers")
    for ending in TYPES.keys() - {"css", "html", "ico", "js", "png", "svg", "txt", "xml"}:
        assert f"/tables/{ending}/*\n  Content-Type: {TYPES[ending]}\n" in rules
    # Files of several types are in this folder, so no rule can be for the whole folder.
    mixed = (_file("/tables/outlines.topojson", "topojson"), _file("/tables/outlines.json", "json"))
    rules = _made("netlify", replace(deployment, assets=mixed), "_headers")
    assert f"/tables/outlines.topojson\n  Content-Type: {TYPES['topojson']}\n" in rules


def test_cloudflare_has_a_rule_for_the_type_of_a_table_that_it_does_not_know(deployment: Deployment) -> None:
    tables = (_file("/tables/outlines.topojson", "topojson"), _file("/tables/outlines.csv", "csv"))
    rules = _made("cloudflare", replace(deployment, assets=tables), "_headers")
    assert f"/*.topojson\n  Content-Type: {TYPES['topojson']}\n" in rules
    assert "/*.csv" not in rules


@pytest.mark.parametrize("name", ["api-catalog", "api.catalog"])
def test_nginx_has_the_type_of_a_file_whose_name_does_not_show_it(name: str, deployment: Deployment) -> None:
    address = f"/.well-known/{name}"
    assets = (*deployment.assets, _file(address, "linkset"))
    site = replace(deployment, assets=assets)
    location = _made("nginx", site, "server.conf").split(f"location = {address} {{\n")[1].partition("\n}")[0]
    assert 'default_type "application/linkset+json; profile=' in location
