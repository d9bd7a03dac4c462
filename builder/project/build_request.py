"""The inputs of a build: where each is read from, and the fingerprint by which an unchanged site is detected."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from builder.api.extension import Extension
from builder.inputs.errors import Problem, refuse
from builder.inputs.files import Inputs, files_under, fingerprint, undecodable_texts, unreadable_files
from builder.project.config import Config, invalid_values, load_config
from builder.project.templating import replaceable_files

_CODE = Path(__file__).parents[1]
# The folder of the files shipped with the builder: inside the package in a wheel, its parent folder in a checkout.
SHIPPED = _packed if (_packed := _CODE / "shipped").is_dir() else _CODE.parent
# Every build reads these paths in the project's folder or, where they are missing there, in the shipped folder.
_READ = ("data", "edge", "CHANGELOG.md", "LICENSE", "requirements.lock")
# The folders in which an owner adds files or replaces shipped files, each with the ending of its files. None has to
# exist. Guides and templates are checked by their names instead.
_ADDED: Mapping[str, str] = {
    "countries": ".json",
    "flags": ".svg",
    "fields": ".csv",
    "corrections": ".json",
    "pages": "",
    "templates": "",
}
_SHIPPED_TEMPLATES = SHIPPED / "templates"
# A folder counts as a misspelling of an added folder if the similarity of both names, from 0 to 1, is at least this.
_NEARLY = 0.85
# The folder in ``templates/`` for files that other templates include.
_INCLUDED = "own/"
_UNWRITTEN = "Nothing was written. Correct these files and run the command again."


class BuildRequest(NamedTuple):
    """One request to build: the project's folder, the config file, the output folder, and overrides of the config.

    A file or folder that the project does not have is taken from those shipped with the builder. ``extensions`` are all
    extensions that exist; the config can leave some out.
    """

    root: Path
    config: Path
    output: Path
    overrides: Mapping[str, object]
    extensions: tuple[Extension, ...] = ()

    @property
    def data(self) -> Path:
        """Folder of the dataset."""
        return self.file("data")

    @property
    def edge(self) -> Path:
        """Folder of the deployed JavaScript: the core, and the modules that adapters share."""
        return self.file("edge")

    @property
    def templates(self) -> Path:
        """Folder of the project's templates, which may be missing. A file replaces the shipped file of its path."""
        return self.root / "templates"

    @property
    def template_folders(self) -> tuple[Path, ...]:
        """The folders of templates of the documents: that of the project, then the shipped one."""
        return self.templates, _SHIPPED_TEMPLATES

    @property
    def pages(self) -> Path:
        """Folder of the project's guides, which may be missing."""
        return self.root / "pages"

    @property
    def cache(self) -> Path:
        """Folder of cached results. The name of each file is the hash of its inputs."""
        return self.root / ".cache"

    @property
    def sources(self) -> tuple[Path, ...]:
        """Files and folders that every build reads, the config first."""
        # The project's paths are listed even when missing, because a file that appears there replaces the shipped one.
        in_project = [self.root / name for name in _READ]
        shipped = [SHIPPED / path.name for path in in_project if not path.exists()]
        paths = (*in_project, *self.added, *shipped, _SHIPPED_TEMPLATES)
        # In a checkout, the project's templates are the shipped templates, so ``paths`` has that folder twice.
        return self.config, *dict.fromkeys(paths), _CODE

    @property
    def flags(self) -> tuple[Path, ...]:
        """The folders of flags: a flag of the project replaces that of the dataset."""
        return self.root / "flags", self.data / "flags"

    @property
    def added(self) -> tuple[Path, ...]:
        """The folders with files that the project adds to the shipped files."""
        return tuple(self.root / name for name in _ADDED)

    def file(self, name: str) -> Path:
        """Return the path of a file or folder of the project or, if it is missing there, of the shipped one."""
        path = self.root / name
        return path if path.exists() or path.is_symlink() else SHIPPED / name

    def inputs(self) -> Inputs:
        """Everything that the output depends on, in the form of the state file."""
        names = [str(path.resolve()) for path in self.sources]
        return {"roots": names, "overrides": dict(self.overrides), "fingerprint": fingerprint(names)}


def read_config(request: BuildRequest) -> Config:
    """Read the configuration of *request*. Raises ``InputError`` with every invalid value."""
    return load_config(request.config, request.overrides, request.extensions)


def refuse_unreadable(request: BuildRequest) -> None:
    """Raise ``InputError`` with every input that is neither a file nor a folder, and with every text that is not UTF-8.

    A pipe or a device might never end, so none is opened. Other steps check the encoding of the dataset and the guides.
    """
    texts = (request.edge, request.templates, request.file("CHANGELOG.md"), request.file("LICENSE"))
    files = dict.fromkeys((request.data, *request.added, *texts))
    refuse((problem for path in files for problem in unreadable_files(path, path.name)), _UNWRITTEN)
    refuse((problem for path in texts for problem in undecodable_texts(path, path.name)), _UNWRITTEN)


def refuse_unused_files(request: BuildRequest) -> None:
    """Raise ``InputError`` with every file of the owner that no build reads, because of its name or its folder.

    A template is used when it replaces a shipped one, or when it is in the folder for files that templates include.
    """
    refuse((*_unused_files(request.root), *_unused_templates(request)), _UNWRITTEN)


def _unused_files(root: Path) -> Iterator[Problem]:
    """Yield files with a wrong ending or in a subfolder, and folders whose names are misspellings."""
    for folder, ending in _ADDED.items():
        for path in map(Path, files_under(str(root / folder)) if ending else ()):
            if path.name != "README.md" and (path.suffix != ending or path.parent != root / folder):
                place = path.relative_to(root).as_posix()
                yield Problem(place, "", f"is not read; files of {folder}/ end in {ending} and are in no subfolder")
    for path in root.iterdir():
        [near] = get_close_matches(path.name, _ADDED, 1, _NEARLY) or [path.name]
        if near != path.name and any(path.glob(f"*{_ADDED[near]}")):
            yield Problem(f"{path.name}/", "", f"is not read; rename it to {near}/")


def _unused_templates(request: BuildRequest) -> Iterator[Problem]:
    names = replaceable_files(_SHIPPED_TEMPLATES, request.extensions)
    found = {Path(path).relative_to(request.templates).as_posix() for path in files_under(str(request.templates))}
    for name in sorted(found - names):
        if not name.startswith(_INCLUDED):
            near = get_close_matches(name, names, 3) or sorted({other.partition("/")[0] + "/" for other in names})
            advice = f"compare {', '.join(near)}; what other templates include belongs in templates/{_INCLUDED}"
            yield Problem(f"templates/{name}", "", f"has the path of no shipped file, so nothing uses it; {advice}")


def refuse_overlap(request: BuildRequest) -> None:
    """Raise ``InputError`` when the output folder is, contains or lies inside an input of the build."""
    output = request.output.resolve()
    refuse(
        Problem(str(request.output), "", f"{relation} {source}, a build input; choose another folder with --output")
        for source in request.sources
        if (relation := _relation(output, source.resolve()))
    )


def _relation(output: Path, source: Path) -> str:
    if output == source:
        return "is"
    if output in source.parents:
        return "contains"
    return "is inside" if source in output.parents else ""


def checked_urls(urls: Mapping[str, str], places: Mapping[str, str]) -> dict[str, str]:
    """Return *urls*, by key, without trailing slashes.

    Raises ``InputError`` with every invalid URL; *places* has, by key, the option or variable that has set the URL.
    """
    refuse(
        Problem(places[str(key)], "", f"{urls[str(key)]!r} is invalid: {allowed}")
        for (key, *_), allowed in invalid_values(urls).items()
    )
    return {key: url.rstrip("/") for key, url in urls.items()}
