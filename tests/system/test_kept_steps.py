"""A build that takes from its cache what did not change writes what a build without a cache writes."""

import re
import shutil
import sys
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from builder.build import assemble, derive
from builder.cache.step_cache import StepCache
from builder.cache.tracked_templates import Templates
from builder.config import load_config
from builder.inputs import BuildRequest
from builder.problems import silent


def replaced(path: str, old: str, new: str) -> Callable[[BuildRequest], None]:
    """Make an edit of an input: *new* for the first *old*."""

    def edit(request: BuildRequest) -> None:
        file = request.root / path
        text = file.read_text("utf-8")
        assert old in text, path
        file.write_text(text.replace(old, new, 1), "utf-8")

    return edit


# What is made without the cache is compared after each group. A group begins with the edit that touches most: so no
# later edit makes anew what an earlier one should have.
EDITS = (
    {
        "the core": replaced("edge/core/http_error.js", "/**", "/** Edited."),
        "a name": replaced("data/countries/de.json", '"common": "Germany"', '"common": "Germanyland"'),
    },
    {
        "an address": replaced("site_config.toml", "github.com/country-reference", "example.org"),
        "a page": replaced("templates/docs/errors.md", "# {{ page.title }}", "# {{ page.title }}\n\nEdited."),
        "a holiday": replaced("data/holidays/fr.json", '"name": "', '"name": "The other '),
    },
    {
        "the frame of all pages": replaced("templates/html/layout.html", "Skip to content", "Skip"),
        "a figure that others are ranked by": replaced("data/countries/mt.json", '"area": 316', '"area": 1316'),
    },
    {
        "the list of pages": replaced("templates/html/side.html", "All pages", "Every page"),
        "a provenance": replaced("data/provenance.json", '"AD", ', ""),
        "a figure": replaced("templates/html/figures/pipeline.svg", "viewBox", 'id="edited" viewBox'),
    },
    {
        "a template of pages of countries": replaced("templates/html/country.html", "<h1>", '<h1 class="edited">'),
        "a reference list": replaced("data/reference/local-issues.json", "Manx pound", "Pound of Man"),
    },
    {"a source": replaced("data/sources.json", '"title": "', '"title": "New ')},
)


def made(request: BuildRequest) -> dict[str, str]:
    """Make every file of the site in memory; return the hash of each, by path."""
    data = derive(request, load_config(request.config))
    site = assemble(data, request, silent)
    data.steps.keep()
    return {file.path: file.identity for file in chain(site.files, *(job() for job in data.pages))}


def differing(one: dict[str, str], other: dict[str, str]) -> list[str]:
    """Name the files that one site has and the other has not, or has otherwise."""
    return sorted(path for path in one.keys() | other.keys() if one.get(path) != other.get(path))


def test_no_edit_is_missed(small_copy: BuildRequest) -> None:
    request = small_copy
    cache = request.root / ".cache"
    shared = cache.resolve()
    cache.unlink()
    shutil.copytree(shared / "flags", cache / "flags")
    before = made(request)
    for edits in EDITS:
        for name, edit in edits.items():
            edit(request)
            warm = made(request)
            assert warm != before, name
            before = warm
        shutil.rmtree(cache / "steps")
        assert differing(made(request), before) == [], list(edits)


_OPENED: list[str] = []
_watched = False


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    if _watched and event == "open":
        _OPENED.append(str(arguments[0]))


def test_a_step_reads_no_file_but_templates_that_are_in_its_key(
    small_copy: BuildRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Modules and compiled templates follow from sources that are in the key.
    code = re.compile(r"\.(?:py|pyc|so)$|/\.cache/templates(?:/|$)")
    noting = Templates.tracking
    needed: set[str] = set()

    def watched(self: Templates, run: Callable[[], bytes]) -> tuple[bytes, dict[str, str]]:
        global _watched  # noqa: PLW0603  a hook cannot be taken back
        _watched = True
        try:
            result, templates = noting(self, run)
        finally:
            _watched = False
        needed.update(templates)
        return result, templates

    monkeypatch.setattr(Templates, "tracking", watched)
    monkeypatch.setattr(StepCache, "_known", lambda _self, _key: None)
    sys.addaudithook(_note)
    made(small_copy)
    read = {path for path in _OPENED if not code.search(path)}
    assert read
    folder = str(small_copy.templates)
    assert {Path(path).relative_to(folder).as_posix() for path in read} <= needed
