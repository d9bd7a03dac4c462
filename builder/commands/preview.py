"""Previews a site from memory, with the embedded engine."""

from collections.abc import Callable
from dataclasses import replace

from builder.build_request import BuildRequest, checked_urls
from builder.input_errors import InputError, Problem, Progress
from builder.input_files import last_change
from builder.preview.in_memory_site import InMemorySite
from builder.preview.server import Options, listen, serve


def preview_site(
    request: BuildRequest, options: Options, progress: Progress, say: Callable[[str], object], base_url: str | None
) -> None:
    """Serve the site of *request* without writing it, until a signal ends the preview.

    The site is that of the origin, whatever URLs the config has. *base_url* is where a browser finds the preview, if
    that is not where it listens. Raises ``InputError`` when an input or the country of *options* is invalid.
    """
    _refuse_unknown(request, options.country)
    listening, origin = listen(options)
    seen = last_change(map(str, request.sources))
    place = "--base-url" if base_url else "--bind"
    urls = checked_urls({"base_url": base_url or origin}, {"base_url": place})
    request = request._replace(overrides={"cdn_url": "", "docs_url": "", **urls})
    site = InMemorySite(request, progress)
    say(f"Serving the site at {origin}{f', for {base_url}' if base_url else ''} (stop with Ctrl-C)")
    serve(request, site, replace(options, seen=seen), listening, say)


def _refuse_unknown(request: BuildRequest, code: str | None) -> None:
    if code and not (request.data / "countries" / f"{code.lower()}.json").is_file():
        raise InputError([Problem("--country", "", f'"{code}" is not the cca2 code of a country in the dataset')])
