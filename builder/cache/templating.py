"""The Jinja environment that all templates share: documents, texts, HTML pages and configurations of hosts."""

from pathlib import Path
from typing import Any, NoReturn

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)

from builder.api.host_names import FOLDER
from builder.cache.compiled_templates import CompiledTemplates
from builder.problems import InputError, Problem

_ADVICE = "Nothing was written. Correct the template and run the command again."


class TemplateEnvironment(Environment):
    """An environment that raises ``InputError`` for a template that is missing or wrong, with its file and line.

    ``rendered`` holds the name of every template that is loaded, also by one that extends, includes or imports it.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.rendered: set[str] = set()

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: Any = None,  # noqa: A002  the library's names
    ) -> Template:
        """Load the template *name*."""
        self.rendered.add(str(name))
        try:
            return super().get_template(name, parent, globals)
        except TemplateNotFound as error:
            raise InputError([Problem(f"templates/{error.name}", "", "is missing")], _ADVICE) from error

    def handle_exception(self, source: str | None = None) -> NoReturn:
        """Raise the current exception, which a template has caused."""
        try:
            super().handle_exception(source)
        except TemplateError as error:
            raise InputError([_problem(error)], _ADVICE) from error


def _problem(error: TemplateError) -> Problem:
    if isinstance(error, TemplateSyntaxError):
        return Problem(error.filename or str(error.name), f"line {error.lineno}", str(error.message))
    file, line, place = "", 0, error.__traceback__
    # The library has put the places in templates among those in code.
    while place:
        if not place.tb_frame.f_code.co_filename.endswith(".py"):
            file, line = place.tb_frame.f_code.co_filename, place.tb_lineno
        place = place.tb_next
    return Problem(file or "templates", f"line {line}" if line else "", str(error.message))


def open_templates(cache: Path, *folders: Path) -> TemplateEnvironment:
    """Open the templates in *folders*, and those of the hosts as ``hosts/<name>/templates/<file>``.

    Only templates in ``html/`` escape their values. Compiled templates are kept in *cache*.
    """
    return TemplateEnvironment(
        loader=ChoiceLoader([FileSystemLoader(folders), PrefixLoader({"hosts": FileSystemLoader(FOLDER)})]),
        bytecode_cache=CompiledTemplates(cache / "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        # Each build opens the templates again.
        auto_reload=False,
        # Output of other templates that becomes HTML passes through a renderer that escapes HTML.
        autoescape=lambda name: bool(name and name.startswith("html/")),
    )
