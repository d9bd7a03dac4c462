"""The command ``verify``."""

import re
import time
from pathlib import Path

import click

from builder.extensions.verify.verify import Verification, verify_within
from builder.inputs.terminal import problems_listed
from builder.project.shared_options import with_output


@click.command()
@click.argument("origin")
@with_output
@click.option("--all", "everything", is_flag=True, help="Ask for every file; without it, for some of each kind.")
@click.option("--files-only", is_flag=True, help="The host, such as GitHub Pages, runs no edge function.")
@click.option("--plain-from-files", is_flag=True, help="Rules of the host answer requests without a query from files.")
@click.option("--closed", multiple=True, help="A further origin, which must not answer, such as one at workers.dev.")
@click.option(
    "--wait", type=click.IntRange(0), default=0, help="Ask again for up to so many seconds, until the site is as built."
)
@click.option("--seconds", type=click.IntRange(1), default=600, help="Seconds after which no more requests are sent.")
def verify(origin: str, output: Path, closed: tuple[str, ...], wait: int, seconds: int, **how: bool) -> None:
    """Compare the deployed site at ORIGIN, such as https://api.example.org, with the site in the output.

    With --files-only, ORIGIN can have a path, such as https://example.github.io/countries.

    It compares status, headers and bodies of responses of each route and of files of each kind, a new choice each hour.
    """
    for url in (origin, *closed):
        if not re.fullmatch(r"https?://[^/?#\s]+(/[^?#\s]*)?" if how["files_only"] else r"https?://[^/?#\s]+/?", url):
            raise click.UsageError(f"{url} is not an origin; write scheme and host, such as https://api.example.org")
    closed_origins = [url.rstrip("/") for url in closed]
    turn = int(time.time() // 3600)
    verification = Verification(origin.rstrip("/"), output, closed=closed_origins, turn=turn, seconds=seconds, **how)
    with problems_listed():
        counts = verify_within(wait, verification)
    click.echo(
        f"{origin} is as built. {counts.requests:,} requests were answered as expected: {counts.files:,} for files, "
        f"of which the site has {counts.all_files:,}, and {counts.requests - counts.files:,} others."
    )
