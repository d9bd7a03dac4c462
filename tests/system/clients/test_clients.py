"""Clients that are generated from the OpenAPI description work with a preview."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.support.processes import printed

HERE = Path(__file__).parent
# To install the generators takes long; every run tests the samples of the documents.
pytestmark = pytest.mark.soak


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
    small_served_site: Path, modules: Path, tmp_path: Path
) -> None:
    make_types, typescript, make_package, python = samples_of_page(small_served_site)
    (tmp_path / "node_modules").symlink_to(modules)
    programs = {"npx": modules / ".bin", "pipx run": Path(sys.executable).parent}
    for command, launcher in ((make_types, "npx"), (f"{make_package} --fail-on-warning", "pipx run")):
        program, *arguments = shlex.split(command.removeprefix(launcher))
        printed(programs[launcher] / program, *arguments, folder=tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "use.ts").write_text(typescript)
    modern = ("--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022", "--lib", "es2022,dom")
    node = ("--types", "node", "--typeRoots", HERE.parents[2] / "node_modules/@types")
    printed(modules / ".bin/tsc", "--strict", *modern, *node, "use.ts", folder=tmp_path)
    assert printed("node", "use.js", folder=tmp_path) == "Japan\n"
    (tmp_path / "use.py").write_text(python)
    assert printed(sys.executable, "use.py", folder=tmp_path) == "Japan\n"
