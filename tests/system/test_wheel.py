"""The wheel of a release contains all inputs of a build, and its commands work without a checkout."""

import json
import re
import shutil
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from scripts.engine_processes import free_port, node, running
from scripts.preview_process import preview
from tests.support.engines.raw_requests import get
from tests.support.processes import path_with, printed, write_program
from tests.support.project import ROOT, request_in

_NOT_PACKAGED = ("__pycache__", "node_modules", "shipped")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the project, because the build of a wheel writes into its working folder."""
    copy = tmp_path_factory.mktemp("source")
    for name in ("builder", "data", "edge", "templates"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns(*_NOT_PACKAGED))
    for path in ROOT.iterdir():
        if path.is_file() and path.suffix in (".toml", ".py", ".md", ".lock", ".in", ""):
            shutil.copyfile(path, copy / path.name)
    return copy


@pytest.fixture(scope="module")
def wheel(source: Path) -> Path:
    """Build the wheel from the source distribution, as pip does for a download."""
    code = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
    printed(sys.executable, "-c", code, source / "sdist", folder=source)
    (copy,) = (source / "sdist").glob("*.tar.gz")
    options = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check")
    printed(sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", source / "dist", copy, folder=source)
    return next((source / "dist").glob("*.whl"))


@pytest.fixture(scope="module")
def countries(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into its own environment, which shares only the requirements, and return its command."""
    folder = tmp_path_factory.mktemp("installed") / "env"
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "--quiet")
    printed(*pip, "install", "--no-deps", "--no-index", "--no-compile", wheel, folder=folder)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder), "platbase": str(folder)}))
    (packages / "requirements.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")
    place = printed(python, "-c", "import builder; print(builder.__file__)", folder=folder)
    assert Path(place.strip()).is_relative_to(folder)
    return folder / "bin" / "countries"


def test_every_file_of_the_builder_is_in_the_wheel_and_in_the_source_distribution(source: Path) -> None:
    code = "from setuptools.build_meta import build_wheel; build_wheel('quick')"
    printed(sys.executable, "-c", code, folder=source)
    (wheel,), (listed,) = (source / "quick").glob("*.whl"), source.glob("*.egg-info/SOURCES.txt")
    names, sources = {*zipfile.ZipFile(wheel).namelist()}, {*listed.read_text("utf-8").splitlines()}
    shipped = {path for name in ("data", "edge", "templates") for path in (ROOT / name).rglob("*") if path.is_file()}
    shipped |= {ROOT / name for name in ("site_config.toml", "CHANGELOG.md", "LICENSE", "requirements.lock")}
    builder_files = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "builder").rglob("*")
        if path.is_file() and not {*path.parts} & {*_NOT_PACKAGED}
    }
    project_files = {path.relative_to(ROOT).as_posix() for path in shipped}
    assert (builder_files | {f"builder/shipped/{path}" for path in project_files}) - names == set()
    # From these files, pip builds the same wheel.
    assert (builder_files | project_files | {"pyproject.toml", "setup.py"}) - sources == set()


@pytest.mark.soak
def test_preview_in_a_folder_without_a_project_serves_the_shipped_dataset(countries: Path, tmp_path: Path) -> None:
    # Only the cache of images is shared, because rendering takes long.
    (tmp_path / ".cache").symlink_to(ROOT / ".cache")
    (packages,) = countries.parents[1].glob("lib/*/site-packages")
    targets = ("/v1/alpha/de?fields=cca2,name.common", "/licences.txt", "/flags/png/de.png", "/docs.txt", "/health")
    with preview(request_in(tmp_path), code=packages) as one:
        replies = [get(one.origin, target) for target in targets]
    assert {reply.status for reply in replies} == {200}
    assert json.loads(replies[0].body) == [{"name": {"common": "Germany"}, "cca2": "DE"}]
    assert b"UNICODE LICENSE V3" in replies[1].body


@pytest.mark.needs("npm")
@pytest.mark.soak
def test_commands_read_the_files_that_init_wrote(countries: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    assert "site_config.toml written" in printed(countries, "init", "--with-data", folder, folder=tmp_path)
    record = folder / "data" / "countries" / "de.json"
    record.write_text(record.read_text("utf-8").replace('"common": "Germany"', '"common": "Own Name"', 1), "utf-8")
    printed(countries, "npm", "--to", "packages", "--base-url", "https://api.example.org", folder=folder)
    assert "Own Name" in (folder / "packages" / "npm" / "countries" / "de.js").read_text("utf-8")


_VENDORS = ("aws", "cloudflare", "netlify", "vercel")
# The printed call of each vendor's tool.
_CALLS = {"cloudflare": "wrangler deploy", "netlify": "netlify deploy --prod", "vercel": "vercel deploy --prod --yes"}


def _steps(project: Path, workflow: str, job: str) -> dict[str, Any]:
    text = (project / f".github/workflows/{workflow}.yml").read_text("utf-8")
    steps = yaml.safe_load(text)["jobs"][job]["steps"]
    return {step["name"]: step for step in steps if "run" in step}


class _Workflows:
    """Runs steps of the workflows of a new project as the runner does, with stand-ins for the programs of others."""

    def __init__(self, project: Path, folder: Path) -> None:
        self.project, self.folder, self.programs = project, folder, folder / "programs"
        self._environment = {
            "COUNTRIES_BASE_URL": "https://api.example.org",
            "GITHUB_OUTPUT": str(folder / "outputs"),
            "GITHUB_STEP_SUMMARY": str(folder / "summary"),
            "COUNTRIES_REPOSITORY_URL": "https://github.com/someone/mine",
            "PATH": path_with(self.programs),
        }

    def run(self, step: dict[str, Any], folder: Path, **more: str) -> str:
        """Run a step in *folder*, with *more* environment variables; return its output."""
        shell = ("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"])
        return printed(*shell, folder=folder / step.get("working-directory", ""), **self._environment | more)

    def deploy_to(self, host: str) -> None:
        """Run the steps of a deployment in an empty folder, from the artifact of the build."""
        runner = self.folder / host
        runner.mkdir()
        for name in ("site.tar.zst", "SHA256SUMS"):
            shutil.copyfile(self.project / name, runner / name)
        steps = _steps(self.project, "deploy", "deploy")
        self.run(steps["Unpack the site and stage the deployment"], runner, HOST=host)
        self.run(steps["Install the host's own tool, without its install scripts"], runner, HOST=host)
        # The key of the cache of npm is a hash of these files.
        assert [*runner.glob(f"output/hosts/{host}/**/package-lock.json")]
        if host in _CALLS:
            assert self.run(steps[f"Deploy to {host.capitalize()}"], runner) == f"{_CALLS[host]}\n"


@pytest.fixture
def workflows(countries: Path, tmp_path: Path) -> _Workflows:
    """Make a project of four countries with the installed command."""
    project = tmp_path / "mine"
    printed(countries, "init", project, folder=tmp_path)
    config = project / "site_config.toml"
    config.write_text(config.read_text("utf-8").replace("# countries = []", 'countries = ["DE", "FR", "JP", "PE"]'))
    return _Workflows(project, tmp_path)


@pytest.mark.needs("verify")
@pytest.mark.soak
def test_workflow_of_a_new_project_runs_step_by_step(workflows: _Workflows, wheel: Path, tmp_path: Path) -> None:
    project = workflows.project
    assert [path.name for path in (project / "wheels").iterdir()] == [wheel.name]
    for step in _steps(project, "deploy", "build").values():
        workflows.run(step, project)
    assert not (tmp_path / "outputs").exists(), "the site may not be deployed"
    write_program(workflows.programs / "npm", (ROOT / "tests/fixtures/programs/npm.sh").read_text())
    for host in _VENDORS:
        workflows.deploy_to(host)
    archive = tmp_path / "aws/site.tar.zst"
    write_program(workflows.programs / "gh", f'if [ "$1" = api ]; then echo 7; else cp {archive} .; fi')
    shutil.rmtree(project / "output")
    verify = _steps(project, "verify", "verify")
    for name in ("Get the site that was deployed", "Build the site of main where none is kept"):
        workflows.run(verify[name], project, RUN="", GH_REPO="someone/mine")
    # The page has commands for another CI. The last one is run separately, since no public site answers here.
    page = (project / "output/public/docs/self-hosting.txt").read_text("utf-8")
    ((deploy, verify_deployed),) = re.findall(
        r"```sh\n(python3 -m venv.*?)(\.venv/bin/countries verify .*?)```", page, re.DOTALL
    )
    assert workflows.run({"run": deploy}, project).splitlines()[-1] == _CALLS["netlify"]
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with running(node, project / "output", port):
        workflows.run(verify["Ask the deployed site"], project, HOST="node", ADDRESS=address, SECONDS_TO_WAIT="60")
        workflows.run({"run": verify_deployed}, project, COUNTRIES_BASE_URL=address)
    assert f"node is as built at {address}" in (tmp_path / "summary").read_text()
