"""The Jinja environment of all templates."""

from pathlib import Path

import pytest
from jinja2 import Environment, UndefinedError

from builder.cache.templating import open_templates


def test_only_html_templates_escape_values(tmp_path: Path) -> None:
    for name in ("html/a", "text/a"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("{{ value }}", "utf-8")
    jinja = open_templates(tmp_path / "cache", tmp_path, kind=Environment)
    assert jinja.get_template("html/a").render(value="<b>") == "&lt;b&gt;"
    assert jinja.get_template("text/a").render(value="<b>") == "<b>"


def test_unknown_variable_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("{{ missing }}", "utf-8")
    with pytest.raises(UndefinedError, match="'missing' is undefined"):
        open_templates(tmp_path / "cache", tmp_path, kind=Environment).get_template("a").render()


def test_templates_of_hosts_have_the_prefix_hosts(tmp_path: Path) -> None:
    jinja = open_templates(tmp_path, kind=Environment)
    assert {"hosts/nginx/templates/nginx.conf.j2", "hosts/shared/staging.sh"} <= set(jinja.list_templates())
