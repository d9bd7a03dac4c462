"""A project adds guides, replaces some and leaves some out: every list and link follows."""

import json
import re
from datetime import date
from pathlib import Path

import pytest

from builder.build import read_publication
from builder.cli.check import check_site
from builder.project.build_request import BuildRequest
from tests.support.project import set_value
from tests.support.small_project import small_project
from tests.support.trees import write_files

TODAY = date(2026, 11, 28)
OWN = {
    "pages/offices.md": "# Offices of *ours*\n\nWhere we are, of [all](page:lists).\n\n## In Paris\n\nNear.",
    "pages/costs.md": "# Our prices\n\nNothing.\n",
    "templates/text/robots.txt": "User-agent: mine\n",
    "templates/html/missing.html": '{% extends "html/layout.html" %}{% block canonical %}{{ docs_url }}/{% endblock %}'
    '{% block main %}{% include "own/lost.html" %}{% endblock %}',
    "templates/own/lost.html": "<h1>Lost</h1>",
    "templates/hosts/nginx/templates/start.sh": "# mine\n",
}


def _project(folder: Path, *left_out: str) -> BuildRequest:
    request = small_project(folder)
    set_value(request, "countries = []", 'countries = ["DE", "FR"]')
    before, section, after = request.config.read_text("utf-8").partition("[documents]\n")
    after = after.replace("leave_out = []", f"leave_out = {json.dumps(left_out)}", 1)
    request.config.write_text(before + section + after, "utf-8")
    return request


def _files(request: BuildRequest) -> dict[str, str]:
    """Make the texts of a site by path."""
    entries = read_publication(request).entries
    kinds = ("html", "txt", "json", "xml", "atom", "js", "sh")
    return {entry.path: entry.make().decode() for entry in entries if entry.path.endswith(kinds)}


@pytest.mark.needs("pages")
def test_every_list_has_the_guides_of_the_project(tmp_path: Path) -> None:
    request = _project(tmp_path / "project")
    write_files(request.root, OWN)
    check_site(request, TODAY)
    files = _files(request)
    for path in ("public/docs.txt", "public/llms.txt", "public/sitemap.xml", "public/docs/lists.html"):
        assert re.search(r"[/\"]offices\.(html|txt)", files[path]), path
    found = {part[2]: part[:2] for part in json.loads(files["public/docs/assets/search.json"])["parts"]}
    assert found["offices.html"] == ["Offices of ours", ""]
    assert found["offices.html#in-paris"] == ["In Paris", "Offices of ours"]
    assert found["costs.html"] == ["Our prices", ""]
    assert '<meta name="description" content="Where we are, of all.">' in files["public/docs/offices.html"]
    assert files["public/docs/costs.txt"] == "# Our prices\n\nNothing.\n"
    assert files["public/robots.txt"] == "User-agent: mine\n"
    assert "<h1>Lost</h1>" in files["public/docs/404.html"]
    assert files["hosts/nginx/start.sh"] == "# mine\n"


def test_site_with_its_introduction_alone_is_sound_and_names_no_other_guide(tmp_path: Path) -> None:
    names = [
        path.removeprefix("public/docs/").removesuffix(".txt")
        for path in _files(_project(tmp_path / "whole"))
        if re.fullmatch(r"public/docs/[^/]+\.txt", path)
    ]
    # Every site needs the introduction.
    names.remove("introduction")
    request = _project(tmp_path / "bare", *names)
    check_site(request, TODAY)
    named = re.compile(rf"""(?:docs/|["'(])(?:{"|".join(names)})\.(?:html|txt)""")
    # The history of the service may name other guides.
    texts = ((path, text) for path, text in _files(request).items() if path != "public/changelog.txt")
    assert [(path, found[0]) for path, text in texts if (found := named.search(text))] == []
