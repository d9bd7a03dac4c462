"""The files that a deployment uploads after a change."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from builder.build_request import BuildRequest
from builder.commands.plan import RouteSize
from builder.commands.uploads import Uploads, compare_folder, compare_identities, uploads_since
from builder.input_errors import InputError
from builder.types import File
from tests.support.project import quiet

KEPT = File.of("public/v1/alpha/ad.json", b"[1]")
ALBANIA = "public/v1/alpha/al.json"


def test_uploads_list_new_and_changed_files_and_name_removed_ones() -> None:
    before = {KEPT.path: KEPT.identity, ALBANIA: File.of("", b"[2]").identity, "public/flags/svg/xx.svg": "x"}
    files = [KEPT, File.of(ALBANIA, b"[22]"), File.of("public/docs/new.txt", b"12345")]
    assert compare_identities(files, before) == Uploads(
        (RouteSize("/v1/alpha/{codes}", 1, 4), RouteSize("documents", 1, 5)),
        new=("public/docs/new.txt",),
        changed=(ALBANIA,),
        removed=("public/flags/svg/xx.svg",),
    )


def test_built_site_is_compared_by_its_bytes(tmp_path: Path) -> None:
    for name, body in {KEPT.path: KEPT.body, ALBANIA: b"[3]", "public/gone.txt": b""}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(body)
    sent = compare_folder([KEPT, File.of(ALBANIA, b"[2]")], tmp_path)
    assert (sent.changed, sent.removed, sent.bytes) == ((ALBANIA,), ("public/gone.txt",), 3)


def test_unchanged_site_has_no_uploads() -> None:
    assert compare_identities([KEPT], {KEPT.path: KEPT.identity}) == Uploads((), (), (), ())


def git(root: Path, *words: str) -> None:
    settings = ("-c", "user.name=n", "-c", "user.email=n@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", root, *settings, *words], check=True, capture_output=True)


@pytest.mark.slow
def test_revision_and_site_built_from_it_give_the_same_uploads(small_copy: BuildRequest, tmp_path: Path) -> None:
    """One country has changed: its own answer and the windows that contain it, and no answer of another country."""
    shutil.copytree(small_copy.output, tmp_path / "site")
    git(small_copy.root, "init", "--quiet")
    git(small_copy.root, "add", "data")
    git(small_copy.root, "commit", "--quiet", "--message", "dataset")
    path = small_copy.data / "countries" / "al.json"
    record = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(record | {"altSpellings": ["Illyria"]}), "utf-8")
    sent = uploads_since(small_copy, "HEAD", quiet)
    assert sent == uploads_since(small_copy, str(tmp_path / "site"), quiet)
    assert ALBANIA in sent.changed
    assert "public/v1/alpha/ad.json" not in sent.changed


def test_name_that_is_neither_site_nor_revision_is_rejected(small: BuildRequest) -> None:
    with pytest.raises(InputError, match="nowhere: is neither the folder of a built site nor a git revision"):
        uploads_since(small, "nowhere", quiet)
