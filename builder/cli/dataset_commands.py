"""The commands about the dataset."""

import json
import shutil
from pathlib import Path

import click

from builder.cli.shared_options import build_request
from builder.cli.terminal import problems_listed
from builder.commands.diff import compare_datasets, last_release, words
from builder.commands.show import as_json, card, find_countries
from builder.config import load_config
from builder.input_errors import InputError, Problem
from builder.site.reading import read_site

# Greatest width of a card in columns: longer lines are hard to read.
_WIDTH = 80


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
    with problems_listed():
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
    with problems_listed():
        data = read_site(request, load_config(request.config))
        records = find_countries(data, country)
        if len(records) > 1:
            for record in records:
                click.echo(f"{record['cca2']}  {record['name']['common']}")
            message = f"matches {len(records)} countries; name one by its code"
            raise InputError([Problem(country, "", message)])
        width = min(shutil.get_terminal_size().columns, _WIDTH)
        lines = [as_json(data, records[0], fields)] if in_json else card(data, records[0], fields, width)
        click.echo("\n".join(lines))


COMMANDS: tuple[click.Command, ...] = (show, diff)
