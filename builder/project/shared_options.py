"""Options that several commands share, and the build request made from them."""

from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from builder import CONFIG
from builder.api.extension import Extension
from builder.inputs.errors import Problem
from builder.project.build_request import SHIPPED, BuildRequest, checked_urls
from builder.project.site_urls import SITE_URLS

Command = Callable[..., Any]
Judge = Callable[[Path, Any, Collection[str]], Iterable[Problem]]
"""Finds faults in facts and in files that no build reads, below ``data/``. It skips files with faults found earlier."""


def no_faults(*_files: object) -> Iterable[Problem]:
    """Find no fault."""
    return ()


class Project(NamedTuple):
    """The values that every command gets: the path of the configuration, all extensions, and a finder of faults."""

    config: Path = CONFIG
    extensions: tuple[Extension, ...] = ()
    judge: Judge = no_faults


def with_url_options(command: Command) -> Command:
    """Add an option for each URL of the site. Environment variables can set the URLs too."""
    for site_url in reversed(SITE_URLS):
        text = f"URL of {site_url.content}; overrides {site_url.key} and {site_url.variable}."
        command = click.option(site_url.option, envvar=site_url.variable, help=text)(command)
    return command


def with_output(command: Command) -> Command:
    """Add the option --output."""
    kind = click.Path(path_type=Path, file_okay=False)
    return click.option("--output", type=kind, default=Path("output"), help="Folder of the site.")(command)


def chosen_urls(options: Mapping[str, str | None]) -> dict[str, str]:
    """Return the URLs that *options* have, also from the environment. Raises ``InputError`` with invalid URLs."""
    source = click.get_current_context().get_parameter_source
    places = {
        site_url.key: site_url.variable if source(site_url.key) is ParameterSource.ENVIRONMENT else site_url.option
        for site_url in SITE_URLS
    }
    return checked_urls({key: url for key, url in options.items() if url}, places)


def build_request(project: Project, overrides: Mapping[str, object], output: Path = Path("output")) -> BuildRequest:
    """Make a build request for the project in the folder of its config. Shipped files take the place of missing files.

    A config named by --config must exist. Without the option, the shipped config is used if the folder has none.
    """
    # The lock and the state file are named after the output, and the paths "." and ".." have no name.
    folder = output.resolve() if output.name in {"", ".."} else output
    config = project.config
    file = SHIPPED / CONFIG if config == CONFIG and not config.exists() else config
    return BuildRequest(config.parent, file, folder, overrides, project.extensions)
