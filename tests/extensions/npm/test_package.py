"""The npm package, as npm packs it: its types, its bundles, and what the linters of packages say."""

import json
import re
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from builder.cli import main
from builder.extensions.npm import package_name
from builder.extensions.npm.package import write_package
from builder.extensions.tables.models import TABLES
from builder.inputs.errors import InputError
from builder.javascript.context import read_modules
from builder.project.build_request import BuildRequest, read_config
from builder.project.config import Config
from tests.support.processes import printed
from tests.support.project import ROOT, WORLD, exported
from tests.support.sites import DESCRIPTION, SLUG

pytestmark = pytest.mark.slow

NAME = package_name(Config())
_BIN = ROOT / "node_modules" / ".bin"
_TABLE = next(table.name for table in TABLES if table.part_column)


class Installed(NamedTuple):
    """The archive that npm packs, the folder of a program, and the package in its ``node_modules``."""

    archive: Path
    program: Path
    package: Path


@pytest.fixture(scope="module")
def records(small: BuildRequest) -> dict[str, dict[str, object]]:
    """Read the records in the order of the dataset."""
    codes = exported(read_modules(small.output / "edge"))["cca2"]
    folder = small.output / "public/v1/alpha"
    return {code.upper(): json.loads((folder / f"{code}.json").read_bytes())[0] for code in codes}


@pytest.fixture(scope="module")
def installed(small: BuildRequest, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Pack the package, and lay it where a program finds it."""
    program = tmp_path_factory.mktemp("npm")
    packed = write_package(small, program)
    printed("npm", "pack", "--silent", "--pack-destination", program, packed, folder=program)
    (archive,) = program.glob("*.tgz")
    package = program / "node_modules" / NAME
    package.mkdir(parents=True)
    printed("tar", "-xzf", archive, "-C", package, "--strip-components=1", folder=program)
    (program / "package.json").write_text('{"type": "module"}')
    return Installed(archive, program, package)


def _bundle(installed: Installed, source: str) -> str:
    (installed.program / "entry.js").write_text(source)
    options = ("--bundle", "--minify", "--charset=utf8", "--format=esm", "--log-level=warning")
    return printed(_BIN / "esbuild", "entry.js", *options, folder=installed.program)


@pytest.mark.parametrize(
    "source",
    [
        f"import {{ DE }} from '{NAME}'; console.log(DE);",
        f"import DE from '{NAME}/countries/de'; console.log(DE);",
        f"import {{ rows }} from '{NAME}/tables/{_TABLE}/de'; console.log(rows);",
    ],
)
def test_bundle_of_one_country_has_no_other(installed: Installed, source: str) -> None:
    bundle = _bundle(installed, source)
    assert {*re.findall(r'cca2:"(\w+)"', bundle)} == {"DE"}
    module = f"tables/{_TABLE}/de.js" if "tables" in source else "countries/de.js"
    # The minifier removes more than it adds, except for the call.
    assert len(bundle.encode()) < (installed.package / module).stat().st_size + 100


def test_bundle_of_the_codes_has_no_record(installed: Installed) -> None:
    bundle = _bundle(installed, f"import {{ codes }} from '{NAME}'; console.log(codes);")
    assert "cca2" not in bundle
    assert len(bundle) < 1500


def test_every_country_and_every_table_has_a_module(installed: Installed, records: dict[str, object]) -> None:
    countries = {path.stem for path in (installed.package / "countries").glob("*.js")}
    assert countries == {code.lower() for code in records}
    # Records run in any version of Node, and clients refuse to install what names another.
    assert "engines" not in json.loads((installed.package / "package.json").read_bytes())
    tables = {path.stem for path in (installed.package / "tables").glob("*.js")}
    assert tables == {table.name for table in TABLES}


def test_program_runs_and_its_types_hold(installed: Installed, records: dict[str, object]) -> None:
    (installed.program / "use.ts").write_text(f"""
import {{ codes, countries, DE, findByCode, type Country, type CountryCode }} from '{NAME}';
import de from '{NAME}/countries/de';
import {{ license, rows, sources, type YearFigures }} from '{NAME}/tables/history';
import {{ rows as own }} from '{NAME}/tables/history/de';
import {{ rows as essentials, type Essentials }} from '{NAME}/tables/essentials';

const country: Country | undefined = findByCode('8');
const year: number | null | undefined = country?.enrichment?.economics?.gdpYear;
const code: CountryCode = 'DE';
const newest: YearFigures | undefined = own.at(-1);
const shown: Essentials | undefined = essentials.find(({{ cca2 }}) => cca2 === 'DE');
const codesOfRecords: CountryCode[] = countries.map(({{ cca2 }}) => cca2);
// @ts-expect-error there is no such code
const wrong: CountryCode = 'ZZ';
// @ts-expect-error an element of a list can be absent
countries[0].name;
// @ts-expect-error there is no such module
import('{NAME}/countries/zz').catch(() => undefined);
console.log(JSON.stringify([countries, codes, DE === de && ['276', 'deu'].every((text) => findByCode(text) === de),
  country?.cca2, typeof year, code === wrong, own.length === rows.filter((row) => row.cca2 === 'DE').length,
  newest?.cca2, license, sources.length > 0, shown?.callingCode, codesOfRecords.length === essentials.length,
  ['xkx', 'XKK', 'unk', '383', 'constructor'].map((text) => findByCode(text)?.cca2 ?? '')]));
""")
    types = ("--typeRoots", ROOT / "node_modules/@types", "--types", "node")
    strict = ("--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--skipLibCheck", "false")
    options = (*strict, "--target", "es2022", "--module", "nodenext", *types)
    assert printed(_BIN / "tsc", *options, "use.ts", folder=installed.program) == ""
    countries, codes, *rest = json.loads(printed("node", "use.js", folder=installed.program))
    assert {country["cca2"]: country for country in countries} == records
    assert codes == [*records]
    assert rest == [True, "AL", "number", False, True, "DE", "CC-BY-4.0", True, "49", True, ["XK", "XK", "XK", "", ""]]


def test_linter_of_packages_finds_nothing(installed: Installed) -> None:
    printed(_BIN / "publint", "--strict", "--pack", "false", folder=installed.package)


def test_package_has_the_licence_of_the_database_and_the_notices_of_every_source(installed: Installed) -> None:
    manifest = json.loads((installed.package / "package.json").read_bytes())
    assert manifest["license"].split(" AND ")[0] == "ODbL-1.0"
    assert {*manifest["license"].split(" AND ")} >= {one for table in TABLES for one in table.licence.split(" AND ")}
    assert "dependencies" not in manifest
    assert (installed.package / "LICENSE").read_bytes() == (WORLD / "LICENSE").read_bytes()
    notice = (installed.package / "NOTICE.txt").read_text("utf-8")
    notices = json.loads((WORLD / "licences.json").read_bytes())["notices"]
    assert [one["source"] for one in notices if one["credit"] not in notice] == []


def test_package_whose_flags_nobody_could_load_is_not_written(small: BuildRequest, tmp_path: Path) -> None:
    ran = CliRunner().invoke(main, ["--config", str(small.config), "npm", "--to", str(tmp_path)])
    assert ran.exit_code == 1
    assert "cdn_url: is http://127.0.0.1:8000/flags, which only this machine can reach" in ran.output
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(("name", "is_valid"), [("@example/countries", True), ("Countries", False)])
def test_name_of_the_package_is_a_setting(small_copy: BuildRequest, name: str, *, is_valid: bool) -> None:
    with small_copy.config.open("a", encoding="utf-8") as config:
        config.write(f'\n[npm]\nname = "{name}"\n')
    with nullcontext() if is_valid else pytest.raises(InputError, match="must be a name that npm accepts"):
        assert package_name(read_config(small_copy)) == name


def test_package_is_named_after_the_site_and_described_as_it(named: BuildRequest, tmp_path: Path) -> None:
    package = write_package(named, tmp_path)
    manifest = json.loads((package / "package.json").read_bytes())
    assert manifest["name"] == f"{SLUG}-data"
    assert manifest["description"].startswith(DESCRIPTION)
    assert f"# {SLUG}-data\n" in (package / "README.md").read_text("utf-8")
    assert f"from '{SLUG}-data/countries/fr'" in (named.output / "public/docs/npm.txt").read_text("utf-8")
    files = (path for path in package.rglob("*") if path.is_file() and path.name != "NOTICE.txt")
    assert [path for path in files if Config().site.title in path.read_text("utf-8")] == []
