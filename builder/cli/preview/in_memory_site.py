"""A site that answers without being written: each document is made at its first request."""

from collections.abc import Mapping

from builder.api.output_paths import public_path
from builder.build import read_publication
from builder.javascript.core_calls import Result, open_in_memory
from builder.project.build_request import BuildRequest


class InMemorySite:
    """The site of a request, as a build would write it. It belongs to the thread that makes it, as its core does.

    Raises ``InputError`` when an input is invalid.
    """

    def __init__(self, request: BuildRequest) -> None:
        publication = read_publication(request)
        site = publication.site
        self.codes = {record.cca2 for record in site.dataset.records}
        country = site.config.preview.country
        self.country = country if country in self.codes else ""
        self._documents = {entry.address: entry for entry in publication.documents}
        self._by_path = {entry.path: entry for entry in publication.documents}
        self._bodies: dict[str, bytes] = {}
        self._core = open_in_memory(site.core, publication.manifest, site.dataset.records)

    def answer(self, request: Mapping[str, str]) -> tuple[Result, bytes]:
        """Answer a request, in the form of ``Request`` in ``edge/core/types.d.ts``; return also the body's bytes.

        Raises ``InputError`` with the place of a fault in a template of the requested document.
        """
        entry = self._documents.get(request["path"] or "/")
        if entry and request["method"] in ("GET", "HEAD"):
            return self._core.send_file(entry, self._read(entry.path), request["ifNoneMatch"])
        result = self._core.answer(request)
        if page := result.get("page"):
            return {**result, "headers": page["headers"]}, self._read(public_path(page["file"]))
        return result, self._core.body(result)

    def refused(self, status: int, message: str) -> Result:
        """Make the error answer to a request that a server cannot answer."""
        return self._core.refused(status, message)

    def _read(self, path: str) -> bytes:
        """Return the bytes of the document *path*, which are made at its first request."""
        if path not in self._bodies:
            self._bodies[path] = self._by_path[path].make()
        return self._bodies[path]
