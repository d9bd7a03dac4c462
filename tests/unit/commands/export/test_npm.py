"""The npm package."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.support.project import ROOT


@pytest.mark.slow
def test_npm_package_can_be_packed_imported_and_type_checked(exported: Path, tmp_path: Path) -> None:
    packed = subprocess.run(
        ["npm", "pack", "--json", "--pack-destination", tmp_path, exported / "npm"], check=True, capture_output=True
    )
    names = {file["path"] for file in json.loads(packed.stdout)[0]["files"]}
    assert names == {"LICENSE", "README.md", "countries.json", "index.d.ts", "index.js", "package.json"}
    package = tmp_path / "node_modules" / "country-reference-data"
    package.mkdir(parents=True)
    (archive,) = tmp_path.glob("*.tgz")
    subprocess.run(["tar", "-xzf", archive, "-C", package, "--strip-components=1"], check=True)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "use.ts").write_text(
        "import { countries, findByCode, type Country } from 'country-reference-data';\n"
        "const country: Country | undefined = findByCode('76');\n"
        "const year: number | null | undefined = country?.enrichment?.economics?.gdpYear;\n"
        "console.log(countries.length, country?.name.common, typeof year);\n"
    )
    compiler = ROOT / "node_modules" / ".bin" / "tsc"
    types = ("--typeRoots", ROOT / "node_modules/@types")
    options = ("--strict", "--target", "es2022", "--module", "nodenext", *types, "--types", "node")
    compiled = subprocess.run([compiler, *options, "use.ts"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert compiled.stdout == ""
    said = subprocess.run(["node", "use.js"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert said.stdout.split() == ["250", "Brazil", "number"]
