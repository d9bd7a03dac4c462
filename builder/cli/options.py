"""Options that several commands share, and the request that they make."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from builder.inputs import SHIPPED, Request
from builder.problems import InputError, Problem
from builder.site_urls import SITE_URLS

Command = Callable[..., Any]
# The configuration when none is named.
CONFIG = Path("site_config.toml")


def with_origins(command: Command) -> Command:
    """Let the origins be given as options or in the environment."""
    for site_url in reversed(SITE_URLS):
        text = f"Origin of {site_url.of}; overrides {site_url.key} and {site_url.variable}."
        command = click.option(site_url.option, envvar=site_url.variable, help=text)(command)
    return command


def with_own_origins(command: Command) -> Command:
    """Let neither the config nor the environment, which are for deployments, lead out of a preview."""
    for site_url in reversed(SITE_URLS):
        text = f"Origin of {site_url.of}; by default the preview's own, regardless of the config and the environment."
        command = click.option(site_url.option, help=text)(command)
    return command


def with_output(folder: str = "output") -> Callable[[Command], Command]:
    """Let the folder of the site be named; *folder* when it is not."""
    kind = click.Path(path_type=Path, file_okay=False)
    return click.option("--output", type=kind, default=Path(folder), help="Folder of the site.")


def given_origins(origins: Mapping[str, str | None]) -> dict[str, str]:
    """Check the origins that the options hold; click has read them from the environment too."""
    source = click.get_current_context().get_parameter_source
    places = {
        site_url.key: site_url.variable if source(site_url.key) is ParameterSource.ENVIRONMENT else site_url.option
        for site_url in SITE_URLS
    }
    return checked({key: url for key, url in origins.items() if url}, places)


def request_of(config: Path, overrides: Mapping[str, str], output: Path = Path("output")) -> Request:
    """Make the request of a build: the inputs stand in the folder of *config*, or are those that are shipped.

    A config that is named must be there; without one, the shipped config serves where the folder has none.
    """
    # What a build makes beside the output is named after it, and these two have no name of their own.
    named = output.resolve() if output.name in {"", ".."} else output
    read = SHIPPED / CONFIG if config == CONFIG and not config.exists() else config
    return Request(config.resolve().parent, read, named, overrides)


def checked(given: Mapping[str, str], places: Mapping[str, str]) -> dict[str, str]:
    """Return the origins *given* by key, without trailing slashes.

    Raises ``InputError`` with every offender; *places* names by key the option or variable that each came from.
    """
    urls = {key: url.rstrip("/") for key, url in given.items()}
    problems = [
        Problem(places[site_url.key], "", f"{urls[site_url.key]!r} is invalid: {site_url.allowed}")
        for site_url in SITE_URLS
        if site_url.key in urls and not re.fullmatch(site_url.pattern, urls[site_url.key])
    ]
    if problems:
        raise InputError(problems)
    return urls
