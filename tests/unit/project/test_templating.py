"""Errors in templates name the file, which is where a reader can find it."""

from pathlib import Path

import pytest

from builder.inputs.errors import InputError
from builder.project.templating import open_templates, template_problems


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


def test_mistake_is_named_by_its_line(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("first\n{{ nothing }}\n", "utf-8")
    with pytest.raises(InputError) as refused, template_problems():
        open_templates(tmp_path).get_template("page.md").render()
    assert [str(problem) for problem in refused.value.problems] == [
        f"{tmp_path}/page.md: line 2: 'nothing' is undefined"
    ]
