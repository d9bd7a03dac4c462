"""Clients that are generated from the OpenAPI description work with a preview."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from scripts.preview_process import Served
from tests.support.processes import printed

HERE = Path(__file__).parent
# To install the generators takes long; every run tests the samples of the documents.
pytestmark = pytest.mark.soak

PYTHON = """
import sys
from countries_client import Client
from countries_client.api.codes import get_countries_by_codes, get_current_country
from countries_client.api.list_ import list_countries
from countries_client.api.meta import list_subregions
from countries_client.api.rank import rank_countries
from countries_client.api.search import search_countries_by_name
from countries_client.models import Country, Error, ProjectedCountry
from countries_client.models import RankCountriesMetric, RankCountriesOrder

client = Client(base_url=sys.argv[1])
record = search_countries_by_name.sync("peru", client=client, full_text=True)[0]
assert isinstance(record, Country)
assert (record.cca2, record.name.native["spa"].common) == ("PE", "Perú")
assert record.enrichment.development.hdi > 0.7
cut = get_countries_by_codes.sync("de,fra,380", client=client, fields="name.common,currencies")
assert all(isinstance(one, ProjectedCountry) for one in cut)
assert [one.name.common for one in cut] == ["Germany", "France", "Italy"]
assert cut[0].currencies["EUR"].name == "Euro"
answer = rank_countries.sync_detailed(
    RankCountriesMetric.AREA, client=client, order=RankCountriesOrder.ASC, fields="cca2", limit=1
)
assert answer.headers["X-Rank-Order"] == "asc"
assert [one.cca2 for one in answer.parsed] == ["VA"]
assert get_current_country.sync(client=client).cca2 == "DE"
assert list_subregions.sync(client=client, limit=2).count == 2
assert len(list_countries.sync(client=client, page=3, fields="cca2")) == 5
error = search_countries_by_name.sync("atlantis", client=client)
assert isinstance(error, Error) and error.status == 404
print("used")
"""


@pytest.fixture(scope="module")
def modules() -> Path:
    """Install the npm packages of this folder."""
    installed = HERE / "node_modules"
    if not (installed / "openapi-fetch").is_dir():
        printed("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", folder=HERE)
    return installed


def samples_of_page(site: Path) -> list[str]:
    """Return the code of the page on clients: a command and a program, each for TypeScript and for Python."""
    page = (site / "public/docs/client.txt").read_text("utf-8")
    return re.findall(r"```\w+\n(.*?)```", page.partition("## Without requests")[0], re.DOTALL)


def test_commands_of_the_page_make_clients_without_a_warning_that_work(
    small_served: Served, small_served_site: Path, modules: Path, tmp_path: Path
) -> None:
    make_types, typescript, make_package, python = samples_of_page(small_served_site)
    (tmp_path / "node_modules").symlink_to(modules)
    programs = {"npx": modules / ".bin", "pipx run": Path(sys.executable).parent}
    for command, launcher in ((make_types, "npx"), (f"{make_package} --fail-on-warning", "pipx run")):
        program, *arguments = shlex.split(command.removeprefix(launcher))
        printed(programs[launcher] / program, *arguments, folder=tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "use.ts").write_text(typescript)
    (tmp_path / "use_others.ts").write_text((HERE / "use.ts").read_text("utf-8"), "utf-8")
    modern = ("--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022", "--lib", "es2022,dom")
    node = ("--types", "node", "--typeRoots", HERE.parents[2] / "node_modules/@types")
    printed(modules / ".bin/tsc", "--strict", *modern, *node, "use.ts", "use_others.ts", folder=tmp_path)
    assert printed("node", "use.js", folder=tmp_path) == "Japan\n"
    found = json.loads(printed("node", "use_others.js", small_served.origin, folder=tmp_path))
    assert found.pop("population") > 30_000_000
    assert found == {"name": "Peru", "described": True, "unknown": None, "failed": "404"}
    (tmp_path / "use.py").write_text(python)
    assert printed(sys.executable, "use.py", folder=tmp_path) == "Japan\n"
    (tmp_path / "use_others.py").write_text(PYTHON)
    assert printed(sys.executable, "use_others.py", small_served.origin, folder=tmp_path) == "used\n"
