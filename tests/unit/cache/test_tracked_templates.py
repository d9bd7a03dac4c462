"""Templates note which of them were filled."""

from pathlib import Path

from builder.cache.tracked_templates import Templates


def opened(tmp_path: Path) -> Templates:
    """Open a template that extends one and includes another."""
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "frame.txt").write_text("<{% block body %}{% endblock %}>")
    (folder / "part.txt").write_text("part")
    (folder / "other.txt").write_text("unused")
    (folder / "page.txt").write_text(
        '{% extends "frame.txt" %}{% block body %}{{ word }}, {% include "part.txt" %}{% endblock %}'
    )
    return Templates(tmp_path / "compiled", (folder,))


def test_templates_that_were_extended_or_included_are_noted(tmp_path: Path) -> None:
    templates = opened(tmp_path)
    text, noted = templates.tracking(lambda: templates.render("page.txt", {"word": "a"}).encode())
    assert text == b"<a, part>"
    assert noted == {name: templates.digest(name) for name in ("frame.txt", "page.txt", "part.txt")}


def test_each_run_notes_its_own_templates(tmp_path: Path) -> None:
    templates = opened(tmp_path)
    templates.tracking(lambda: templates.render("page.txt", {"word": "a"}).encode())
    _, noted = templates.tracking(lambda: templates.render("other.txt", {}).encode())
    assert list(noted) == ["other.txt"]


def test_missing_template_has_an_empty_digest(tmp_path: Path) -> None:
    assert opened(tmp_path).digest("none.txt") == ""
