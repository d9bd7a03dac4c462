"""Writes a new project: a configuration without values, the pinned builder, and workflows that deploy the site."""

import json
import re
import shutil
from hashlib import sha256
from importlib.metadata import distributions
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory
from urllib.parse import unquote, urlsplit

import click

from builder import __version__
from builder.inputs.errors import Problem, refuse
from builder.inputs.terminal import problems_listed
from builder.project.build_request import SHIPPED

_TEMPLATES = Path(__file__).with_name("templates")
_WHEELS = "wheels"
# The beginning of a line that sets a value; comments, names of sections and empty lines set none.
_VALUE = re.compile(r"^(?!#|\[\w+\]|\s*$)", re.MULTILINE)


def write_project(
    folder: Path, *, with_data: bool = False, shipped: Path = SHIPPED, source: str = "{}"
) -> tuple[Path, ...]:
    """Write a new project to *folder*, which is created if missing; *with_data* copies the dataset, too.

    *source* is the JSON in which an installer says where it got the builder (PEP 610). Returns the paths written.
    Raises ``InputError`` with each path that already exists; nothing is written then.
    """
    files = _files(shipped, source)
    names = (*files, *(["data"] if with_data else []))
    refuse(
        Problem(str(path), "", "already exists; use another folder, or move it away")
        for path in (folder / name for name in names)
        if path.exists() or path.is_symlink()
    )
    folder.mkdir(parents=True, exist_ok=True)
    # An interrupted copy must not look like a dataset, so complete copies are moved into place.
    with TemporaryDirectory(dir=folder, prefix=".countries-") as temporary:
        for name, content in files.items():
            (copy := Path(temporary, name)).parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
        if with_data:
            shutil.copytree(shipped / "data", Path(temporary, "data"), copy_function=shutil.copyfile)
        for name in names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
        for name in names:
            Path(temporary, name).rename(folder / name)
    return tuple(folder / name for name in names)


def _files(shipped: Path, source: str) -> dict[str, bytes]:
    """Return the content of each file of a new project by its path."""
    settings = (shipped / "site_config.toml").read_text("utf-8")
    builder, wheels = _builder(json.loads(source))
    packages = (_TEMPLATES / "requirements.txt").read_text("utf-8").replace("BUILDER", builder)
    workflows = {f".github/workflows/{path.name}": path.read_bytes() for path in sorted(_TEMPLATES.glob("*.yml"))}
    return {
        # The values are commented out, so that the defaults of a newer builder apply.
        "site_config.toml": _VALUE.sub("# ", settings).encode(),
        "requirements.txt": packages.encode() + (shipped / "requirements.lock").read_bytes(),
        ".gitignore": (_TEMPLATES / "gitignore").read_bytes(),
        **workflows,
        **wheels,
    }


def _builder(source: dict[str, str]) -> tuple[str, dict[str, bytes]]:
    """Return the requirement of the running builder and, if it was installed from a wheel, that wheel by its path."""
    wheel = Path(unquote(urlsplit(source.get("url", "")).path))
    if wheel.suffix == ".whl" and wheel.is_file():
        content, path = wheel.read_bytes(), f"{_WHEELS}/{wheel.name}"
        return f"./{path} --hash=sha256:{sha256(content).hexdigest()}", {path: content}
    return f"./{_WHEELS}/country_reference-{__version__}-py3-none-any.whl", {}


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), metavar="DIR")
@click.option("--with-data", is_flag=True, help="Copy the shipped dataset, too; the project then uses its copy.")
def init(folder: Path, *, with_data: bool) -> None:
    """Write a new project to DIR: its settings, the packages that build it, and workflows that deploy and verify it.

    Commands use it with --config DIR/site_config.toml, or when they run in DIR. What a project does not have is taken
    from the builder. Existing files are not replaced.
    """
    source = next((found.read_text("direct_url.json") for found in distributions(name="country-reference")), None)
    with problems_listed("nothing was written"):
        written = write_project(folder, with_data=with_data, source=source or "{}")
    for path in written:
        click.echo(f"{path} written")
    if not any(path.parent.name == _WHEELS for path in written):
        click.echo(f"Before a workflow can run, {folder / 'requirements.txt'} needs a wheel, as it explains")
    click.echo(f"Next:\n  cd {quote(str(folder))}\n  countries preview")
