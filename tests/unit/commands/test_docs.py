"""The documents in the repository are those of the site."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from builder.cli import main
from builder.commands.docs import differing, make_docs, write_docs
from builder.types import File
from tests.support.few_countries import few_project
from tests.support.project import ROOT

BASE = "http://127.0.0.1:8000"
DOCS = f"{BASE}/docs"


def test_links_between_pages_become_links_between_files() -> None:
    files = [
        File.of("public/docs/a.txt", f"# A\n[b]({DOCS}/b.txt#part) [map]({DOCS}/map.html)\n".encode()),
        File.of("public/docs/b.txt", b"# B\n"),
        File.of("public/docs/map.html", b"<p>"),
        File.of("public/llms.txt", b"# L\n"),
    ]
    made = make_docs(files, BASE, DOCS)
    assert all(text.startswith("<!-- Written by countries docs. Do not edit") for text in made.values())
    assert "`builder/hosts/<name>/`" in made.pop("README.md")
    pages = {name: text.partition("-->\n\n")[2] for name, text in made.items()}
    assert pages == {"a.md": "# A\n[b](b.md#part) map\n", "b.md": "# B\n"}


@pytest.mark.parametrize(
    ("base", "markdown", "expected"),
    [
        (BASE, "`curl {base}/v1`", "`curl https://api.example.org/v1`"),
        (BASE, "the [map]({base}/docs/map.html#a), <{base}/x>", "the map, `https://api.example.org/x`"),
        (
            BASE,
            "[`jp.ics`]({base}/docs/calendars/jp.ics) [out](https://a.example)",
            "`jp.ics` [out](https://a.example)",
        ),
        ("https://api.a.example", "the [map]({base}/docs/map.html)", "the [map](https://api.a.example/docs/map.html)"),
    ],
)
def test_address_of_this_machine_becomes_an_example_without_links(base: str, markdown: str, expected: str) -> None:
    files = [File.of("public/docs/a.txt", markdown.format(base=base).encode())]
    assert make_docs(files, base, f"{base}/docs")["a.md"].endswith(f"-->\n\n{expected}")


def test_no_link_in_the_repository_leads_to_an_example_or_to_this_machine(site: Path) -> None:
    files = [File.of(f"public/docs/{path.name}", path.read_bytes()) for path in (site / "public/docs").glob("*.txt")]
    made = make_docs(files, BASE, DOCS)
    assert not {name for name, text in made.items() if BASE in text}
    assert not {name for name, text in made.items() if re.search(r"\]\(https?://(127|api\.example\.org)", text)}
    links = {(name, target) for name, text in made.items() for target in re.findall(r"\]\(([\w-]+\.md)", text)}
    assert {target for _, target in links} <= made.keys()


def test_docs_writes_the_pages_and_removes_others(tmp_path: Path) -> None:
    pages = {"a.md": "# A\n", "b.md": "# B\n"}
    write_docs(tmp_path, {"a.md": "# Old\n", "c.md": "# C\n"})
    assert differing(tmp_path, pages) == ("a.md", "b.md", "c.md")
    write_docs(tmp_path, pages)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == pages
    assert differing(tmp_path, pages) == ()


def test_docs_does_not_change_other_folders(tmp_path: Path) -> None:
    other = tmp_path / "notes" / "b.md"
    other.parent.mkdir()
    other.write_text("# B\n")
    write_docs(tmp_path, {"a.md": "# A\n"})
    assert other.read_text() == "# B\n"


def test_repository_has_the_pages_of_the_site(site: Path) -> None:
    files = [File.of(f"public/docs/{path.name}", path.read_bytes()) for path in (site / "public/docs").glob("*.txt")]
    assert differing(ROOT / "docs", make_docs(files, BASE, DOCS)) == (), "run countries docs"


@pytest.mark.parametrize(("names", "code"), [((), 0), (("a.md",), 1)])
def test_check_fails_if_a_page_differs(names: tuple[str, ...], code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builder.cli.site_commands.renew_docs", lambda *_, **__: names)
    assert CliRunner().invoke(main, ["docs", "--check"]).exit_code == code
    assert CliRunner().invoke(main, ["docs"]).exit_code == 0


@pytest.mark.slow
def test_command_writes_the_pages_and_lists_those_that_differ(tmp_path: Path) -> None:
    config = str(few_project(tmp_path).config)
    folder = tmp_path / "docs"

    def docs(*words: str) -> Result:
        return CliRunner().invoke(main, ["--config", config, "docs", *words])

    missing = docs("--check")
    assert missing.exit_code == 1
    assert "docs/codes.md differs\n" in missing.stdout
    assert "Run countries docs" in missing.stderr
    assert not folder.exists()
    assert "docs/codes.md written\n" in docs().stdout
    assert {path.name for path in folder.iterdir()} == {path.name for path in (ROOT / "docs").glob("*.md")}
    assert (docs("--check").exit_code, docs().output) == (0, "")
