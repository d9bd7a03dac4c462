"""Pages are valid by a linter and a vocabulary of others, and each of these finds a planted fault."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import printed, run
from tests.support.project import ROOT

_LINKED = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.S)


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_pages_have_no_problem_by_a_linter_of_others(site: Path, *, every: bool) -> None:
    public = site / "public"
    pages = [public / "index.html", public / "docs.html", *sorted((public / "docs").glob("*.html"))]
    # Of the pages that share a template, the shortest and the longest.
    for kind in () if every else ("hosting", "route", "table"):
        alike = sorted((public / "docs").glob(f"{kind}-*.html"), key=lambda page: page.stat().st_size)
        pages = [page for page in pages if page not in alike[1:-1]]
    # All country pages share one template: a country without neighbours, one without inhabitants, one with corrections.
    others = [f"countries/{code}" for code in ("jp", "bv", "bg")]
    others += ["figures/gdp", "currencies/eur", "languages/ara", "regions/asia"]
    pages += [public / f"docs/{name}.html" for name in others]
    printed(ROOT / "node_modules/.bin/html-validate", "--config", ".htmlvalidate.json", *pages)


def _linked_data(page: Path) -> Any:
    (text,) = _LINKED.findall(page.read_text("utf-8"))
    return json.loads(text)


def _shape(value: Any, name: str = "") -> Any:
    """Return *value* with the names of types instead of texts and numbers, but for what JSON-LD defines."""
    if isinstance(value, dict):
        return {key: _shape(item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [_shape(item) for item in value]
    return value if name.startswith("@") else type(value).__name__


def _typed(folder: Path, *described: Any) -> str:
    """Hold JSON-LD to the types of schema.org's vocabulary: a property of another type is an error of the compiler."""
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


def test_linked_data_have_the_vocabulary_of_schema_org_and_planted_faults_do_not(site: Path, tmp_path: Path) -> None:
    docs = site / "public/docs"
    countries = [_linked_data(page) for page in sorted((docs / "countries").glob("*.html"))]
    assert len(countries) == 250
    # The compiler looks at types alone.
    countries = [*{json.dumps(_shape(country)): country for country in countries}.values()]
    faults: list[Any] = [{"population": 1}, {"geo": [{"@type": "GeoPoint"}]}, {"capital": "Berlin"}]
    planted = [countries[0] | fault for fault in faults]
    # The page of the extension with downloads.
    others = map(_linked_data, docs.glob("downloads.html"))
    errors = _typed(tmp_path, *planted, *countries, *others)
    assert [line[: line.index(",")] for line in errors.splitlines() if "error TS" in line] == [
        f"linked-data.ts({line}" for line in (2, 3, 4)
    ]
