"""The commands about the dataset: they parse and print, and import what they need when they run."""

import sys
from pathlib import Path
from shutil import copytree
from typing import Any

import click

from builder.cli.options import given_origins, request_of, with_origins
from builder.cli.terminal import problems_listed
from builder.problems import InputError, Problem

# Files that are named one by one; a whole refresh changes hundreds.
_SHOWN = 20


def _tell(text: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{text}\033[K", nl=False, err=True)


@click.command()
@click.option("--only", default="", metavar="SOURCE", help="Refresh only the fields that this source may fill.")
@click.option("--check", is_flag=True, help="Change nothing; report whether data/ matches the sources.")
@click.option(
    "--live", is_flag=True, help="Query the live services first, and compare the holidays with another calendar."
)
@click.pass_obj
def refresh(config: Path, /, only: str, *, check: bool, live: bool) -> None:
    """Rewrite data/ from the pinned packages, the curated files and the stored answers of live services.

    The packages are downloaded once, by hash, to .cache/sources. The result depends only on the pinned versions.
    """
    from builder.sources.data_files import differences, rewrite  # noqa: PLC0415
    from builder.sources.download import fetch  # noqa: PLC0415
    from builder.sources.pins import load_catalog  # noqa: PLC0415

    try:
        from builder.sources.live import read_snapshots  # noqa: PLC0415
        from builder.sources.refresh import refreshed  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        advice = "run make refresh, which installs it, or pip install --editable '.[refresh]'"
        raise click.ClickException(f"A refresh needs {missing.name}, which is not installed; {advice}.") from None
    if check and live:
        raise click.UsageError("Use either --check, which compares with what is stored, or --live, which changes it.")
    root = config.resolve().parent
    data, cache = root / "data", root / ".cache" / "sources"
    with problems_listed("data/ is unchanged"):
        catalog = load_catalog(data / "sources.json")
        snapshots = _ask_live(config, data, catalog) if live else read_snapshots(data, catalog)

        def fetched(source: Any) -> Any:
            _tell(f"reading {source.id}")
            return fetch(source, cache)

        files = refreshed(data, catalog, fetched, snapshots, only)
        _refuse_unsound(data, files, config)
        _tell("")
        if check:
            changed, stale = differences(data, files)
            problems = [Problem(name, "", "differs from the sources") for name in changed]
            problems += [Problem(name, "", "belongs to no country of the sources") for name in stale]
            if problems:
                raise InputError(problems, "Run countries refresh, or make the change in data/curated/.")
            click.echo(f"All {len(files)} files of data/ match the sources.")
            return
        changed, stale = rewrite(data, files)
    for done, names in (("written", changed), ("removed", stale)):
        for name in names[:_SHOWN]:
            click.echo(f"{done}: {name}")
    click.echo(f"{len(files)} files: {len(changed)} written, {len(stale)} removed.")


def _ask_live(config: Path, data: Path, catalog: Any) -> Any:
    from datetime import UTC, datetime  # noqa: PLC0415

    from builder.config import load_config  # noqa: PLC0415
    from builder.sources.http_client import Client  # noqa: PLC0415
    from builder.sources.live import ask  # noqa: PLC0415

    client = Client(load_config(config).repository_url)
    moment = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    answer = ask(client, catalog, data, moment, _tell)
    for note in answer.notes:
        click.echo(note, err=True)
    for comparison in answer.comparisons:
        click.echo(str(comparison))
    return answer.snapshots


def _refuse_unsound(data: Path, files: dict[str, str], config: Path) -> None:
    """Validate the new dataset in a folder of its own before anything of the old one is touched."""
    import tempfile  # noqa: PLC0415

    from builder.config import load_config  # noqa: PLC0415
    from builder.sources.data_files import rewrite  # noqa: PLC0415
    from builder.stages.dataset.loading import load_dataset  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "data"
        copytree(data, folder)
        rewrite(folder, files)
        load_dataset(folder, load_config(config), lambda names: names)


@click.command()
@click.pass_obj
def coverage(config: Path, /) -> None:
    """Show how many countries have each field, and the promised minimum."""
    from datetime import UTC, datetime  # noqa: PLC0415

    from builder.config import load_config  # noqa: PLC0415
    from builder.sources.coverage import coverage as covered  # noqa: PLC0415
    from builder.sources.coverage import load_floors, passed_years, table  # noqa: PLC0415
    from builder.sources.pins import load_catalog  # noqa: PLC0415
    from builder.stages.dataset.loading import load_dataset  # noqa: PLC0415

    data = config.resolve().parent / "data"
    with problems_listed("data/ is unchanged"):
        years = load_catalog(data / "sources.json").holiday_years
        dataset = load_dataset(data, load_config(config), lambda names: names)
        rows = covered({record.cca2: record.value for record in dataset.records}, load_floors(data), years)
        click.echo("\n".join(table(rows)))
        if warning := passed_years(years, datetime.now(UTC).year):
            click.echo(warning, err=True)
        short = [
            Problem(row.field, "", f"{row.countries} countries; at least {row.floor} are promised")
            for row in rows
            if row.is_short
        ]
        if short:
            raise InputError(short, "Add a source, or lower the minimum in data/curated/floors.json and say why.")


@click.command()
@click.pass_obj
def agree(config: Path, /) -> None:
    """Compare the dataset with two independent packages; list and explain each difference."""
    from builder.sources.agree import agreement, load_explanations  # noqa: PLC0415
    from builder.sources.data_files import load_records  # noqa: PLC0415
    from builder.sources.download import fetch  # noqa: PLC0415
    from builder.sources.pins import load_catalog  # noqa: PLC0415

    root = config.resolve().parent
    data, cache = root / "data", root / ".cache" / "sources"
    with problems_listed("data/ is unchanged"):
        catalog = load_catalog(data / "sources.json")
        packages = [fetch(catalog.source(name), cache) for name in ("pycountry", "geonames")]
        result = agreement(load_records(data), packages[0], packages[1], load_explanations(data))
        for field, count in result.compared.items():
            differing = [difference for difference in result.differences if difference.field == field]
            click.echo(f"{field}: {count - len(differing)} of {count} agree")
            click.echo("".join(f"  {difference}\n" for difference in differing), nl=False)
        if not result.is_explained:
            unexplained = [str(item) for item in result.differences if not item.explanation]
            problems = [
                Problem("agreement.json", item, "explains a difference that does not exist") for item in result.stale
            ]
            problems += [Problem("agreement.json", "", text) for text in unexplained]
            raise InputError(problems, "Correct the dataset, or explain the difference in data/curated/agreement.json.")


@click.command()
@click.argument("old")
@click.argument("new", default="data")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.pass_obj
def diff(config: Path, /, old: str, new: str, *, as_json: bool) -> None:
    """Show what changed between two datasets, by country and field, and which answers differ.

    OLD and NEW are folders or git revisions, such as HEAD~1 or v1.0.0.
    """
    from builder.commands.diff import diff as compared  # noqa: PLC0415
    from builder.commands.diff import load_side  # noqa: PLC0415

    root = config.resolve().parent
    with problems_listed("data/ is unchanged"):
        found = compared(load_side(old, root), load_side(new, root))
    click.echo(found.json() if as_json else "\n".join(found.words()))


# Spelled here too, since the formats load a stage; a test holds the two equal.
EXPORT_FORMATS = ("json", "ndjson", "csv", "sqlite", "parquet", "npm", "flags")


@click.command()
@click.option(
    "--format",
    "formats",
    type=click.Choice(EXPORT_FORMATS),
    multiple=True,
    required=True,
    help="What to write; may be given several times.",
)
@click.option("--to", "folder", type=click.Path(path_type=Path), required=True, help="Folder to write into.")
@click.option("--fields", default="", help="Fields to keep, as in the query parameter of that name.")
@with_origins
@click.pass_obj
def export(config: Path, /, formats: tuple[str, ...], folder: Path, fields: str, **origins: str | None) -> None:
    """Write all records as files: JSON, NDJSON, CSV, SQLite, Parquet, an npm package folder, or a zip of the flags."""
    from builder.commands.export import export as exported  # noqa: PLC0415

    with problems_listed(f"{folder} has no half-written file"):
        request = request_of(config, given_origins(origins))
        for path in exported(request, tuple(dict.fromkeys(formats)), folder, fields):
            size = sum(file.stat().st_size for file in ([path] if path.is_file() else path.iterdir()))
            click.echo(f"{path}: {size:,} bytes")


COMMANDS: tuple[click.Command, ...] = (refresh, coverage, agree, diff, export)
