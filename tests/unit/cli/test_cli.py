"""The command line: help, wrong usage and errors."""

import os
import re
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from click import Option
from click.testing import CliRunner

from builder.cli import LazyCommand, main
from builder.output.tree import Tree, locked
from builder.project.build_request import BuildRequest
from tests.support.commands import countries
from tests.support.processes import run
from tests.support.project import ROOT
from tests.support.small_project import small_project


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> BuildRequest:
    """Copy the inputs, with a few countries and one page size."""
    return small_project(tmp_path_factory.mktemp("cli"))


@pytest.mark.parametrize("name", ["", *main.commands])
def test_help_describes_each_command_and_option(name: str) -> None:
    listed = main.commands.get(name)
    command = getattr(import_module(listed.module), name) if isinstance(listed, LazyCommand) else main
    shown = CliRunner().invoke(main, [name, "--help"] if name else ["--help"])
    assert shown.exit_code == 0
    words = " ".join(shown.output.split())
    options = [parameter for parameter in command.params if isinstance(parameter, Option)]
    assert options or name in {"agree", "coverage", "init"}
    for text in (command.help, *(option.help for option in options)):
        assert text
        assert " ".join(text.split()) in words


def test_help_lists_the_commands_and_the_exit_codes() -> None:
    shown = " ".join(CliRunner().invoke(main, ["--help"]).output.split())
    for name, command in main.commands.items():
        assert f"{name} {command.short_help}" in shown
    assert "Exit codes: 0 success, 1 problems were found and listed, 2 wrong usage, 130 interrupted." in shown


@pytest.mark.parametrize(
    "words",
    [
        ["bild"],
        ["build", "--colour"],
        ["build", "extra"],
        ["plan", "--output", "site"],
        ["preview", "--port", "many"],
        ["preview", "--port", "-1"],
        ["preview", "--port", "65536"],
        [],
    ],
    ids=" ".join,
)
def test_wrong_usage_exits_with_2(words: list[str]) -> None:
    ended = CliRunner().invoke(main, words)
    assert ended.exit_code == 2
    assert "Usage:" in ended.output


def test_shell_completes_as_the_guide_to_hosting_says() -> None:
    page = (ROOT / "templates/pages/self-hosting.md").read_text("utf-8")
    (variable,) = set(re.findall(r"(_\w+)=(?:bash|zsh|fish)_source", page))
    words = {"COMP_WORDS": "countries prev", "COMP_CWORD": "1"}
    completed = CliRunner().invoke(main, [], prog_name="countries", env={variable: "bash_complete", **words})
    assert completed.output == "plain,preview\n"


@pytest.mark.parametrize("url", ["https://a.example/v1", "a.example", "ftp://a.example", "https://a.example?x"])
def test_base_url_with_a_path_is_rejected_with_its_option(inputs: BuildRequest, url: str) -> None:
    for command in ("build", "plan", "check"):
        by_option = countries(inputs, command, f"--base-url={url}", "--cdn-url=flags", COUNTRIES_DOCS_URL="docs")
        assert by_option.exit_code == 1
        assert f"--base-url: {url!r} is invalid: must be http:// or https://" in by_option.stderr
        assert "--cdn-url: 'flags' is invalid: must be http:// or https://" in by_option.stderr
        assert "COUNTRIES_DOCS_URL: 'docs' is invalid: must be http:// or https://" in by_option.stderr
        assert by_option.stderr.endswith("3 problems found.\n")
        by_variable = countries(inputs, command, COUNTRIES_BASE_URL=url)
        assert f"COUNTRIES_BASE_URL: {url!r} is invalid: must be http:// or https://" in by_variable.stderr
        assert "site_config.toml" not in by_option.stderr + by_variable.stderr


@pytest.mark.slow
def test_unknown_country_code_is_rejected(inputs: BuildRequest) -> None:
    config = inputs.config.read_text("utf-8")
    try:
        wrong = config.replace('fallback = ""', 'fallback = "ZZ"').replace('country = "DE"', 'country = "XX"')
        inputs.config.write_text(wrong, "utf-8")
        refusals = [countries(inputs, command) for command in ("build", "plan", "check")]
    finally:
        inputs.config.write_text(config, "utf-8")
    for ended in refusals:
        assert ended.exit_code == 1
        assert 'site_config.toml: current.fallback: "ZZ" is not the cca2 code of a country' in ended.stderr
        assert 'site_config.toml: preview.country: "XX" is not the cca2 code of a country' in ended.stderr
        assert ended.stderr.endswith("2 problems found.\n")
    ended = countries(inputs, "preview", "--port=0", "--country=zz")
    assert ended.exit_code == 1
    assert '--country: "ZZ" is not the cca2 code of a country' in ended.stderr


def test_folder_with_foreign_files_is_not_changed(inputs: BuildRequest, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "one.txt").write_text("dear")
    ended = CliRunner().invoke(main, ["--config", str(inputs.config), "build", "--output", str(tmp_path / "letters")])
    assert ended.exit_code == 1
    assert "--output" in ended.stderr
    assert [path.name for path in (tmp_path / "letters").iterdir()] == ["one.txt"]


def test_interrupt_while_modules_are_loaded_prints_no_traceback() -> None:
    program = """
import sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == "pydantic":
            raise KeyboardInterrupt
sys.argv = ["countries", "plan"]
sys.meta_path.insert(0, Interrupt())
from builder.__main__ import start
start()
"""
    ended = run(sys.executable, "-c", program)
    assert (ended.returncode, ended.stdout, ended.stderr.strip()) == (130, "", "Interrupted.")


# The help, and the command that prints soonest.
_PRINTING = pytest.mark.parametrize("words", ["--help", "init new"])


@pytest.mark.slow
@_PRINTING
def test_output_that_cannot_be_written_is_one_line(words: str, tmp_path: Path) -> None:
    script = f"{sys.executable} -m builder {words} >/dev/full"
    ended = run("sh", "-c", script, folder=tmp_path, PYTHONPATH=str(ROOT))
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert "No space left on device" in ended.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_terminal_of_any_encoding_is_written_to(encoding: str, tmp_path: Path) -> None:
    command = (sys.executable, "-m", "builder", "--config", "日本.toml", "plan")
    ended = run(*command, folder=tmp_path, PYTHONPATH=str(ROOT), PYTHONIOENCODING=encoding)
    assert ended.stderr.startswith(r"\u65e5\u672c.toml: does not exist")


@pytest.mark.slow
def test_working_folder_that_is_gone_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("process", "here"):
        (tmp_path / name).mkdir()
    script = f"cd {tmp_path / 'process'} && rmdir {tmp_path / 'process'} && {sys.executable} -m builder plan"
    ended = run("sh", "-c", script, PYTHONPATH=str(ROOT))
    assert (ended.returncode, ended.stderr) == (1, "Error: The working folder is gone; change to another one.\n")
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "here").rmdir()
    started = CliRunner().invoke(main, ["mcp"])
    assert (started.exit_code, started.stderr) == (1, ended.stderr)


def test_interrupted_command_ends_with_130(inputs: BuildRequest) -> None:
    # Processes that a shell starts in the background ignore the signal.
    prelude = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{prelude}; from builder.__main__ import start; start()"
    command = [sys.executable, "-c", code, "--config", str(inputs.config), "build", f"--output={inputs.output}"]
    with (
        locked(Tree(inputs.output), lambda: None),
        subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True) as running,
    ):
        assert running.stderr
        assert running.stderr.readline().startswith("Waiting for another build")
        running.send_signal(signal.SIGINT)
        _, printed = running.communicate()
    assert (running.returncode, printed.strip()) == (130, "Interrupted.")


@pytest.mark.slow
@_PRINTING
def test_closed_pipe_is_no_error(words: str, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command, environment = [sys.executable, "-m", "builder", *words.split()], {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(command, cwd=tmp_path, env=environment, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (ended.returncode, b"Traceback" in ended.stderr) == (0, False)


def test_help_fits_in_80_columns_is_not_cut_and_shows_no_empty_default() -> None:
    for name in ("", *main.commands):
        shown = CliRunner().invoke(main, [name, "--help"] if name else ["--help"], terminal_width=80)
        assert max(map(len, shown.output.splitlines())) <= 80, name
        lines = shown.output.partition("Options:")[2].splitlines()
        assert [line for line in lines if line.endswith("...") or 'default: ""' in line] == [], name


def test_list_of_commands_imports_no_library_of_a_build() -> None:
    script = "from builder.cli import main; import sys; main(['-h'], standalone_mode=False); print(*sys.modules)"
    shown = run(sys.executable, "-c", script).stdout
    assert "Commands:" in shown
    assert {"jinja2", "pydantic", "orjson"}.isdisjoint(shown.split())


def test_commands_of_the_service_need_only_the_packages_of_a_build() -> None:
    absent = "import sys; sys.modules.update(lxml=None, dateutil=None)"
    script = f"{absent}; from builder.cli import main; main(['check', '--help'])"
    assert "Check the dataset" in run(sys.executable, "-c", script).stdout
