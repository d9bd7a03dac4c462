"""Installs the packages of a release as users do, and requests a country from each.

``python -m scripts.try_release FOLDER`` takes the wheel and the npm archive in *FOLDER*. The wheel answers an agent;
the npm package is bundled and run.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from mcp import Client, StdioServerParameters

ROOT = Path(__file__).resolve().parents[1]


def _run(*command: str | Path, folder: Path) -> str:
    return subprocess.run([*map(str, command)], cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


def install_wheel(wheel: Path, folder: Path) -> Path:
    """Install *wheel* and its locked packages into an environment in *folder*; return its command."""
    environment = folder / "environment"
    venv.create(environment, with_pip=True)
    pip = (environment / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check")
    _run(*pip, "--require-hashes", "-r", ROOT / "requirements-mcp.lock", folder=folder)
    _run(*pip, "--no-deps", "--no-index", f"{wheel}[mcp]", folder=folder)
    return environment / "bin" / "countries"


async def ask_mcp_server(command: Path, folder: Path) -> str:
    """Ask the server that *command* starts for a country, as an agent does; return the country's name."""
    async with Client(StdioServerParameters(command=str(command), args=["mcp"], cwd=folder)) as client:
        result = await client.call_tool("get_country", {"codes": "de", "fields": "name.common"})
        return str(result.structured_content["countries"][0]["name"]["common"])


def run_bundle(archive: Path, folder: Path) -> str:
    """Install *archive* in *folder*, bundle a program that imports a country from it, and return what it prints."""
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    _run("npm", "install", "--silent", "--ignore-scripts", "--offline", archive, folder=folder)
    package = next(iter(json.loads((folder / "package.json").read_text("utf-8"))["dependencies"]))
    program = f"import {{ DE }} from '{package}';\nconsole.log(DE.name.common);\n"
    (folder / "program.js").write_text(program, "utf-8")
    _run(ROOT / "node_modules/.bin/esbuild", "program.js", "--bundle", "--outfile=bundle.mjs", folder=folder)
    return _run("node", "bundle.mjs", folder=folder).strip()


def main(release: Path) -> int:
    """Try both packages; return 1 if one does not answer with the country."""
    (wheel,), (archive,) = release.glob("*.whl"), release.glob("*.tgz")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        names = {
            wheel.name: asyncio.run(ask_mcp_server(install_wheel(wheel, folder), folder)),
            archive.name: run_bundle(archive, folder),
        }
    for package, name in names.items():
        sys.stdout.write(f"{package} answers {name}\n")
    return 0 if {*names.values()} == {"Germany"} else 1


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1]).resolve()))
