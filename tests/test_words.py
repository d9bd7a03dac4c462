"""Names and comments have no word that was replaced by one of the glossary in ``architecture.md``."""

import ast
import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.support.project import ROOT

# Words that had several meanings, as a whole name or as a part of one.
_IN_NAMES = re.compile(r"(?:^|_)(?:told|wanted|held|strangers?|elsewhere|beside|annex(?:es)?|of_none)(?:_|$)")
_NAMES = {"given", "said", "few"}
_IN_COMMENTS = re.compile(r"\b(?:told(?! apart)|beside|strangers|elsewhere|annex(?:es)?)\b|^Of ")
# Names that others have chosen: a decorator of hypothesis.
_OF_OTHERS = {"given"}
_USES_HYPOTHESIS = re.compile(r"^from hypothesis import", re.MULTILINE)
_FOLDERS = ("benchmarks", "builder", "edge", "refresh", "scripts", "setup.py")
_JS_TOKEN = re.compile(
    r"//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(?P<name>[A-Za-z_$][\w$]*)",
    re.DOTALL,
)


def _files(*folders: str) -> list[Path]:
    listed = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = (ROOT / name for name in listed.stdout.split("\n") if name.endswith((".py", ".js")))
    # Git lists a file that was deleted until that is committed.
    return [path for path in paths if path.exists()]


def _python(source: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of each name, comment and docstring."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME:
            yield "name", token.string
        if token.type == tokenize.COMMENT:
            yield "comment", token.string.lstrip("# ")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield "comment", ast.get_docstring(node) or ""


def _javascript(source: str) -> Iterator[tuple[str, str]]:
    for found in _JS_TOKEN.finditer(source):
        if name := found["name"]:
            yield "name", name
        yield from (("comment", text.strip("* \n")) for text in (found["line"], found["block"]) if text)


def _replaced_words(path: Path) -> Iterator[str]:
    source = path.read_text("utf-8")
    allowed = _OF_OTHERS if _USES_HYPOTHESIS.search(source) else set()
    for kind, text in _python(source) if path.suffix == ".py" else _javascript(source):
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text).lower()
        if kind == "name" and text not in allowed and (_IN_NAMES.search(words) or text in _NAMES):
            yield text
        if kind == "comment" and _IN_COMMENTS.search(text):
            yield text.partition("\n")[0]


def test_no_name_or_comment_has_a_word_that_was_replaced() -> None:
    found = {path.relative_to(ROOT).as_posix(): [*_replaced_words(path)] for path in _files(*_FOLDERS)}
    assert {path: words for path, words in found.items() if words} == {}


def test_replaced_words_are_found(tmp_path: Path) -> None:
    python, script = tmp_path / "a.py", tmp_path / "b.js"
    python.write_text('"""What stands beside it."""\n# Of two.\nis_wanted = few = "told"\n')
    script.write_text("// Of two.\nconst text = 'beside', heldBack = given; // told\n")
    assert sorted(_replaced_words(python)) == ["Of two.", "What stands beside it.", "few", "is_wanted"]
    assert sorted(_replaced_words(script)) == ["Of two.", "given", "heldBack", "told"]
