"""The documents in the repository are those of the site."""

from pathlib import Path

from builder.handbook import differing, make_handbook, write_handbook
from builder.values import File
from tests.project import ROOT

DOCS = "http://127.0.0.1:8000/docs"


def test_links_lead_from_file_to_file() -> None:
    files = [
        File.of("public/docs/a.txt", f"# A\n[b]({DOCS}/b.txt#part) [map]({DOCS}/map.html)\n".encode()),
        File.of("public/docs/b.txt", b"# B\n"),
        File.of("public/docs/map.html", b"<p>"),
        File.of("public/llms.txt", b"# L\n"),
    ]
    assert make_handbook(files, DOCS) == {"a.md": f"# A\n[b](b.md#part) [map]({DOCS}/map.html)\n", "b.md": "# B\n"}


def test_a_folder_comes_to_hold_the_pages_and_no_others(tmp_path: Path) -> None:
    pages = {"a.md": "# A\n", "b.md": "# B\n"}
    write_handbook(tmp_path, {"a.md": "# Old\n", "c.md": "# C\n"})
    assert differing(tmp_path, pages) == ("a.md", "b.md", "c.md")
    write_handbook(tmp_path, pages)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == pages
    assert differing(tmp_path, pages) == ()


def test_the_repository_holds_the_pages_of_the_site(site: Path) -> None:
    files = [File.of(f"public/docs/{path.name}", path.read_bytes()) for path in (site / "public/docs").glob("*.txt")]
    assert differing(ROOT / "docs", make_handbook(files, DOCS)) == (), "run countries docs"
