"""A linter of others, applied to the pages."""

import subprocess
from pathlib import Path

from tests.support.project import ROOT


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
