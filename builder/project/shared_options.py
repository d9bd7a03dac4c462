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
"""Finds faults in files of the folder ``data/`` that no build reads; also gets the site and the known faulty files."""


def no_faults(*_files: object) -> Iterable[Problem]:
    """Find no fault."""
    return ()


class Project(NamedTuple):
    """What every command gets: the path of the configuration, all extensions, and a judge of files."""

    config: Path = CONFIG
    extensions: tuple[Extension, ...] = ()
    judge: Judge = no_faults


def with_origins(command: Command) -> Command:
    """Add the options of the URLs, which can also be set in the environment."""
    for site_url in reversed(SITE_URLS):
        text = f"URL of {site_url.part}; overrides {site_url.key} and {site_url.variable}."
        command = click.option(site_url.option, envvar=site_url.variable, help=text)(command)
    return command


def with_output(command: Command) -> Command:
    """Add the option --output."""
    kind = click.Path(path_type=Path, file_okay=False)
    return click.option("--output", type=kind, default=Path("output"), help="Folder of the site.")(command)


def given_origins(origins: Mapping[str, str | None]) -> dict[str, str]:
    """Validate the URLs from the options; click reads them from the environment as well."""
    source = click.get_current_context().get_parameter_source
    places = {
        site_url.key: site_url.variable if source(site_url.key) is ParameterSource.ENVIRONMENT else site_url.option
        for site_url in SITE_URLS
    }
    return checked_urls({key: url for key, url in origins.items() if url}, places)


def build_request(project: Project, overrides: Mapping[str, object], output: Path = Path("output")) -> BuildRequest:
    """Make a build request. The inputs are in the folder of the config; shipped ones replace those that are missing.

    A config named by --config must exist. Without the option, the shipped config is used if the folder has none.
    """
    # The siblings of the output are named after it, and these two paths have no name.
    named = output.resolve() if output.name in {"", ".."} else output
    config = project.config
    file = SHIPPED / CONFIG if config == CONFIG and not config.exists() else config
    return BuildRequest(config.parent, file, named, overrides, project.extensions)
