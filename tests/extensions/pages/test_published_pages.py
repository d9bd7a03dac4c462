"""Published pages: html-validate finds no fault in their HTML, and their linked data have the types of schema.org."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import printed, run
from tests.support.project import ROOT

_LINKED = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.S)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_html_validate_finds_no_fault_in_pages(site: Path, *, every: bool) -> None:
    public = site / "public"
    pages = [public / "index.html", public / "docs.html", *sorted((public / "docs").glob("*.html"))]
    # Pages of one kind have one template: the shortest and the longest are enough.
    for kind in () if every else ("hosting", "route", "table"):
        alike = sorted((public / "docs").glob(f"{kind}-*.html"), key=lambda page: page.stat().st_size)
        pages = [page for page in pages if page not in alike[1:-1]]
    # A country without neighbours, one without inhabitants, one with corrections.
    further = [f"countries/{code}" for code in ("jp", "bv", "bg")]
    further += ["figures/gdp", "currencies/eur", "languages/ara", "regions/asia"]
    pages += [public / f"docs/{name}.html" for name in further]
    printed(ROOT / "node_modules/.bin/html-validate", "--config", ".htmlvalidate.json", *pages)


def _linked_data(page: Path) -> Any:
    (text,) = _LINKED.findall(page.read_text("utf-8"))
    return json.loads(text)


def _shape(value: Any, name: str = "") -> Any:
    """Replace texts and numbers in *value* by the names of their types, except the keywords of JSON-LD."""
    if isinstance(value, dict):
        return {key: _shape(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [_shape(item) for item in value]
    return value if name.startswith("@") else type(value).__name__


def _compiler_errors(folder: Path, *described: Any) -> str:
    """Check JSON-LD with a compiler that knows the types of schema.org, and return the errors that it prints."""
    module = folder / "linked-data.ts"
    lines = [
        f"export const one{number}: WithContext<{value['@type']}> = {json.dumps(value)};"
        for number, value in enumerate(described)
    ]
    module.write_text("\n".join(["import type { Country, Dataset, WithContext } from 'schema-dts';", *lines]))
    options = {
        "strict": True, "noEmit": True, "module": "esnext", "moduleResolution": "bundler", "types": [],
        "paths": {"schema-dts": [str(ROOT / "node_modules/schema-dts/dist/schema.d.ts")]}, "skipLibCheck": True,
    }  # fmt: skip
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": [module.name]}))
    return run(ROOT / "node_modules/.bin/tsc", "--project", "tsconfig.json", folder=folder).stdout


def test_linked_data_have_the_types_of_schema_org_and_planted_faults_are_found(site: Path, tmp_path: Path) -> None:
    docs = site / "public/docs"
    countries = [_linked_data(page) for page in sorted((docs / "countries").glob("*.html"))]
    assert len(countries) == 250
    # Countries with values of the same types are checked once.
    countries = [*{json.dumps(_shape(country)): country for country in countries}.values()]
    faults: list[Any] = [{"population": 1}, {"geo": [{"@type": "GeoPoint"}]}, {"capital": "Berlin"}]
    planted = [countries[0] | fault for fault in faults]
    # A site without the extension that makes downloads lacks this page.
    downloads = map(_linked_data, docs.glob("downloads.html"))
    errors = _compiler_errors(tmp_path, *planted, *countries, *downloads)
    assert [line[: line.index(",")] for line in errors.splitlines() if "error TS" in line] == [
        f"linked-data.ts({line}" for line in (2, 3, 4)
    ]
