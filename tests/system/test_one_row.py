"""One row is enough to add a metric, a field, a header or a table, as CONTRIBUTING.md says."""

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.processes import printed
from tests.support.project import OTHER_INPUTS, ROOT
from tests.support.small_project import small_project

# The tests look for each row in tables, pages and downloads.
pytestmark = pytest.mark.needs("tables", "pages", "exports")

_TABLE = '''"""Mottos of countries."""

from typing import Annotated

from typing_extensions import TypedDict

from builder.api.field_types import Text
from builder.extensions.tables.table import CountryCode, Table, column


class Motto(TypedDict):
    """A motto."""

    cca2: Annotated[CountryCode, column("Country.")]
    motto: Annotated[Text, column("The motto in its own language.")]


TABLE = Table(
    name="mottos",
    title="Mottos",
    sentence="National mottos.",
    row_model=Motto,
    key=("cca2",),
    sources=("dialling-codes",),
    licence="ODbL-1.0",
    words="slogan device",
)
'''


def _add(project: Path, file: str, before: str, row: str) -> None:
    """Add a row to a declaration, before another one."""
    path = project / file
    text = path.read_text("utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, row + before), "utf-8")


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a copy of the project with one row more in each declaration."""
    project = tmp_path_factory.mktemp("project")
    small_project(project, *OTHER_INPUTS, "requirements.lock")
    shutil.copytree(ROOT / "builder", project / "builder", ignore=shutil.ignore_patterns("node_modules"))
    # A field becomes a metric.
    measured = '        measured="Gini index of income; unit: index from 0 to 100; source: World Bank",\n'
    _add(project, "builder/api/metrics.py", "        is_best_low=True,\n        place=7,\n", measured)
    # A field: its place in the record, and how people see it.
    _add(
        project,
        "builder/api/record_model.py",
        "    fifa: NotRequired[",
        '    motto: NotRequired[Annotated[Text, described("Motto.")]]\n',
    )
    label = '    Field("motto", "Names", "Motto", words="slogan"),\n'
    _add(project, "builder/extensions/pages/field_labels.py", '    Field("flag", "Codes"', label)
    column = '    CsvColumn("motto", "text", "national motto", "motto"),\n'
    _add(project, "builder/extensions/exports/csv_columns.py", '    CsvColumn("flag_emoji"', column)
    record = project / "data/countries/fr.json"
    record.write_text(json.dumps(json.loads(record.read_bytes()) | {"motto": "Liberté, Égalité, Fraternité"}), "utf-8")
    # A header of every answer.
    header = '    Header("X-Edition", "The edition of the service.", "first"),\n'
    _add(project, "builder/api/response_headers.py", "    ETAG,\n)", header)
    # A table: its declaration and its rows.
    (project / "builder/extensions/tables/models/mottos.py").write_text(_TABLE, "utf-8")
    rows = [{"cca2": "FR", "motto": "Liberté, Égalité, Fraternité"}]
    (project / "data/tables/mottos.json").write_text(json.dumps({"rows": rows}), "utf-8")
    printed(sys.executable, "-m", "builder", "build", "--quiet", folder=project, PYTHONPATH=str(project))
    return project / "output" / "public"


def _has(public: Path, text: str, pages: Sequence[str]) -> None:
    assert [page for page in pages if text not in (public / page).read_text("utf-8")] == []


def test_metric(public: Path) -> None:
    ranking = json.loads((public / "v1/rank/gini.json").read_bytes())
    figures = [country["enrichment"]["development"]["gini"] for country in ranking]
    assert len(figures) == 5
    assert figures == sorted(figures, reverse=True)
    _has(public, '"populationDensity","gini"]', ["openapi.json"])
    _has(public, "gini", ["docs/rankings.txt", "docs/route-rank.txt", "llms-full.txt", "docs/values.txt"])
    _has(public, "console.html#/v1/rank/gini", ["docs/figures/gini.html"])


def test_field(public: Path) -> None:
    (country,) = json.loads((public / "v1/alpha/fr.json").read_bytes())
    assert country["motto"] == "Liberté, Égalité, Fraternité"
    _has(public, country["motto"], ["docs/countries/fr.html", "docs/downloads/countries.csv"])
    _has(
        public,
        "motto",
        ["openapi.json", "docs/record.txt", "docs/downloads/datapackage.json", "docs/assets/search.json"],
    )


def test_header(public: Path) -> None:
    _has(
        public,
        "X-Edition",
        ["openapi.json", "docs/headers.txt", "../hosts/nginx/server.conf", "../edge/generated/manifest.js"],
    )
    described = json.loads((public / "openapi.json").read_bytes())
    assert "X-Edition" in described["paths"]["/v1"]["get"]["responses"]["200"]["headers"]
    assert described["components"]["headers"]["X-Edition"]["example"] == "first"


def test_table(public: Path) -> None:
    assert json.loads((public / "tables/mottos.json").read_bytes())
    assert (public / "tables/mottos.csv").read_text("utf-8").splitlines() == [
        "cca2,motto",
        'FR,"Liberté, Égalité, Fraternité"',
    ]
    _has(public, "Mottos", ["docs/table-mottos.txt", "docs/countries/fr.html", "llms.txt", "tables/index.json"])
    _has(public, "mottos", ["docs/downloads/datapackage.json", "docs/assets/search.json"])
