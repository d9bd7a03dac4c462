"""A site that answers without being written: each document is made when it is first asked for."""

from collections.abc import Mapping

from builder.api.output_paths import PUBLIC
from builder.api.types import Asset
from builder.build import list_published
from builder.documents import Document, placeholder_assets
from builder.javascript.core_calls import Result, open_in_memory
from builder.project.build_request import BuildRequest
from builder.project.config import load_config
from builder.site.manifest import for_function, sent_by_hosts, with_assets
from builder.site.reading import read_site


class InMemorySite:
    """The site of a request, as a build would write it. It belongs to the thread that makes it, as its core does.

    Raises ``InputError`` when the config, the dataset, an image or the page for missing addresses is invalid.
    """

    def __init__(self, request: BuildRequest) -> None:
        config = load_config(request.config, overrides=request.overrides)
        self._site = read_site(request, config)
        known = {record.cca2 for record in self._site.dataset.records}
        self.country = config.preview.country if config.preview.country in known else ""
        made, documents = list_published(self._site, request)
        assets = (*made, *placeholder_assets(documents, lambda _: ""))
        self._manifest = manifest = with_assets(self._site.manifest, for_function(assets))
        # The core does not know these: hosts send them by themselves.
        self._alone = {asset.address: asset for asset in sent_by_hosts(assets)}
        self._documents = {document.address: document for document in documents}
        # Until a document is made, its address is its hash, so that its entity tag names it.
        self._unmade = {f'"{document.address}"': document for document in documents}
        for document in documents:
            if document.address in manifest["assets"]:
                manifest["assets"][document.address]["digest"] = document.address
        self._bodies = {_place(asset): asset.file.body for asset in made}
        self._core = open_in_memory(self._site.core, manifest, self._site.dataset.records)

    def answer(self, request: Mapping[str, str]) -> tuple[Result, bytes]:
        """Answer a request, in the form of ``Request`` in ``edge/core/types.d.ts``; return also the body's bytes.

        Raises ``InputError`` with the place of a fault in a template of the document that is asked for.
        """
        if (asset := self._alone.get(request["path"])) and request["method"] in ("GET", "HEAD"):
            return self._send(asset, request["ifNoneMatch"])
        result = self._core.answer(request)
        tag = next((value for name, value in result["headers"] if name == "ETag"), "")
        if document := self._unmade.get(tag):
            self._make(document)
            del self._unmade[tag]
            result = self._core.answer(request)
        return result, self._core.body(result, self.read)

    def refused(self, status: int, message: str) -> Result:
        """Make the error answer to a request that a server cannot answer."""
        return self._core.refused(status, message)

    def read(self, file: str) -> bytes:
        """Read an image or a table below ``public/``, or a document that was asked for."""
        return self._bodies[file]

    def _send(self, asset: Asset, if_none_match: str) -> tuple[Result, bytes]:
        place = _place(asset)
        if place not in self._bodies:
            self._bodies[place] = self._documents[asset.address].asset().file.body
        return self._core.send_file(asset, self._bodies[place], if_none_match)

    def _make(self, document: Document) -> None:
        asset = document.asset()
        self._bodies[_place(asset)] = asset.file.body
        digest = with_assets(self._site.manifest, [asset])["assets"][asset.address]["digest"]
        self._core.tag_asset(asset.address, digest)


def _place(asset: Asset) -> str:
    return asset.file.path.removeprefix(PUBLIC)
