"""The Jinja environment that all templates share: documents, texts, HTML pages and configurations of hosts."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    select_autoescape,
)

from builder.inputs.errors import InputError, Problem
from builder.project.host_declarations import FOLDER


def open_templates(*folders: Path, filters: Mapping[str, Callable[..., str]] | None = None) -> Environment:
    """Open the templates in *folders*, and those of hosts as ``hosts/<name>/<file>``, with *filters*.

    A template in a folder replaces those of the same name in the next ones. Only those named ``*.html`` escape values.
    """
    of_hosts = PrefixLoader({"hosts": FileSystemLoader(FOLDER)})
    environment = Environment(
        loader=ChoiceLoader([FileSystemLoader(folders), of_hosts]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        # Output of other templates that becomes HTML passes through a renderer that escapes HTML.
        autoescape=select_autoescape(("html",)),
    )
    environment.filters.update(filters or {})
    return environment


@contextmanager
def template_problems() -> Iterator[None]:
    """Raise ``InputError`` with the file and the line of a template that is missing or wrong."""
    try:
        yield
    except TemplateError as error:
        raise InputError([_problem(error)], "Nothing was written. Correct the template.") from error


def _problem(error: TemplateError) -> Problem:
    if isinstance(error, TemplateNotFound):
        name = str(error.name)
        return Problem(f"{'builder' if name.startswith('hosts/') else 'templates'}/{name}", "", "is missing")
    if isinstance(error, TemplateSyntaxError):
        return Problem(error.filename or str(error.name), f"line {error.lineno}", str(error.message))
    file, line, place = "", 0, error.__traceback__
    # The library has put the places in templates among those in code.
    while place:
        if not place.tb_frame.f_code.co_filename.endswith(".py"):
            file, line = place.tb_frame.f_code.co_filename, place.tb_lineno
        place = place.tb_next
    return Problem(file or "templates", f"line {line}" if line else "", str(error.message))
