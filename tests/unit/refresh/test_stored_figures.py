"""Figures are stored with the hashes of the files that they come from."""

from hashlib import sha256
from pathlib import Path

from refresh.sources_json import PinnedFile, Repository, Source
from refresh.stored_figures import format_figures, read_figures
from tests.support.trees import write_files

SERIES = {"population": {"DE": {"2025": 83491249.0}, "AD": {"2024": 1.5, "2025": 2.0}}, "gini": {}}


def source(content: bytes = b"people\n") -> Source:
    files = {"population": PinnedFile("indicators/people.csv", sha256(content).hexdigest())}
    repository = Repository("https://example.org", "c0ffee", files)
    return Source("bank", "Bank", "https://example.org", "CC-BY-4.0", repository=repository)


def test_stored_figures_are_read_back_unchanged(tmp_path: Path) -> None:
    text = format_figures(source(), SERIES)
    write_files(tmp_path, {"figures/bank.json": text})
    assert read_figures(tmp_path, source()) == SERIES
    assert '      "AD": {"2024": 1.5, "2025": 2.0},\n' in text


def test_missing_figures_and_figures_of_other_files_are_not_read(tmp_path: Path) -> None:
    assert read_figures(tmp_path, source()) is None
    write_files(tmp_path, {"figures/bank.json": format_figures(source(), SERIES)})
    assert read_figures(tmp_path, source(b"newer\n")) is None
