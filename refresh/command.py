"""The commands that fill and audit ``data/``. Only a checkout has them."""

from datetime import UTC, date, datetime

import click

from builder.inputs.terminal import problems_listed
from builder.project.shared_options import Project, build_request
from refresh.audit.agreement import compare_with_others, refuse_unexplained
from refresh.data_files import rewrite
from refresh.dataset import make_files, refuse_differences

# Greatest number of file names to print; a whole refresh changes hundreds of files.
_SHOWN = 20


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; report whether data/ matches the sources.")
@click.option(
    "--date",
    "day",
    default="",
    show_default=False,
    metavar="DAY",
    help="Set the date of the dataset: YYYY-MM-DD, or today.",
)
@click.pass_obj
def refresh(project: Project, /, *, check: bool, day: str) -> None:
    """Rewrite data/ from pinned packages and files, and curated files.

    Pinned packages and files are downloaded once to .cache/sources and verified by hash. The result depends only on
    the pinned versions, the curated files and the date.
    """
    if check and day:
        raise click.UsageError("--check cannot be used with --date, which changes the data that --check compares.")
    request, moment = build_request(project, {}), _moment(day) if day else ""
    data = request.root / "data"
    with problems_listed("data/ is unchanged"):
        files = make_files(request, moment)
        if check:
            refuse_differences(data, files)
            click.echo(f"All {len(files)} files of data/ match the sources.")
            return
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


@click.command()
@click.pass_obj
def agree(project: Project, /) -> None:
    """Compare the dataset with other sources; list each difference with its explanation."""
    with problems_listed():
        result = compare_with_others(project.config.resolve().parent)
        for field, count in result.compared.items():
            differing = [difference for difference in result.differences if difference.field == field]
            click.echo(f"{field}: {count - len(differing)} of {count} agree")
            click.echo("".join(f"  {difference}\n" for difference in differing), nl=False)
        refuse_unexplained(result)
