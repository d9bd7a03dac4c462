"""The page "Your own site", followed as it stands, with the shipped dataset."""

import json
import re
import sys
from pathlib import Path

import pytest

from scripts.engine_processes import Start, free_port, nginx, node, running
from tests.support.processes import path_with, printed, write_program
from tests.support.project import ROOT

# The first commands install the builder, and the last serve the site until somebody stops them.
_BLOCKS = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def own(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run the commands of the page with the builder of the checkout; return the folder of the project."""
    folder = tmp_path_factory.mktemp("page")
    install, *blocks, serve = _BLOCKS.findall((site / "public/docs/own-site.txt").read_text("utf-8"))
    assert "pip install" in install
    assert serve == "countries preview\n"
    write_program(folder / "countries", f'PYTHONPATH={ROOT} exec {sys.executable} -m builder "$@"')
    printed("bash", "-euc", "".join(blocks), folder=folder, PATH=path_with(folder))
    return folder / "my-site"


def test_commands_of_the_page_make_the_site_that_it_describes(own: Path) -> None:
    public = own / "output" / "public"
    (record,) = json.loads((public / "v1/alpha/nz.json").read_bytes())
    assert record["own"] == {"officeCount": 2, "services": ["support"]}
    assert record["capitalInfo"]["population"] == 220_000
    assert len([*public.glob("v1/alpha/??.json")]) == 13
    ranked = json.loads((public / "v1/rank/officecount.json").read_bytes())
    assert [one["cca2"] for one in ranked] == ["JP", "AU", "NZ"]
    assert "\n# Offices\n" in (public / "llms-full.txt").read_text("utf-8")
    for gone in ("costs", "npm", "agents"):
        assert not (public / f"docs/{gone}.html").exists()


@pytest.mark.parametrize("engine", [node, nginx])
def test_engines_serve_the_site_as_it_was_built(own: Path, engine: Start) -> None:
    port = free_port()
    with running(engine, own / "output", port):
        command = (own.parent / "countries", "verify", f"http://127.0.0.1:{port}")
        assert "is as built" in printed(*command, folder=own)
