"""Compiled templates of earlier builds."""

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from builder.cache import compiled_templates
from builder.cache.compiled_templates import CompiledTemplates


def rendered(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    """Render *text* as another process would; return the result and the number of templates compiled for it."""
    monkeypatch.setattr(compiled_templates, "_LOADED", {})
    jinja = Environment(autoescape=True, loader=DictLoader({"a": text}), bytecode_cache=CompiledTemplates(folder))
    compiled: list[str] = []
    compile_template = jinja.compile

    def counted(source: str, name: str, filename: str) -> object:
        compiled.append(name)
        return compile_template(source, name, filename)

    monkeypatch.setattr(jinja, "compile", counted)
    return jinja.get_template("a").render(value=1), len(compiled)


def test_template_is_compiled_once_for_each_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rendered(tmp_path, "{{ value }}", monkeypatch) == ("1", 1)
    assert rendered(tmp_path, "{{ value }}", monkeypatch) == ("1", 0)
    assert rendered(tmp_path, "{{ value }}.", monkeypatch) == ("1.", 1)


def test_damaged_entry_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rendered(tmp_path, "{{ value }}", monkeypatch)
    (entry,) = tmp_path.iterdir()
    whole = entry.read_bytes()
    for place in (0, len(whole) // 2, len(whole) - 1):
        entry.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert rendered(tmp_path, "{{ value }}", monkeypatch) == ("1", 1)
        assert entry.read_bytes() == whole
    entry.write_bytes(b"")
    assert rendered(tmp_path, "{{ value }}", monkeypatch) == ("1", 1)


def test_entry_of_another_version_of_the_library_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered(tmp_path, "{{ value }}", monkeypatch)
    monkeypatch.setattr("jinja2.__version__", "0")
    assert rendered(tmp_path, "{{ value }}", monkeypatch) == ("1", 1)


def test_folder_that_cannot_be_written_costs_time_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rendered(tmp_path, "{{ value }}", monkeypatch)
    (entry,) = tmp_path.iterdir()
    entry.unlink()
    entry.mkdir()
    assert rendered(tmp_path, "{{ value }}", monkeypatch) == ("1", 1)
    assert [path.name for path in tmp_path.iterdir()] == [entry.name]
