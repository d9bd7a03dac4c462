"""The check of the inputs, of the links of documents and of a built site."""

import os
import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from builder.__main__ import judge
from builder.build import build
from builder.cli.check import check_site, links_of
from builder.inputs.errors import InputError, Problem
from builder.output.tree import Tree
from builder.project.build_request import BuildRequest
from builder.site.reading import read_site
from tests.support.small_project import small_project
from tests.support.trees import write_files

if TYPE_CHECKING:
    from collections.abc import Callable

TODAY = date(2026, 11, 24)
HOLIDAYS_ENDED = "holidays end with 2027"


# A config that can be deployed, with settings that documents name as examples.
PUBLIC = """
base_url = "https://api.example.org"
repository_url = "https://git.example.org/countries"
[pages]
limits = [1]
[flags]
widths = [320, 640]
[security]
contact = ["mailto:security@example.org"]
expires = "2026-12-24"
"""


@pytest.mark.slow
def test_public_check_names_every_damaged_file_if_the_dataset_is_valid(tmp_path: Path) -> None:
    request = small_project(tmp_path)
    request.config.write_text(PUBLIC, "utf-8")
    build(request, Tree(request.output))
    public = request.output / "public"
    # This damaged file has the size and the time that it had before.
    text, times = public / "llms.txt", (public / "llms.txt").stat()
    text.write_bytes(text.read_bytes().swapcase())
    os.utime(text, ns=(times.st_atime_ns, times.st_mtime_ns))
    (public / "v1/alpha/de.json").unlink()
    (public / "openapi.json").write_text("{}")
    (public / "stray.json").write_text("1")
    # The settings can be deployed, because the contacts are valid for thirty more days: only files are faulty.
    with pytest.raises(InputError, match="build --force") as refused:
        check_site(request, TODAY, public=True)
    assert {problem.file: problem.message for problem in refused.value.problems} == {
        "public/llms.txt": "differs from a build of these inputs",
        "public/v1/alpha/de.json": "is missing",
        "public/openapi.json": "differs from a build of these inputs",
        "public/stray.json": "is not part of a build of these inputs",
    }
    (request.data / "countries" / "de.json").write_text("{")
    with pytest.raises(InputError, match=r"\Acountries/de\.json: line 1[^\n]*\n[^\n]*\Z"):
        check_site(request, TODAY)


@pytest.mark.needs("tables")
def test_faults_of_all_stages_are_named_in_one_run(tmp_path: Path) -> None:
    request = small_project(tmp_path)
    data = request.data
    (data / "flags" / "zz.svg").write_bytes((data / "flags" / "de.svg").read_bytes())
    drawing = (data / "flags" / "fr.svg").read_text("utf-8")
    (data / "flags" / "fr.svg").write_text(re.sub('viewBox="[^"]*"', 'viewBox="0 0 4 300000"', drawing), "utf-8")
    (data / "countries" / "at.json").rename(data / "countries" / "AT.json")
    (data / "curated" / "corrections").mkdir(parents=True, exist_ok=True)
    (data / "curated" / "corrections" / "names.json").write_text("[{", "utf-8")
    (data / "tables" / "history.json").write_text("[]", "utf-8")
    own = ("fields/offices.csv", "countries/xb.json", "countries/xc.txt", "corrections/own.json", "templates/own.html")
    write_files(tmp_path, dict.fromkeys(own, "{"))
    with pytest.raises(InputError) as refused:
        check_site(request, TODAY, judge=judge)
    assert {Path(problem.file).name for problem in refused.value.problems} == {
        "zz.svg", "fr.svg", "AT.json", "names.json", "history.json",
        *(Path(name).name for name in own),
    }  # fmt: skip
    advice = refused.value.advice.splitlines()
    assert len(advice) == len(set(advice)) == 4
    with pytest.raises(InputError) as refused_by_build:
        read_site(request)
    assert len(refused_by_build.value.problems) == 4 + len(own), "a build does not read corrections"


def test_shipped_facts_are_not_judged_in_a_project_without_a_dataset(tmp_path: Path) -> None:
    (tmp_path / "site_config.toml").write_text('[dataset]\ncountries = ["DE"]\n', "utf-8")
    request = BuildRequest(tmp_path, tmp_path / "site_config.toml", tmp_path / "output", {})
    findings = check_site(request, TODAY, judge=lambda *_: [Problem("countries/de.json", "area", "is doubtful")])
    assert len(findings.facts) == 1


# By fault: the file, its edit (or the encoding of an umlaut that is added), and the error.
BREAKS: dict[str, tuple[str, "Callable[[str], str] | str", str]] = {
    "a template": ("templates/pages/quick-start.md", lambda text: f"{text}{{% if %}}", "Expected an expression"),
    "a link": (
        "templates/pages/quick-start.md",
        lambda text: f"{text}\n\n<{{{{ docs_url }}}}/none.html>\n",
        "broken link; correct the template of this page",
    ),
    "a template of another encoding": ("templates/pages/quick-start.md", "latin-1", "quick-start.md: byte "),
    "a fact that looks wrong": (
        "data/countries/de.json",
        lambda text: text.replace('"altSpellings": [', '"altSpellings": ["D3",'),
        "countries/de.json: altSpellings.0: has a digit",
    ),
    "a correction of no country": (
        "data/curated/corrections/names.json",
        lambda _: '[{"country": "ZZ", "field": "nme.common", "reason": "x", "unset": true}]',
        (
            'curated/corrections/names.json: ZZ.nme.common: "ZZ" is not the alpha-2 code of a country in the dataset\n'
            "curated/corrections/names.json: ZZ.nme.common: is no field of the record model"
        ),
    ),
}


@pytest.mark.needs("tables")
@pytest.mark.slow
def test_check_without_an_output_names_each_fault_of_the_inputs(tmp_path: Path) -> None:
    request = small_project(tmp_path, "templates", "edge")
    findings = check_site(request, date(2028, 1, 1), judge=judge)
    assert (len(findings.facts), findings.warnings) == (
        1,
        (f"{HOLIDAYS_ENDED}; later years need a newer dataset",),
    )
    for name, (file, damage, message) in BREAKS.items():
        path = request.root / file
        sound = path.read_text("utf-8")
        if isinstance(damage, str):
            path.write_bytes(sound.encode() + "ü".encode(damage))
        else:
            path.write_text(damage(sound), "utf-8")
        with pytest.raises(InputError) as refused:
            check_site(request, TODAY, judge=judge)
        assert message in str(refused.value), name
        path.write_text(sound, "utf-8")
    assert not request.output.exists()


@pytest.mark.parametrize(
    ("path", "text", "links"),
    [
        ("public/a.txt", "See https://a.example/x, (https://b.example/y). `http://c.example`", ["x", "y", ""]),
        ("public/docs/a.html", '<a href="b.html">b</a><img src="/c.png"><a>none</a>', ["docs/b.html", "c.png"]),
    ],
)
def test_links_are_found_in_text_and_in_html(path: str, text: str, links: list[str]) -> None:
    found = links_of(path, text.encode(), f"https://o.example/{path.removeprefix('public/')}")
    assert [link.split("/", 3)[3] if link.count("/") > 2 else "" for link in found] == links


def test_public_check_names_every_setting_that_must_not_be_deployed(small: BuildRequest) -> None:
    overrides = {"base_url": "http://127.0.0.1:8000", "docs_url": "http://docs.example.org"}
    with pytest.raises(InputError, match="Do not deploy") as refused:
        check_site(small._replace(overrides=overrides, output=small.root / "nowhere"), TODAY, public=True)
    assert {(problem.file.split("/")[-1], problem.message.split(";")[0]) for problem in refused.value.problems} == {
        ("base_url", "is http://127.0.0.1:8000, which only this machine can reach"),
        ("cdn_url", "is http://127.0.0.1:8000/flags, which only this machine can reach"),
        ("docs_url", "is http://docs.example.org"),
        ("repository_url", "is the placeholder https://github.com/country-reference/country-reference"),
        ("nowhere", "contains no site"),
    }


def test_public_check_reports_holidays_that_have_ended(small: BuildRequest) -> None:
    with pytest.raises(InputError, match=HOLIDAYS_ENDED):
        check_site(small, date(2028, 1, 1), public=True)


def test_contacts_are_refused_from_thirty_days_before_they_expire(small: BuildRequest, tmp_path: Path) -> None:
    config = tmp_path / "site_config.toml"
    config.write_text(PUBLIC, "utf-8")
    request = small._replace(config=config, overrides={}, output=tmp_path / "nowhere")
    for today in (date(2026, 11, 25), date(2027, 1, 1)):
        with pytest.raises(InputError, match=f"security.expires: is 2026-12-24, less than 30 days after {today}"):
            check_site(request, today)
