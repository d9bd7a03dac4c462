"""Templates: which files replace others, and errors that name the file by a path at which a reader can find it."""

from pathlib import Path

import pytest

from builder.api.extension import Extension
from builder.inputs.errors import InputError
from builder.project.build_request import SHIPPED
from builder.project.templating import open_templates, replaceable_files, template_problems
from tests.support.trees import write_files


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("pages/none.md", "templates/pages/none.md"),
        ("hosts/vercel/none.md", "builder/hosts/vercel/none.md"),
    ],
)
def test_missing_template_is_named_by_its_path(name: str, file: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as refused, template_problems():
        open_templates(tmp_path).get_template(name)
    assert [str(problem) for problem in refused.value.problems] == [f"{file}: is missing"]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{{ nothing }}", "'nothing' is undefined"),
        ("{{ 1 / 0 }}", "ZeroDivisionError: division by zero"),
        ("{{ fail() }}", "KeyError: 'why'"),
        ('{% include "text/none.txt" %}', "templates/text/none.txt is missing"),
    ],
)
def test_mistake_is_named_by_its_line(tmp_path: Path, line: str, fault: str) -> None:
    def fail() -> None:
        raise KeyError("why")

    (tmp_path / "page.md").write_text(f"first\n{line}\n", "utf-8")
    with pytest.raises(InputError) as refused, template_problems():
        open_templates(tmp_path).get_template("page.md").render(fail=fail)
    assert [str(problem) for problem in refused.value.problems] == [f"{tmp_path}/page.md: line 2: {fault}"]


def test_fault_of_the_builder_is_not_reported_as_one_of_a_template() -> None:
    with pytest.raises(KeyError), template_problems():
        raise KeyError("why")


def test_file_of_a_folder_replaces_only_the_file_with_its_path_in_later_folders(tmp_path: Path) -> None:
    texts = {"own/text/a.txt": "own", "shipped/text/a.txt": "shipped", "shipped/text/b.txt": "shipped"}
    texts |= {"shipped/pages/c.md": "shipped", "guides/c.md": "\ufeffguide", "own/hosts/aws/page.md": "own"}
    write_files(tmp_path, texts)
    jinja = open_templates(tmp_path / "own", tmp_path / "shipped", guides=tmp_path / "guides")
    rendered = [jinja.get_template(name).render() for name in ("text/a.txt", "text/b.txt", "pages/c.md")]
    assert rendered == ["own", "shipped", "guide"]
    assert jinja.get_template("hosts/aws/page.md").render() == "own"
    assert str(jinja.get_template("hosts/node/page.md").filename).endswith("builder/hosts/node/page.md")


def test_files_of_extensions_and_hosts_can_be_replaced_too(tmp_path: Path) -> None:
    write_files(tmp_path, {"one/templates/html/a.html": "", "one/assets/a.css": "", "one/a.py": ""})
    names = replaceable_files(SHIPPED / "templates", [Extension(name="one", folder=tmp_path / "one")])
    assert {"html/a.html", "assets/a.css", "text/llms.txt", "pages/costs.md"} <= names
    assert {"hosts/nginx/templates/server.conf.j2", "hosts/github_pages/page.md", "hosts/shared/staging.sh"} <= names
    assert not [name for name in names if name.endswith((".py", "adapter.js", "host.toml"))]
