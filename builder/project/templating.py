"""The Jinja environment that all templates share: documents, texts, HTML pages and configurations of hosts."""

from collections.abc import Callable, Iterable, Iterator, Mapping
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

from builder.api.extension import Extension
from builder.inputs.errors import InputError, Problem
from builder.inputs.files import files_under
from builder.project.host_declarations import FOLDER


def open_templates(
    *folders: Path, guides: Path | None = None, filters: Mapping[str, Callable[..., str]] | None = None
) -> Environment:
    """Open the templates in *folders*, and the templates of hosts as ``hosts/<name>/<file>``, with *filters*.

    A template in one folder replaces those of the same name in later folders. A file in *guides* replaces those of the
    same name in ``pages/`` of all folders. Only templates named ``*.html`` escape values.
    """
    guide_loader = PrefixLoader({"pages": FileSystemLoader(guides or [], encoding="utf-8-sig")})
    host_loader = PrefixLoader({"hosts": FileSystemLoader(FOLDER)})
    environment = Environment(
        loader=ChoiceLoader([guide_loader, FileSystemLoader(folders, encoding="utf-8-sig"), host_loader]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        # Output of other templates that becomes HTML passes through a renderer that escapes HTML.
        autoescape=select_autoescape(("html",)),
    )
    environment.filters.update(filters or {})
    return environment


def replaceable_files(shipped: Path, extensions: Iterable[Extension]) -> set[str]:
    """Return the names of the files that a project can replace in its ``templates/``.

    They are the files in the folder *shipped*, the templates and assets of *extensions*, and files of hosts.
    """
    folders = [("", shipped)]
    for extension in extensions:
        folders += [("", extension.templates), ("assets/", extension.assets)]
    names = {
        f"{prefix}{Path(path).relative_to(folder).as_posix()}"
        for prefix, folder in folders
        for path in files_under(str(folder))
    }
    host_files = (path.relative_to(FOLDER) for path in FOLDER.rglob("*"))
    replaceable = (path for path in host_files if "templates" in path.parts or path.suffix in (".md", ".sh"))
    return names | {f"hosts/{path.as_posix()}" for path in replaceable}


@contextmanager
def template_problems() -> Iterator[None]:
    """Raise ``InputError`` with the file and the line of a missing or faulty template."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        problem = _problem(error)
        if not problem.file:
            raise
        raise InputError([problem], "Nothing was written. Correct the template.") from error


def _problem(error: Exception) -> Problem:
    """Describe an error by its place in a template. The file is empty if the error is in no template."""
    if isinstance(error, TemplateSyntaxError):
        return Problem(error.filename or str(error.name), f"line {error.lineno}", str(error.message))
    file, line, place = "", 0, error.__traceback__
    # Jinja adds the lines of templates to the traceback.
    while place:
        if not (path := place.tb_frame.f_code.co_filename).endswith((".py", ">")):
            file, line = path, place.tb_lineno
        place = place.tb_next
    if isinstance(error, TemplateNotFound):
        name = f"{'builder' if str(error.name).startswith('hosts/') else 'templates'}/{error.name}"
        return Problem(file, f"line {line}", f"{name} is missing") if file else Problem(name, "", "is missing")
    if isinstance(error, TemplateError):
        return Problem(file or "templates", f"line {line}" if line else "", str(error.message))
    return Problem(file, f"line {line}", f"{type(error).__name__}: {error}")
