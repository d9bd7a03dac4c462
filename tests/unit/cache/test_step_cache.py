"""What is kept from build to build is what would be made again."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builder.cache.step_cache import StepCache
from builder.cache.tracked_templates import Templates

_RUNS: list[Any] = []


def shout(values: Any, _templates: Templates) -> bytes:
    """Stand for a step that needs its values alone."""
    _RUNS.append(values)
    return f"{values['word']}!".encode()


def whisper(values: Any, _templates: Templates) -> bytes:
    """Stand for another step of the same values."""
    return f"{values['word']}...".encode()


def fill(values: Any, templates: Templates) -> bytes:
    """Stand for a step that fills a template."""
    _RUNS.append(values)
    return templates.render("page.txt", values).encode()


@pytest.fixture
def opened(tmp_path: Path) -> Callable[[], StepCache]:
    """Give a function that opens what is kept as a build does, with templates that extend and include others."""
    _RUNS.clear()
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "frame.txt").write_text("<{% block body %}{% endblock %}>")
    (folder / "part.txt").write_text("part")
    (folder / "other.txt").write_text("unused")
    page = '{% extends "frame.txt" %}{% block body %}{{ word }}, {% include "part.txt" %}{% endblock %}'
    (folder / "page.txt").write_text(page)
    return lambda: StepCache(tmp_path / "cache", "a site", (folder,))


def taken(steps: StepCache, word: str, step: Any = shout) -> bytes:
    """Take a result as a build does that asks for nothing else."""
    result = steps.take(step, {"word": word})
    steps.keep()
    return result


def test_a_result_is_made_once(opened: Callable[[], StepCache]) -> None:
    assert [taken(opened(), "hey"), taken(opened(), "hey")] == [b"hey!", b"hey!"]
    assert _RUNS == [{"word": "hey"}]


def test_other_values_and_other_steps_have_results_of_their_own(opened: Callable[[], StepCache]) -> None:
    steps = opened()
    assert [steps.take(shout, {"word": "one"}), steps.take(shout, {"word": "two"})] == [b"one!", b"two!"]
    assert steps.take(whisper, {"word": "one"}) == b"one..."


@pytest.mark.parametrize("name", ["page.txt", "frame.txt", "part.txt"])
def test_changed_template_is_rendered_again_in_every_folder(
    opened: Callable[[], StepCache], tmp_path: Path, name: str
) -> None:
    assert taken(opened(), "hey", fill) == b"<hey, part>"
    path = tmp_path / "templates" / name
    path.write_text(path.read_text().replace("part", "piece").replace(">", ">."))
    (tmp_path / "templates/piece.txt").write_text("piece")
    assert taken(opened(), "hey", fill) != b"<hey, part>"
    assert len(_RUNS) == 2


def test_a_template_that_no_step_fills_changes_nothing(opened: Callable[[], StepCache], tmp_path: Path) -> None:
    taken(opened(), "hey", fill)
    (tmp_path / "templates/other.txt").write_text("edited")
    taken(opened(), "hey", fill)
    assert len(_RUNS) == 1


def test_a_step_cannot_see_what_is_not_among_its_values(opened: Callable[[], StepCache]) -> None:
    secret = "not in the key"  # noqa: S105  a word

    def nosy(_values: Any, _templates: Templates) -> bytes:
        return secret.encode()

    with pytest.raises(ValueError, match="nosy is not a function of a module"):
        opened().take(nosy, {})
    values = {"word": "hey"}
    opened().take(shout, values)
    assert _RUNS[-1] is not values


def test_unused_result_is_removed(opened: Callable[[], StepCache], tmp_path: Path) -> None:
    for word in ("one", "two", "one"):
        taken(opened(), word)
    assert [run["word"] for run in _RUNS] == ["one", "two", "one"]
    for number in range(9):
        steps = StepCache(tmp_path / "cache", f"site {number}", ())
        taken(steps, "hey")
    assert len(list((tmp_path / "cache/steps").iterdir())) == 4


def test_temporary_file_of_a_killed_build_is_removed(opened: Callable[[], StepCache], tmp_path: Path) -> None:
    taken(opened(), "hey")
    (kept,) = (tmp_path / "cache/steps").iterdir()
    with subprocess.Popen(["/bin/true"]) as ended:
        pass
    left, running = kept.with_suffix(f".{ended.pid}"), kept.with_suffix(f".{os.getppid()}")
    for path in (left, running, kept.with_suffix(f".{2**99}")):
        path.touch()
    taken(opened(), "another")
    assert sorted((tmp_path / "cache/steps").iterdir()) == sorted([kept, running])


def test_new_site_starts_with_the_results_of_the_newest_one(opened: Callable[[], StepCache], tmp_path: Path) -> None:
    taken(opened(), "hey")
    assert taken(StepCache(tmp_path / "cache", "another site", ()), "hey") == b"hey!"
    assert len(_RUNS) == 1
    assert len(list((tmp_path / "cache/steps").iterdir())) == 2, "each site keeps a file of its own"


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def _edited(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"hey!", b"no!!"))


def _emptied(path: Path) -> None:
    path.write_bytes(b"")


def _relisted(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'":[', b'":{', 1))


@pytest.mark.parametrize("damage", [_cut, _edited, _emptied, _relisted])
def test_damaged_file_counts_as_missing(
    opened: Callable[[], StepCache], tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    taken(opened(), "hey")
    (kept,) = (tmp_path / "cache/steps").iterdir()
    damage(kept)
    assert taken(opened(), "hey") == b"hey!"
    assert len(_RUNS) == 2
    taken(opened(), "hey")
    assert len(_RUNS) == 2


def test_results_of_another_process_are_not_made_again(opened: Callable[[], StepCache]) -> None:
    there, here = opened(), opened()
    there.take(shout, {"word": "known"})
    sent = there.made_by(lambda: [there.take(shout, {"word": word}) for word in ("known", "one", "two")])
    asked: list[bytes] = []

    def receive() -> bytes:
        asked.append(sent)
        return sent

    here.take_from(receive, [shout])
    assert here.take(whisper, {"word": "one"}) == b"one..."
    assert asked == []
    _RUNS.clear()
    assert here.take_each(shout, [{"word": "one"}, {"word": "two"}]) == [b"one!", b"two!"]
    assert (_RUNS, len(asked)) == ([], 1)
    # Neither is what was known there before.
    assert here.take(shout, {"word": "known"}) == b"known!"
    assert (_RUNS, len(asked)) == ([{"word": "known"}], 1)
    here.keep()
    assert opened().take(shout, {"word": "two"}) == b"two!"
    assert len(_RUNS) == 1


def test_many_missing_results_are_made_and_kept(opened: Callable[[], StepCache]) -> None:
    words = [{"word": str(number)} for number in range(100)]
    steps = opened()
    assert steps.take_each(whisper, words) == [f"{number}...".encode() for number in range(100)]
    assert steps.take_each(whisper, [*words, *words]) == 2 * steps.take_each(whisper, words)
    steps.keep()
    _RUNS.clear()
    assert opened().take_each(shout, words[:3]) == [b"0!", b"1!", b"2!"]
    assert [result.digest for result in opened().results(whisper, words)] == [
        result.digest for result in steps.results(whisper, words)
    ]
