"""Previews a site: from memory with the embedded engine, or built and served in the runtime of a host."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from builder.build_request import BuildRequest, checked_urls
from builder.fingerprint import last_change
from builder.input_errors import InputError, Problem, Progress
from builder.output.tree import Tree, previewed, refuse_published
from builder.output_paths import DOCS_FOLDER, FLAG_FOLDER
from builder.preview.engine_preview import serve as serve_in_engine
from builder.preview.engines import PROGRAMS
from builder.preview.in_memory_site import InMemorySite
from builder.preview.server import Options, listen, serve

Say = Callable[[str], object]
# The folder of the site at the root of each origin of a split preview, in the order of their ports.
_FOLDERS = {"base_url": "", "cdn_url": f"/{FLAG_FOLDER}", "docs_url": f"/{DOCS_FOLDER}"}


def preview_from_memory(
    request: BuildRequest, options: Options, progress: Progress, say: Say, *, split: bool, base_url: str | None
) -> None:
    """Serve the site of *request* without writing it, until a signal ends the preview.

    With *split*, flags and documents are on the next two ports. *base_url* is where a browser finds the preview, if
    that is not where it listens. Raises ``InputError`` when an input or the country of *options* is invalid.
    """
    _refuse_unknown(request, options.country)
    sockets, own = {}, {}
    for number, (key, folder) in enumerate(_FOLDERS.items() if split else [("base_url", "")]):
        sockets[folder], own[key] = listen(replace(options, port=options.port and options.port + number))
    seen = last_change(map(str, request.sources))
    request = _for_address(request, own, base_url)
    site = InMemorySite(request, progress)
    also = f", flags on {own['cdn_url']}, documents on {own['docs_url']}" if split else ""
    say(_greeting("the site", own["base_url"], also, base_url))
    serve(request, site, replace(options, seen=seen), sockets, say)


def preview_in_engine(
    request: BuildRequest,
    engine: str,
    port: int,
    build: Callable[[BuildRequest], object],
    say: Say,
    *,
    base_url: str | None,
) -> None:
    """Write the site of *request* with *build*, and serve it in *engine* until a signal ends the preview.

    Raises ``InputError`` when an input is invalid, the engine is not installed, or the output belongs to another
    preview or is the site of a public address.
    """
    with previewed(Tree(request.output)) as announce:
        PROGRAMS[engine]()
        listening, origin = listen(Options(port=port))
        announce(origin)
        request = _for_address(request, {"base_url": origin}, base_url)
        refuse_published(request)
        build(request)
        say(_greeting(str(request.output), origin, "", base_url))
        listening.close()
        serve_in_engine(engine, request.output, int(origin.rpartition(":")[2]))


def _for_address(request: BuildRequest, own: Mapping[str, str], base_url: str | None) -> BuildRequest:
    """Make the request for the site of these origins, whatever URLs the config has."""
    places = {**dict.fromkeys(own, "--bind"), **({"base_url": "--base-url"} if base_url else {})}
    urls = checked_urls({**own, **({"base_url": base_url} if base_url else {})}, places)
    overrides: dict[str, object] = {"cdn_url": "", "docs_url": "", **urls}
    return request._replace(overrides=overrides)


def _greeting(what: str, origin: str, also: str, base_url: str | None) -> str:
    return f"Serving {what} at {origin}{also}{f', for {base_url}' if base_url else ''} (stop with Ctrl-C)"


def _refuse_unknown(request: BuildRequest, code: str | None) -> None:
    if code and not (request.data / "countries" / f"{code.lower()}.json").is_file():
        raise InputError([Problem("--country", "", f'"{code}" is not the cca2 code of a country in the dataset')])
