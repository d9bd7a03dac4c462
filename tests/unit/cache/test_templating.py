"""The Jinja environment of all templates."""

from pathlib import Path

import pytest

from builder.cache.templating import open_templates
from builder.problems import InputError


def test_only_html_templates_escape_values(tmp_path: Path) -> None:
    for name in ("html/a", "text/a"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("{{ value }}", "utf-8")
    jinja = open_templates(tmp_path / "cache", tmp_path)
    assert jinja.get_template("html/a").render(value="<b>") == "&lt;b&gt;"
    assert jinja.get_template("text/a").render(value="<b>") == "<b>"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{# a line #}\n{{ missing }}", "line 2: 'missing' is undefined"),
        ("a\nb\n{% if %}", "line 3: Expected an expression, got 'end of statement block'"),
        ("{{ value | unknown }}", "line 1: No filter named 'unknown'."),
        ("{% extends 'parent' %}{% block a %}\n{{ value.missing }}{% endblock %}", "line 2: 'str object' has no"),
        ("{% include 'nowhere' %}", "templates/nowhere: is missing"),
    ],
)
def test_wrong_template_is_named_with_its_line(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "parent").write_text("{% block a %}{% endblock %}", "utf-8")
    (tmp_path / "wrong").write_text(text, "utf-8")
    jinja = open_templates(tmp_path / "cache", tmp_path)
    with pytest.raises(InputError) as refused:
        jinja.get_template("wrong").render(value="")
    (problem,) = refused.value.problems
    assert said in str(problem)
    assert problem.file in {f"{tmp_path}/wrong", "templates/nowhere"}


def test_missing_template_is_named(tmp_path: Path) -> None:
    jinja = open_templates(tmp_path / "cache", tmp_path)
    with pytest.raises(InputError, match=r"templates/html/page\.html: is missing"):
        jinja.get_template("html/page.html")


def test_templates_of_hosts_have_the_prefix_hosts(tmp_path: Path) -> None:
    jinja = open_templates(tmp_path)
    assert {"hosts/nginx/templates/site.conf.j2", "hosts/shared/staging.sh"} <= set(jinja.list_templates())
