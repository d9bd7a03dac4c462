"""The code samples of the documents: Python and JavaScript run with a preview, TypeScript compiles."""

import re
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from builder.documents.reference import make_references
from builder.extensions import NAMES
from scripts.preview_process import Served
from tests.support.processes import printed
from tests.support.project import ROOT
from tests.support.values import INTERFACE

FENCE = re.compile(r"^```(\w+)\n(.*?)\n```$", re.DOTALL | re.M)
REFERENCES = make_references(INTERFACE.routes)
GUIDES = ("quick-start", *(reference.name for reference in REFERENCES))


def read(url: str) -> str:
    with urlopen(url) as answer:  # noqa: S310  the preview's own address
        assert answer.status == 200
        return str(answer.read().decode(errors="replace"))


@pytest.fixture(scope="module")
def samples(served: Served) -> dict[str, dict[str, str]]:
    """Read the samples of each page by language, those of one language as one program."""
    read_samples: dict[str, dict[str, str]] = {name: {} for name in GUIDES}
    for name, by_language in read_samples.items():
        for language, text in FENCE.findall(read(f"{served.origin}/docs/{name}.txt")):
            by_language[language] = "\n".join(filter(None, [by_language.get(language), text]))
    return read_samples


def written(folder: Path, samples: dict[str, dict[str, str]], language: str, ending: str) -> list[str]:
    (folder / "package.json").write_text('{"type": "module"}')
    names = [f"{name.replace('-', '_')}.{ending}" for name, languages in samples.items() if language in languages]
    for path, languages in zip(names, (one for one in samples.values() if language in one), strict=True):
        (folder / path).write_text(f"{languages[language]}\n")
    return names


def test_samples_in_python_run(samples: dict[str, dict[str, str]], tmp_path: Path) -> None:
    names = written(tmp_path, samples, "python", "py")
    assert len(names) == len(GUIDES)
    runs = "".join(f"print('== {name}')\nrunpy.run_path('{name}', run_name='__main__')\n" for name in names)
    (tmp_path / "all.py").write_text(f"import runpy\n{runs}")
    message = dict(part.split("\n", 1) for part in printed(sys.executable, "all.py", folder=tmp_path).split("== ")[1:])
    assert [name for name in names if message[name].strip()] == names
    assert message["quick_start.py"].strip() == "250"
    assert len(message["route_region.py"].strip().split("\n")) == 53


def test_samples_in_javascript_run(samples: dict[str, dict[str, str]], tmp_path: Path) -> None:
    names = written(tmp_path, samples, "js", "js")
    assert len(names) == len(GUIDES)
    (tmp_path / "all.js").write_text(
        "".join(f"console.log('== {name}');\nawait import('./{name}');\n" for name in names)
    )
    message = printed("node", "all.js", folder=tmp_path).split("== ")[1:]
    assert [part.split("\n")[0] for part in message if part.strip().count("\n") > 0] == names
    *calling_codes, number, _ = message[0].split("\n")[1:]
    assert number == "250"
    assert calling_codes == (["🇦🇩 Andorra (AD) +376"] if "tables" in NAMES else [])


def test_samples_in_typescript_compile(samples: dict[str, dict[str, str]], served: Served, tmp_path: Path) -> None:
    names = written(tmp_path, samples, "ts", "ts")
    assert len(names) == len(REFERENCES)
    declared = dict(FENCE.findall(read(f"{served.origin}/docs/typescript.txt")))["ts"]
    (tmp_path / "countries.ts").write_text(declared)
    strict = ("--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes")
    options = ("--noEmit", *strict, "--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom,dom.iterable")
    printed(ROOT / "node_modules/.bin/tsc", *options, "--types", "", "countries.ts", *names, folder=tmp_path)


def test_shell_commands_are_answered(samples: dict[str, dict[str, str]], served: Served) -> None:
    for reference in REFERENCES:
        command = samples[reference.name]["sh"]
        url = re.fullmatch(r"curl (?:--location --remote-name )?'([^']+)'", command)
        assert url, command
        assert url[1].startswith(served.origin)
        assert read(url[1])
