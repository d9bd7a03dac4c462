"""The flags and the documents of a site on hosts of their own, as a split preview serves them."""

from collections.abc import Mapping

from builder.javascript.core_calls import OpenSite, Result
from builder.output_paths import DOCS_FOLDER, FLAG_FOLDER
from builder.preview.in_memory_site import InMemorySite

_DOCS = f"/{DOCS_FOLDER}"


class FlagHost:
    """The core with the site of a flag host: its redirects, and the images from ``public/flags/``."""

    def __init__(self, site: InMemorySite) -> None:
        self._core: OpenSite = site.open_flag_host()
        self._site = site

    def answer(self, request: Mapping[str, str]) -> tuple[Result, bytes]:
        """Answer a request, in the form of ``Request`` in ``edge/core/types.d.ts``; return also the body's bytes."""
        result = self._core.answer(request)
        return result, self._core.body(result, lambda file: self._site.read(f"{FLAG_FOLDER}/{file}"))

    def refused(self, status: int, message: str) -> Result:
        """Make the error answer to a request that a server cannot answer."""
        return self._core.refused(status, message)


class DocumentHost:
    """The documents of a site, as a host that serves ``public/docs/`` as its root."""

    def __init__(self, site: InMemorySite) -> None:
        self._site = site

    def answer(self, request: Mapping[str, str]) -> tuple[Result, bytes]:
        """Answer a request, in the form of ``Request`` in ``edge/core/types.d.ts``; return also the body's bytes."""
        result, body = self._site.answer({**request, "path": f"{_DOCS}{request['path']}"})
        moved = [(name, value.removeprefix(_DOCS)) for name, value in result["headers"] if name == "Location"]
        others = [(name, value) for name, value in result["headers"] if name != "Location"]
        return {**result, "headers": [*others, *moved]}, body

    def refused(self, status: int, message: str) -> Result:
        """Make the error answer to a request that a server cannot answer."""
        return self._site.refused(status, message)
