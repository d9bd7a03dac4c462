"""A project folder with four countries, and a small package of each source for them.

``tests/fixtures/small-project/`` has what is in the packages and the repositories, and the curated data.
"""

import json
import shutil
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from refresh.data_files import format_json, load_records, rewrite
from refresh.refresh import refreshed
from refresh.sources_json import SourceList, load_sources
from tests.support.project import ROOT
from tests.support.refresh.packages import hash_of, tarball, wheel

_FIXTURE = ROOT / "tests/fixtures/small-project"
_CODES = {"DE", "NO", "PS", "XK"}
# The tables of the repositories of figures, as texts.
FILES = {
    folder.name: {path.stem: path.read_text("utf-8") for path in folder.iterdir()}
    for folder in (_FIXTURE / "repositories").iterdir()
}


def indicator(*rows: str) -> str:
    """Format a file of the World Development Indicators; a row is code, year and value."""
    return "".join(f"{line}\n" for line in ("Country Name,Country Code,Year,Value", *(f"Name,{row}" for row in rows)))


@dataclass(frozen=True)
class SmallProject:
    """A project folder with four countries."""

    root: Path

    @property
    def data(self) -> Path:
        """Return the folder of the dataset."""
        return self.root / "data"

    @property
    def cache(self) -> Path:
        """Return the folder of its packages, so that nothing is downloaded."""
        return self.root / ".cache" / "sources"

    @property
    def catalog(self) -> SourceList:
        """Read its list of sources."""
        return load_sources(self.data / "sources.json")

    def refresh(self) -> tuple[list[str], list[str]]:
        """Rewrite the dataset as the command does; return the written and the removed files."""
        return rewrite(self.data, refreshed(self.data, self.catalog, self.cache))

    def record(self, code: str) -> Any:
        """Read a record as stored."""
        return load_records(self.data)[code]

    def write(self, name: str, value: Any) -> None:
        """Write a file of the dataset."""
        path = self.data / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(format_json(value), "utf-8")

    def read(self, name: str) -> Any:
        """Read a file of the dataset."""
        return json.loads((self.data / name).read_text("utf-8"))


def make_small_project(root: Path) -> SmallProject:
    """Write the project to *root*."""
    project = SmallProject(root)
    project.cache.mkdir(parents=True)
    shutil.copytree(_FIXTURE / "data", project.data)
    sources = json.loads((_FIXTURE / "sources.json").read_text("utf-8"))
    pinned = [source | _pins(source["id"], project.cache) for source in sources]
    shipped = json.loads((ROOT / "data/sources.json").read_text("utf-8"))["fields"]
    there = {source["id"] for source in pinned}
    present = {field: [name for name in names if name in there] for field, names in shipped.items()}
    fields = {field: names for field, names in present.items() if names}
    head = {"fetchedAt": "2026-11-21T00:00:00Z"}
    project.write("sources.json", {**head, "sources": pinned, "peers": [], "fields": fields})
    for table in ("hdi", "flags-alt"):
        content = json.loads((ROOT / "data/curated/tables" / f"{table}.json").read_text("utf-8"))
        content["values"] = {code: value for code, value in content["values"].items() if code in _CODES}
        project.write(f"curated/tables/{table}.json", content)
    (project.data / "reference").mkdir()
    for name in ("currencies", "languages"):
        shutil.copy(ROOT / "data/reference" / f"{name}.json", project.data / "reference")
    shutil.copytree(ROOT / "data/curated/facts", project.data / "curated/facts")
    return project


def _pins(source: str, cache: Path) -> dict[str, Any]:
    """Put the package or the files of a source into the *cache*, and return how they are pinned."""
    if source in FILES:
        files = {}
        for key, text in FILES[source].items():
            digest = sha256(text.encode()).hexdigest()
            (cache / digest).write_text(text, "utf-8")
            files[key] = {"path": f"data/{key}.csv", "sha256": digest}
        return {"repository": {"address": "http://127.0.0.1:9", "commit": "0" * 40, "files": files}}
    folder = _FIXTURE / "packages" / source
    members = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.json")}
    if not members:
        return {}
    if source == "geonames":
        manager, path = "pip", wheel(cache / f"{source}-1.0.whl", members)
    else:
        manager, path = "npm", tarball(cache / f"{source}-1.0.tgz", members)
    return {"package": {"manager": manager, "name": source, "hash": hash_of(path)}}
