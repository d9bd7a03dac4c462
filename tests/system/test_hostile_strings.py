"""Hostile strings in the dataset and the title change no structure: JSON, HTML, text, TOML, nginx rules, headers.

Two sites are built that differ only in these strings, one harmless and one hostile. Every structured file must have the
same structure in both, and every file with data must return the strings unchanged.
"""

import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from builder.build import build
from builder.output.tree import Tree
from builder.project.build_request import BuildRequest
from tests.support import sites
from tests.support.processes import printed
from tests.support.project import edit_json, set_site
from tests.support.serving import Service
from tests.support.small_project import small_project

# As long as the hostile one, so that examples in the documents break their lines at the same places.
TAME = " ".join(["Tame"] * 26)
HOSTILE = (
    "'\"</script></title><!--<img src=x onerror=alert(1)>--> `${x}#{x}{{7*7}}{%x%}{#x#}]]>\\|%0d%0aX-Bad:1 $uri;}"
    "\u202e\u2028\u200b\U0001f3f4 [x](javascript:x) *_~ &amp; ```"
)
# Names that only one country has, or that are in no text of the documents, since both sites share all other names.
SPOILED = ("Vanuatu", "Republic of Vanuatu", "Vanuatu vatu", "Bislama", "Melanesia", "Father Lini Day")
LINES = "first\nSet-Cookie: x=1\n\n# heading\n```\n"


def _spoiled(value: Any, by: str) -> Any:
    match value:
        case str():
            return f"{value} {by}" if value in SPOILED else value
        case list():
            return [_spoiled(item, by) for item in value]
        case dict():
            # Names in other languages and spellings have letters of their script alone.
            kept = ("native", "translations", "altSpellings")
            return {_spoiled(key, by): item if key in kept else _spoiled(item, by) for key, item in value.items()}
    return value


def _make(folder: Path, by: str, lines: str) -> BuildRequest:
    request = small_project(folder)
    for path in sorted(request.data.rglob("*.json")):
        if path.parent.name in ("countries", "holidays", "reference"):
            before = json.loads(path.read_text("utf-8"))
            after = _spoiled(before, by)
            if path.name == "vu.json" and path.parent.name == "countries":
                after["flags"]["alt"] = f"A flag of {by}."
                after["tld"] = [".x'\"</script>{{7*7}}${x}%0d%0a" if by == HOSTILE else ".tame"]
            path.write_text(json.dumps(after), "utf-8")
    notice = {"level": "info", "title": f"Title {by}", "message": lines}
    edit_json(request.data / "notice.json", lambda value: value.update(notice))
    spoiled = dict.fromkeys(("title", "licence"), f"Of others {by}")
    edit_json(request.data / "sources.json", lambda value: value["sources"][0].update(spoiled))
    set_site(request, title=by, description=by)
    build(request, Tree(request.output))
    return request


@pytest.fixture(scope="module")
def tame(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _make(tmp_path_factory.mktemp("tame"), TAME, "One line.").output


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _make(tmp_path_factory.mktemp("hostile"), HOSTILE, LINES).output


@pytest.fixture(scope="module")
def service(hostile: Path) -> Service:
    return sites.opened(hostile)


def _pairs(tame: Path, hostile: Path, pattern: str) -> Iterator[tuple[str, str, str]]:
    """Yield the name and both texts of each file that *pattern* matches; a file of only one site is an error."""
    names = [{path.relative_to(root).as_posix() for path in root.rglob(pattern)} for root in (tame, hostile)]
    assert names[0] - _spelled(names[0]) == names[1] - _spelled(names[1])
    for name in sorted(names[0] & names[1]):
        yield (
            name,
            _without_hashes((tame / name).read_text("utf-8")),
            _without_hashes((hostile / name).read_text("utf-8")),
        )


def _without_hashes(text: str) -> str:
    return re.sub(r"[0-9a-f]{16}", "hash", text)


def _spelled(names: set[str]) -> set[str]:
    """List the page files of listings that are named after a hostile key."""
    return {name for name in names if "melanesia" in name}


def test_every_json_file_is_json(hostile: Path) -> None:
    files = list(hostile.rglob("*.json"))
    assert len(files) > 300
    for path in files:
        json.loads(path.read_bytes())


def test_answers_have_the_strings_unchanged(service: Service) -> None:
    record = json.loads(service.get("/v1/alpha/vu").body)[0]
    assert record["name"]["common"] == f"Vanuatu {HOSTILE}"
    assert record["capital"] == ["Port Vila"]
    assert record["subregion"] == f"Melanesia {HOSTILE}"
    assert record["languages"]["bis"] == f"Bislama {HOSTILE}"
    assert record["flags"]["alt"] == f"A flag of {HOSTILE}."
    assert f"Father Lini Day {HOSTILE}" in {item["name"] for item in record["holidays"]["items"]}
    answer = json.loads(service.get("/v1/alpha/vu?fields=name.official,currencies.VUV.name").body)
    assert answer == [
        {
            "name": {"official": f"Republic of Vanuatu {HOSTILE}"},
            "currencies": {"VUV": {"name": f"Vanuatu vatu {HOSTILE}"}},
        }
    ]
    notice = json.loads(service.get("/v1/notice").body)
    assert (notice["title"], notice["message"]) == (f"Title {HOSTILE}", LINES)


@pytest.mark.parametrize(
    "target",
    ["/v1/name/vanuatu", "/v1/subregion/melanesia", "/v1/lang/bis", "/v1/capital/port%20vila", "/v1/meta/tlds", "/"],
)
def test_headers_are_one_line_of_printable_ascii(service: Service, target: str) -> None:
    for name, value in service.get(target).headers:
        assert re.fullmatch(r"[A-Za-z-]+", name)
        assert re.fullmatch(r"[\x20-\x7e]*", value)
        assert "X-Bad" not in value.partition("%0d%0a")[0]


class _Outline(HTMLParser):
    """List the elements of a page with the names of their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, ...]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # The length of words decides whether a table has the layout for phones, and whether code may break.
        if tag != "wbr":
            self.elements.append((tag, *sorted(name for name, _ in attrs if name != "data-column")))

    def handle_endtag(self, tag: str) -> None:
        self.elements.append((f"/{tag}",))


@pytest.mark.needs("pages")
def test_every_page_has_the_same_elements(tame: Path, hostile: Path) -> None:
    pages = list(_pairs(tame, hostile, "*.html"))
    assert any(f"Vanuatu {HOSTILE}" in unescape(other) for _, _, other in pages)
    assert all(f" · {HOSTILE}</title>" in unescape(other) for _, _, other in pages)
    for name, one, other in pages:
        assert "javascript:" not in _links(other), name
        # Most pages are equal, and have the same elements. Samples with the name of a package colour its digits.
        if one == other or name.endswith("/npm.html"):
            continue
        # Not compared as a whole, since formatting thousands of differences takes minutes.
        rows = enumerate(zip_longest(_Outline(other).elements, _Outline(one).elements))
        assert next((row for row in rows if row[1][0] != row[1][1]), None) is None, name


def _links(text: str) -> str:
    return " ".join(re.findall(r"""\s(?:href|src|action)\s*=\s*["']?\s*([a-z]+:)""", text, re.IGNORECASE))


def test_every_text_has_the_same_lines(tame: Path, hostile: Path) -> None:
    for name, one, other in _pairs(tame, hostile, "*.txt"):
        assert len(other.splitlines()) - other.count("\u2028") == len(one.splitlines()), name
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", other), name


# Rules with the keys of names. A hostile name has no rule, since rules of hosts have only unreserved characters.
_WITH_KEYS = ("hosts/cloudflare/_headers", "hosts/vercel/vercel.json")


def test_configurations_have_the_same_rules(tame: Path, hostile: Path) -> None:
    for name, one, other in _pairs(tame, hostile, "*.toml"):
        assert tomllib.loads(other) == tomllib.loads(one), name
    for pattern in ("_headers", "*.jsonc", "vercel.json", "template.json"):
        for name, one, other in _pairs(tame, hostile, pattern):
            if name in _WITH_KEYS:
                assert not [
                    mark
                    for mark in ("<script", "<img", "`", "X-Bad", "{{", "\\u20")
                    if mark in other and mark not in one
                ], name
                assert re.fullmatch(r"[\n -~]*", other), name
            else:
                assert other == one, name
    rules = {name: (one.splitlines(), other.splitlines()) for name, one, other in _pairs(tame, hostile, "_redirects")}
    assert rules
    for name, (before, after) in rules.items():
        assert _without_spoiled(before) == _without_spoiled(after), name
        assert all(re.fullmatch(r"(#.*|/[!-~]*( [!-~]+)+|)", line) for line in after), name


def _without_spoiled(lines: list[str]) -> list[str]:
    return [line for line in lines if "tame" not in line and "melanesia" not in line]


@pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed")
def test_nginx_reads_the_same_rules(tame: Path, hostile: Path, tmp_path: Path) -> None:
    read = [_directives(root, tmp_path) for root in (tame, hostile)]
    assert read[0] == read[1]
    assert len(read[0]) > 20


def _directives(site: Path, scratch: Path) -> list[str]:
    """Return the configuration as nginx read it, without the rows of the maps."""
    shutil.copytree(site / "hosts" / "nginx", scratch, dirs_exist_ok=True)
    (scratch / "public").mkdir(exist_ok=True)
    shown = printed("nginx", "-T", "-p", scratch, "-c", "container.conf", "-e", "stderr")
    lines = [line.strip() for line in _without_hashes(shown).splitlines()]
    return [line for line in lines if not re.match(r'("|[0-9]+ |= |location = )', line)]
