"""The commands in the documents and in the hosts' instructions, run up to the vendor's tool."""

import json
import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import yaml

from builder.api.response_headers import TYPES
from builder.project.build_request import BuildRequest
from tests.support.processes import link_tree, path_with, printed, run, write_program
from tests.support.project import ROOT, set_value
from tests.support.trees import content

_HOSTS = ROOT / "builder" / "hosts"
# Pages for operators besides those of hosts.
_FOR_OPERATORS = ("operations", "self-hosting")
# The last program of the commands, and the file that it reads in its working folder.
_CALLED = {
    "cloudflare": ("wrangler deploy", "wrangler.jsonc"),
    "netlify": ("netlify deploy --prod", "netlify.toml"),
    "vercel": ("vercel deploy --prod", "vercel.json"),
    "aws": ("npm run deploy", "package.json"),
    "node": ("node hosts/node/server.js", "hosts/node/server.js"),
}
_PROGRAMS = ROOT / "tests/fixtures/programs"
_TYPED_SYNC = re.compile(r"s3 sync --only-show-errors --exclude \* --include (\S+) --content-type (.+) public (\S+)")


@pytest.fixture
def output(small: BuildRequest, tmp_path: Path) -> Path:
    """Link the built site into a folder, next to which the commands may write."""
    return link_tree(small.output, tmp_path / "output")


def _write_program(path: Path, name: str) -> None:
    """Write a stand-in of a vendor's tool."""
    write_program(path, (_PROGRAMS / f"{name}.sh").read_text())


@pytest.mark.parametrize("host", sorted(_CALLED))
def test_commands_call_the_tool_of_the_host(host: str, output: Path, tmp_path: Path) -> None:
    programs, calls = tmp_path / "programs", tmp_path / "calls"
    for name in ("npm", "aws", "node"):
        _write_program(programs / name, "vendor")
    call, orders = _CALLED[host]
    script = (_HOSTS / host / "templates" / "deploy.sh").read_text()
    environment = {"PATH": path_with(programs), "CALLS": str(calls), "ORDERS": orders}
    ran = run("sh", "-eu", folder=output, stdin=script, **environment)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"{call} | yes" in calls.read_text().splitlines()


# The commands of nginx are run by tests/system/engines/test_nginx_site.py.
@pytest.mark.parametrize(
    ("host", "script"),
    [
        *((host, "deploy") for host in _CALLED),
        *(("nginx", name) for name in ("prepare", "deploy", "release", "rollback")),
    ],
)
def test_documents_and_instructions_have_the_same_commands(host: str, script: str, site: Path) -> None:
    commands = (_HOSTS / host / "templates" / f"{script}.sh").read_text()
    assert commands in (site / "hosts" / host / "README.md").read_text()
    assert commands in (site / "public" / "docs" / f"hosting-{host}.txt").read_text()


def test_instructions_are_whole_sentences(site: Path) -> None:
    """A tag at the end of a line of a template removes the line break after it."""
    cut = []
    for path in (*site.glob("hosts/*/README.md"), *site.glob("public/docs/hosting-*.txt")):
        text = re.sub(r"```.*?```", "", path.read_text(), flags=re.DOTALL)
        parts = [part for part in re.split(r"\n\s*\n|\n(?=- |\|)", text.strip()) if part and part[0] not in "#|"]
        cut += [(path.name, part) for part in parts if not re.search(r"[.:)>`]\s*$", part)]
        cut += [(path.name, joined) for joined in re.findall(r".*[a-z)`]\.(?:- |[A-Z][a-z]).*", text)]
    assert cut == []


# The start of each block of commands that comes from no template, and the test that runs it.
_RUN_BY = {
    "git clone": ".ci/run",
    "python3 -m venv": "tests/system/test_wheel.py",
    ".venv/bin/countries verify": "tests/system/test_wheel.py",
    "curl --fail": "tests/system/test_samples.py",
    "export CLOUDFLARE_API_TOKEN": "tests/system/engines/test_zone_script.py",
}


def test_every_block_of_commands_is_run_by_a_test_or_says_that_none_runs_it(site: Path) -> None:
    pages = [*site.glob("public/docs/hosting-*.txt"), *(site / f"public/docs/{name}.txt" for name in _FOR_OPERATORS)]
    templates = tuple(path.read_text() for path in _HOSTS.glob("*/templates/*.sh"))
    blocks = [
        (page.name, before, commands)
        for page in pages
        for before, commands in re.findall(r"([^\n]*)\n\n```sh\n(.*?)```", page.read_text(), re.DOTALL)
    ]
    unrun = [
        (name, commands)
        for name, before, commands in blocks
        if not commands.endswith(templates)
        and "not run by the tests" not in before
        and not commands.startswith((*_RUN_BY,))
    ]
    assert unrun == []
    assert len(blocks) > 25
    assert all((ROOT / test).is_file() for test in _RUN_BY.values())


def _calls_of_publish(output: Path, tmp_path: Path, before: str = "") -> tuple[str, list[str]]:
    """Publish a staged deployment after the version *before*, or this one; return its version and the tool's calls."""
    staged, programs, calls = tmp_path / "staged", tmp_path / "programs", tmp_path / "calls"
    printed("sh", output / "hosts/aws/stage.sh", staged)
    _write_program(programs / "aws", "aws")
    version = json.loads((staged / "template.json").read_bytes())["Outputs"]["Version"]["Value"]
    shown = {"BEFORE": version if before == "same" else before, "CALLS": str(calls), "PATH": path_with(programs)}
    printed("sh", staged / "publish.sh", "Alias=api.example.org", folder=staged, **shown)
    made = calls.read_text().splitlines()
    return version, [call for call in made if "describe-" not in call]


def test_aws_deployment_uploads_files_then_the_function_and_removes_old_files_last(
    output: Path, tmp_path: Path
) -> None:
    version, calls = _calls_of_publish(output, tmp_path, "older")
    steps = [call.split(" --")[0] for call in calls]
    assert steps[1 : steps.count("s3 sync") + 1] == ["s3 sync"] * steps.count("s3 sync")
    calls = [call for call in calls if "--include" not in call]
    assert [call.split(" --")[0] for call in calls] == [
        "cloudformation deploy",
        "s3 sync",
        "cloudformation package",
        "cloudformation deploy",
        "cloudfront create-invalidation",
        "cloudfront wait invalidation-completed",
        "logs put-retention-policy",
        "s3 rm",
    ]
    assert calls[1].endswith(f"public s3://the-bucket/{version}")
    assert calls[3].endswith("--parameter-overrides Bucket=the-bucket Alias=api.example.org")
    region, group = "--region eu-west-1", "--log-group-name /aws/lambda/us-east-1.countries-RequestFunction"
    assert calls[6].endswith(f"{region} {group} --retention-in-days 30")
    # The build before this one stays, for a rollback.
    assert f"--exclude {version}/* --exclude older/* --exclude functions/*" in calls[7]


def test_first_deployment_to_aws_sends_every_file_with_the_type_of_its_ending_and_keeps_it(
    output: Path, tmp_path: Path
) -> None:
    version, calls = _calls_of_publish(output, tmp_path)
    sent = [match.groups() for call in calls if (match := _TYPED_SYNC.fullmatch(call))]
    assert {place for _, _, place in sent} == {f"s3://the-bucket/{version}"}
    types = {pattern: kind for pattern, kind, _ in sent}
    endings = {path.suffix[1:] for path in (output / "public").rglob("*.*") if path.is_file()} - {""}
    # Others have a name without an ending.
    assert types.pop(".well-known/api-catalog") == TYPES["linkset"]
    assert types == {f"*.{ending}": TYPES[ending] for ending in endings}
    # The first deployment keeps its own files.
    assert f"--exclude {version}/* --exclude {version}/* --exclude functions/*" in calls[-1]


def test_second_deployment_of_a_build_to_aws_removes_nothing(output: Path, tmp_path: Path) -> None:
    assert not [call for call in _calls_of_publish(output, tmp_path, "same")[1] if call.startswith("s3 rm")]


def test_removal_from_aws_empties_the_bucket_between_the_stacks(tmp_path: Path) -> None:
    _write_program(tmp_path / "aws", "aws")
    script = (_HOSTS / "aws/templates/remove.sh").read_text()
    printed("sh", "-eu", stdin=script, PATH=path_with(tmp_path), CALLS=str(tmp_path / "calls"))
    assert (tmp_path / "calls").read_text().splitlines()[1:] == [
        "cloudformation delete-stack --stack-name countries",
        "cloudformation wait stack-delete-complete --stack-name countries",
        "s3 rb --force s3://the-bucket",
        "cloudformation delete-stack --stack-name countries-files",
    ]


@pytest.mark.soak
def test_github_pages_is_published_by_the_commands_of_its_page_from_a_fork(small: BuildRequest, tmp_path: Path) -> None:
    fork, clone = tmp_path / "fork.git", tmp_path / "clone"
    printed("git", "clone", "--quiet", "--bare", ROOT, fork)
    printed("git", "clone", "--quiet", fork, clone)
    shutil.copytree(small.output / "hosts/github-pages", clone / "output/hosts/github-pages")
    identity = {f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    commands = (_HOSTS / "github_pages/templates/deploy.sh").read_text()
    printed("sh", "-eu", folder=clone, stdin=commands, **identity)
    pushed = printed("git", "show", "HEAD:.github/workflows/pages.yml", folder=fork)
    # The step that builds, as the runner runs it in a clone of its own.
    printed("git", "clone", "--quiet", fork, tmp_path / "runner")
    runner = tmp_path / "runner"
    (runner / ".cache").symlink_to(ROOT / ".cache")
    whole = BuildRequest(runner, runner / "site_config.toml", runner / "output", {})
    set_value(whole, "countries = []", 'countries = ["DE", "FR"]')
    step = next(step for step in yaml.safe_load(pushed)["jobs"]["build"]["steps"] if "Build" in step.get("name", ""))
    command = step["run"].replace(".venv/bin/countries", f"{sys.executable} -m builder")
    page = "https://someone.github.io/fork"
    environment = {
        "COUNTRIES_REPOSITORY_URL": "https://github.com/someone/fork",
        "COUNTRIES_BASE_URL": "https://someone.github.io",
        "COUNTRIES_CDN_URL": f"{page}/flags",
        "COUNTRIES_DOCS_URL": f"{page}/docs",
    }
    printed("bash", "-eo", "pipefail", "-c", command, folder=runner, **environment)
    assert (runner / "output/public/.nojekyll").exists()
    assert "https://github.com/someone/fork" in (runner / "output/public/index.html").read_text("utf-8")


@pytest.mark.parametrize("host", ["aws", "cloudflare", "netlify", "vercel"])
def test_failed_staging_leaves_no_files(host: str, small_copy: BuildRequest, tmp_path: Path) -> None:
    stage = small_copy.output / "hosts" / host / "stage.sh"
    shutil.rmtree(small_copy.output / "edge")
    assert run("sh", stage, tmp_path / "staged").returncode != 0
    assert not (tmp_path / "staged").exists()


@pytest.mark.parametrize("host", ["aws", "cloudflare", "netlify", "vercel"])
def test_staging_copies_files_across_file_systems(host: str, small: BuildRequest, tmp_path: Path) -> None:
    memory = Path("/dev/shm")  # noqa: S108  a file system of its own
    if not memory.is_dir() or memory.stat().st_dev == small.output.stat().st_dev:
        pytest.skip("there is one file system here")
    stage = small.output / "hosts" / host / "stage.sh"
    with TemporaryDirectory(dir=memory) as folder:
        for target in (Path(folder, "staged"), tmp_path / "staged"):
            printed("sh", stage, target)
        assert content(Path(folder, "staged")) == content(tmp_path / "staged")


@pytest.mark.parametrize("host", ["aws", "cloudflare", "netlify", "vercel"])
def test_staging_refuses_a_folder_with_another_deployment_and_leaves_it(
    host: str, small: BuildRequest, tmp_path: Path
) -> None:
    (tmp_path / "old.json").write_text("of another build")
    ran = run("sh", small.output / "hosts" / host / "stage.sh", tmp_path)
    assert (ran.returncode, f"{tmp_path} is there already; remove it" in ran.stderr) == (1, True)
    assert [path.name for path in tmp_path.iterdir()] == ["old.json"]
