"""``make .system`` with programs that are installed, that it may install, and that it may not."""

from pathlib import Path

import pytest

from tests.support.processes import run, write_program
from tests.support.project import ROOT

_SCRIPT = ROOT / "scripts" / "system-packages.sh"
_LIST = """# a remark
some-browser|some-chrome browser browser-f browser-a browser-b
some-server server-d server-f server-a server-b
"""


def _programs(folder: Path, **bodies: str) -> None:
    for name, body in bodies.items():
        write_program(folder / name.replace("_", "-"), body)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder of programs, in which ``apt-get`` records its arguments."""
    _programs(tmp_path / "bin", apt_get=f'echo "$@" >> {tmp_path}/calls', some_server="")
    return tmp_path


def _run(folder: Path) -> tuple[int, str]:
    (folder / "list").write_text(_LIST)
    ran = run("sh", _SCRIPT, folder / "list", PATH=f"{folder / 'bin'}:/usr/bin:/bin")
    return ran.returncode, ran.stdout + ran.stderr


def test_one_of_the_named_programs_is_enough(folder: Path) -> None:
    _programs(folder / "bin", some_chrome="", id="echo 1000")
    assert _run(folder) == (0, "")
    assert not (folder / "calls").exists()


@pytest.mark.parametrize("user", ["root", "sudo"])
def test_script_installs_packages_with_permission(folder: Path, user: str) -> None:
    _programs(folder / "bin", id="echo 0" if user == "root" else "echo 1000", sudo='shift; exec "$@"')
    assert _run(folder) == (0, "Installing system packages: browser\n")
    assert (folder / "calls").read_text().splitlines()[-1].endswith("install -y -qq --no-install-recommends browser")


@pytest.mark.parametrize(
    "programs",
    [{"id": "echo 1000", "sudo": "exit 1"}, {"id": "echo 0", "apt_get": 'test "$1" = update'}],
    ids=["without permission", "without the package"],
)
def test_script_that_cannot_install_prints_the_command_of_each_system(folder: Path, programs: dict[str, str]) -> None:
    _programs(folder / "bin", **programs)
    status, printed = _run(folder)
    assert status == 1
    assert "some-browser|some-chrome" in printed
    assert "some-server" not in printed
    for line in ("Ubuntu", "apt-get install --no-install-recommends browser", "dnf install browser-f", "brew install"):
        assert line in printed
