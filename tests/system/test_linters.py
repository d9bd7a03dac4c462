"""Third-party linters, applied to the OpenAPI description and the pages."""

import json
import subprocess
from pathlib import Path

from tests.support.project import ROOT


def test_redocly_reports_no_problem(site: Path, tmp_path: Path) -> None:
    (tmp_path / "redocly.yaml").write_text(
        "extends: [recommended]\ntelemetry: off\nrules:\n  operation-2xx-response: off\n"
    )
    command = [str(ROOT / "node_modules/.bin/redocly"), "lint", "--format=json", str(site / "public/openapi.json")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    totals = json.loads(done.stdout[done.stdout.index("{") :])["totals"]
    assert (totals["errors"], totals["warnings"]) == (0, 0), done.stdout


def test_html_validate_reports_no_problem(site: Path) -> None:
    public = site / "public"
    pages = [public / "index.html", public / "docs.html", *sorted((public / "docs").glob("*.html"))]
    # All country pages share one template: a country without neighbours, one without inhabitants, one with corrections.
    pages += [public / f"docs/countries/{code}.html" for code in ("jp", "bv", "bg")]
    others = ("figures/gdp", "currencies/eur", "languages/ara", "regions/asia")
    pages += [public / f"docs/{name}.html" for name in others]
    checker = ROOT / "node_modules/.bin/html-validate"
    command = [str(path) for path in (checker, "--config", ROOT / ".htmlvalidate.json", *pages)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
