"""Pinned files of a repository are read from a server, a cache or a folder, and rejected by name; stored figures."""

from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from builder.input_errors import InputError
from refresh.download import Supply, fetch_files
from refresh.http_client import Client
from refresh.refresh_types import Fact
from refresh.source_list import PinnedFile, Repository, Source
from refresh.stored_answers import format_figures, plain, read_figures

CLIENT = Client("https://example.org", attempts=1, timeout=60)
SERIES = {"population": {"DE": {"2025": 83491249.0}, "AD": {"2024": 1.5, "2025": 2.0}}, "gini": {}}


def source(address: str = "http://127.0.0.1:9", people: bytes = b"people\n") -> Source:
    files = {
        "population": PinnedFile("indicators/people.csv", "wdi/people.csv", sha256(people).hexdigest()),
        "gini": PinnedFile("indicators/gini.csv", "wdi/gini.csv", sha256(b"gini\n").hexdigest()),
    }
    repository = Repository(address, "c0ffee", files)
    return Source("bank", "Bank", "https://example.org", "CC-BY-4.0", repository=repository)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *_: object) -> None:  # noqa: A002  the name that the library gave it
        """Ignore progress."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    folder = tmp_path / "served" / "c0ffee" / "indicators"
    folder.mkdir(parents=True)
    (folder / "people.csv").write_bytes(b"people\n")
    (folder / "gini.csv").write_bytes(b"gini\n")
    handler = partial(_Quiet, directory=str(tmp_path / "served"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}", folder
        server.shutdown()


def test_files_are_downloaded_once_and_kept_by_their_hash(served: tuple[str, Path], tmp_path: Path) -> None:
    address, folder = served
    wanted = {"population": b"people\n", "gini": b"gini\n"}
    assert fetch_files(source(address), Supply(tmp_path / "kept", CLIENT)) == wanted
    (folder / "people.csv").unlink()
    assert fetch_files(source(address), Supply(tmp_path / "kept", CLIENT)) == wanted
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == sorted(
        sha256(content).hexdigest() for content in wanted.values()
    )


def test_files_of_a_folder_are_read_without_a_network(tmp_path: Path) -> None:
    (tmp_path / "wdi").mkdir()
    (tmp_path / "wdi" / "people.csv").write_bytes(b"people\n")
    (tmp_path / "wdi" / "gini.csv").write_bytes(b"gini\n")
    assert fetch_files(source(), Supply(tmp_path / "kept", CLIENT, tmp_path)) == {
        "population": b"people\n",
        "gini": b"gini\n",
    }
    assert not (tmp_path / "kept").exists()


def test_every_missing_or_different_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "wdi").mkdir()
    (tmp_path / "wdi" / "people.csv").write_bytes(b"peop")
    with pytest.raises(InputError) as refusal:
        fetch_files(source(), Supply(tmp_path / "kept", CLIENT, tmp_path))
    other, pinned = sha256(b"peop").hexdigest(), sha256(b"people\n").hexdigest()
    assert str(refusal.value).splitlines() == [
        f"wdi/gini.csv: bank: is not in {tmp_path}",
        f"wdi/people.csv: bank: has sha256 {other}, pinned is {pinned}",
        "data/ is unchanged. Where the network does not reach, use --from FOLDER.",
    ]


def test_file_with_another_hash_is_not_kept(served: tuple[str, Path], tmp_path: Path) -> None:
    address, folder = served
    (folder / "people.csv").write_bytes(b"altered\n")
    (folder / "gini.csv").unlink()
    with pytest.raises(InputError) as refusal:
        fetch_files(source(address), Supply(tmp_path / "kept", CLIENT))
    gini, people = (str(problem) for problem in refusal.value.problems)
    assert people.startswith("indicators/people.csv: bank: has sha256 ")
    assert gini == "indicators/gini.csv: bank: did not download: HTTP 404"
    assert not (tmp_path / "kept").exists()


def test_source_without_a_repository_is_named(tmp_path: Path) -> None:
    plain = Source("fifa", "FIFA", "https://example.org", "Facts", table="fifa.json")
    with pytest.raises(InputError, match=r"sources\.json: fifa: names no repository"):
        fetch_files(plain, Supply(tmp_path, CLIENT))


def test_stored_figures_are_read_back_unchanged(tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    text = format_figures(source(), SERIES)
    (tmp_path / "figures" / "bank.json").write_text(text, "utf-8")
    assert read_figures(tmp_path, source()) == SERIES
    assert '      "AD": {"2024": 1.5, "2025": 2.0},\n' in text


def test_stored_figures_of_other_files_are_ignored(tmp_path: Path) -> None:
    assert read_figures(tmp_path, source()) is None
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "bank.json").write_text(format_figures(source(), SERIES), "utf-8")
    assert read_figures(tmp_path, source(people=b"newer\n")) is None


def test_stored_form_is_sorted_and_omits_countries_without_facts() -> None:
    facts = {"BB": {}, "AA": {"b": Fact(2, "2024", "2026-01-01T00:00:00Z"), "a": Fact(1)}}
    assert plain(facts) == {
        "AA": {
            "a": {"value": 1, "asOf": "", "fetchedAt": ""},
            "b": {"value": 2, "asOf": "2024", "fetchedAt": "2026-01-01T00:00:00Z"},
        }
    }
    assert list(plain(facts)["AA"]) == ["a", "b"]
