"""The files that pages load, and what a page names so that a browser asks for all modules at once."""

from pathlib import Path
from struct import unpack

from builder.documents import DocumentData
from builder.extensions.pages.html.page_assets import (
    SCRIPTS_FOLDER,
    icon_documents,
    imports_of,
    read_scripts,
    script_documents,
)
from tests.support.own_documents import with_own
from tests.support.project import ROOT
from tests.support.serving import Service


def test_favicon_is_an_ico_file_with_a_png(service: Service) -> None:
    body = service.get("/favicon.ico").body
    assert unpack("<HHH", body[:6]) == (0, 1, 1)
    size, offset = unpack("<II", body[14:22])
    assert body[offset : offset + 8] == b"\x89PNG\r\n\x1a\n"
    assert len(body) == offset + size


_CORE = {
    "core/fold.js": "export const a = 1;\n",
    "core/files.js": "import { a } from './fold.js';\nexport const b = a;\n",
    "core/answer.js": "export const c = 1;\n",
}
_SCRIPTS = {
    "site.js": "import { find } from './dom.js';\n",
    "dom.js": "export const find = 1;\n",
    "map.js": "import { b } from '../../../../edge/core/files.js';\nimport { find } from './dom.js';\n"
    "import './view.js';\n",
    "view.js": "export async function f() {\n  const { find } = await import('./picture.js');\n}\n",
    "picture.js": "",
}


def _scripts(folder: Path) -> dict[str, str]:
    for name, text in _SCRIPTS.items():
        (folder / name).write_text(text, "utf-8")
    return read_scripts(sorted(folder.iterdir()), _CORE)


def test_scripts_and_the_modules_of_the_core_that_they_import_have_the_places_of_the_tree(tmp_path: Path) -> None:
    scripts = _scripts(tmp_path)
    core = {path for path in scripts if path.startswith("edge/")}
    assert core == {"edge/core/fold.js", "edge/core/files.js"}
    assert scripts[f"{SCRIPTS_FOLDER}/map.js"] == _SCRIPTS["map.js"]


def test_imports_are_listed_unless_the_script_of_every_page_has_them_or_they_come_when_needed(tmp_path: Path) -> None:
    imports = imports_of(_scripts(tmp_path))
    assert imports[f"{SCRIPTS_FOLDER}/site.js"] == [f"{SCRIPTS_FOLDER}/dom.js"]
    of_map = ["edge/core/files.js", f"{SCRIPTS_FOLDER}/view.js", "edge/core/fold.js"]
    assert imports[f"{SCRIPTS_FOLDER}/map.js"] == of_map
    assert imports[f"{SCRIPTS_FOLDER}/view.js"] == []


def test_file_of_the_project_replaces_that_of_its_name_alone(data: DocumentData, tmp_path: Path) -> None:
    files = {f"templates/assets/{name}": f"mine: {name}" for name in ("style.css", "favicon.svg", "save.js")}
    shipped, own = (
        {entry.address: entry.make() for entry in (*script_documents(one), *icon_documents(one))}
        for one in (data, with_own(data, tmp_path, files))
    )
    assert {address: body for address, body in own.items() if body != shipped[address]} == {
        "/docs/assets/style.css": b"mine: style.css",
        "/docs/assets/favicon.svg": b"mine: favicon.svg",
        "/favicon.svg": b"mine: favicon.svg",
        f"/docs/{SCRIPTS_FOLDER}/save.js": b"mine: save.js",
    }
    assert own.keys() == shipped.keys()


def _code(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.lstrip().startswith(("/**", "*", "// "))]


def test_scripts_are_sent_with_all_code_and_no_comments(site: Path) -> None:
    for path in (ROOT / SCRIPTS_FOLDER).glob("*.js"):
        sent = (site / "public/docs" / SCRIPTS_FOLDER / path.name).read_text("utf-8")
        assert _code(sent) == _code(path.read_text("utf-8")), path.name
        assert " * @param" not in sent, path.name


def test_styles_are_sent_with_all_rules_and_no_comments(site: Path) -> None:
    for path in (ROOT / SCRIPTS_FOLDER).glob("*.css"):
        sent = (site / "public/docs/assets" / path.name).read_text("utf-8")
        assert "/*" not in sent, path.name
        assert sent.count("{") == path.read_text("utf-8").count("{"), path.name
