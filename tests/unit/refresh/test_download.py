"""Downloads of packages with the registries' own clients, and of pinned files, from a folder or a local server."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from builder.inputs.errors import InputError
from refresh.download import fetch, fetch_files
from refresh.sources_json import Package, PinnedFile, Repository, Source
from scripts.engine_processes import free_port
from tests.support.file_server import file_server
from tests.support.refresh.packages import hash_of, tarball, wheel


def pinned(package: Package | None, version: str = "1.0.0") -> Source:
    return Source("small", "Small", "https://small.example", "MIT", version=version, package=package)


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder that pip uses as its only index, with one wheel."""
    folder = tmp_path / "index"
    folder.mkdir()
    about = b"Metadata-Version: 2.1\nName: small\nVersion: 1.0\n"
    form = b"Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    info = "small-1.0.dist-info/"
    wheel(
        folder / "small-1.0-py3-none-any.whl",
        {"small.json": {"a": 1}, info + "METADATA": about, info + "WHEEL": form, info + "RECORD": b""},
    )
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make a folder that npm reads over HTTP, with one package."""
    folder = tmp_path / "registry"
    folder.mkdir()
    manifest = {"name": "small", "version": "1.0.0"}
    made = tarball(folder / "small-1.0.0.tgz", {"package.json": manifest, "small.json": {"a": 1}})
    port = free_port()
    origin = f"http://127.0.0.1:{port}"
    dist = {"tarball": f"{origin}/{made.name}", "integrity": hash_of(made)}
    known = {"name": "small", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": manifest | {"dist": dist}}}
    (folder / "small").write_text(json.dumps(known), "utf-8")
    monkeypatch.setenv("npm_config_registry", origin)
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
    with file_server(folder, port):
        yield folder


@pytest.fixture(params=["index", "registry"])
def archive(request: pytest.FixtureRequest) -> Path:
    """Return the archive of the package, of pip in the index and of npm in the registry."""
    folder: Path = request.getfixturevalue(request.param)
    return next(path for path in folder.iterdir() if path.suffix in (".whl", ".tgz"))


def source_of(archive: Path, wrong_hash: str = "") -> Source:
    is_wheel = archive.suffix == ".whl"
    package = Package("pip" if is_wheel else "npm", "small", wrong_hash or hash_of(archive))
    return pinned(package, "1.0" if is_wheel else "1.0.0")


def test_package_is_downloaded_once_and_cached(archive: Path, tmp_path: Path) -> None:
    source = source_of(archive)
    assert fetch(source, tmp_path / "cached").json("small.json") == {"a": 1}
    archive.unlink()
    assert fetch(source, tmp_path / "cached").json("small.json") == {"a": 1}
    assert [path.name for path in (tmp_path / "cached").iterdir()] == [f"small-{source.version}{archive.suffix}"]


def test_package_with_another_hash_is_not_cached(archive: Path, tmp_path: Path) -> None:
    wrong = f"sha256:{'0' * 64}" if archive.suffix == ".whl" else "sha512-AAAA"
    # pip refuses the hash itself.
    message = r"small==1\.0: could not be downloaded|1\.0\.0\.tgz: has hash sha512-.*, which no source pins"
    with pytest.raises(InputError, match=message):
        fetch(source_of(archive, wrong), tmp_path / "cached")
    assert list((tmp_path / "cached").iterdir()) == []


def test_package_that_the_registry_lacks_is_named(registry: Path, tmp_path: Path) -> None:
    assert list(registry.iterdir())
    with pytest.raises(InputError, match=r"none@1\.0\.0: could not be downloaded"):
        fetch(pinned(Package("npm", "none", "sha512-AAAA")), tmp_path / "cached")


def test_missing_npm_is_reported_with_the_program_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    source = pinned(Package("npm", "small", "sha512-AAAA"))
    with pytest.raises(InputError, match=r"small: requires npm, which is not on PATH(.|\n)*Install Node\.js"):
        fetch(source, tmp_path / "cached")


def test_source_without_a_package_or_a_repository_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"sources\.json: small: has no package to download"):
        fetch(pinned(None), tmp_path)
    with pytest.raises(InputError, match=r"sources\.json: small: names no repository"):
        fetch_files(pinned(None), tmp_path)


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[tuple[Source, Path]]:
    """Serve two files of a repository; return the source that pins them, and their folder."""
    folder = tmp_path / "served" / "c0ffee"
    folder.mkdir(parents=True)
    (folder / "people.csv").write_bytes(b"people\n")
    (folder / "gini.csv").write_bytes(b"gini\n")
    files = {path.stem: PinnedFile(path.name, sha256(path.read_bytes()).hexdigest()) for path in folder.iterdir()}
    port = free_port()
    with file_server(folder.parent, port):
        yield Source("bank", "Bank", "", "", repository=Repository(f"http://127.0.0.1:{port}", "c0ffee", files)), folder


def test_files_are_downloaded_once_and_cached_by_their_hash(repository: tuple[Source, Path], tmp_path: Path) -> None:
    source, folder = repository
    expected = {"people": b"people\n", "gini": b"gini\n"}
    assert fetch_files(source, tmp_path / "cached") == expected
    (folder / "people.csv").unlink()
    assert fetch_files(source, tmp_path / "cached") == expected
    names = {path.name for path in (tmp_path / "cached").iterdir()}
    assert names == {sha256(content).hexdigest() for content in expected.values()}


def test_every_missing_or_different_file_is_named_and_not_cached(
    repository: tuple[Source, Path], tmp_path: Path
) -> None:
    source, folder = repository
    (folder / "people.csv").write_bytes(b"altered\n")
    (folder / "gini.csv").unlink()
    with pytest.raises(InputError) as refusal:
        fetch_files(source, tmp_path / "cached")
    gini, people = sorted(str(problem) for problem in refusal.value.problems)
    assert gini.startswith("gini.csv: bank: could not be downloaded: HTTP Error 404")
    assert people.startswith("people.csv: bank: has sha256 ")
    assert not (tmp_path / "cached").exists()
