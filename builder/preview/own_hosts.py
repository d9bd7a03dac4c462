"""The flags and the documents of a site on hosts of their own, as a split preview serves them."""

from collections.abc import Callable, Mapping

from builder.javascript.core_calls import Result
from builder.output_paths import DOCS_FOLDER, FLAG_FOLDER
from builder.preview.in_memory_site import InMemorySite

_DOCS = f"/{DOCS_FOLDER}"

AnswerRequest = Callable[[Mapping[str, str]], tuple[Result, bytes]]
"""Answers a request, in the form of ``Request`` in ``edge/core/types.d.ts``, with a result and the body's bytes."""


def flag_host(site: InMemorySite) -> AnswerRequest:
    """Open a host of redirects, and of the images from ``public/flags/``."""
    core = site.open_flag_host()

    def answer(request: Mapping[str, str]) -> tuple[Result, bytes]:
        result = core.answer(request)
        return result, core.body(result, lambda file: site.read(f"{FLAG_FOLDER}/{file}"))

    return answer


def document_host(site: InMemorySite) -> AnswerRequest:
    """Open a host that serves ``public/docs/`` as its root."""

    def answer(request: Mapping[str, str]) -> tuple[Result, bytes]:
        result, body = site.answer({**request, "path": f"{_DOCS}{request['path']}"})
        moved = [(name, value.removeprefix(_DOCS)) for name, value in result["headers"] if name == "Location"]
        others = [(name, value) for name, value in result["headers"] if name != "Location"]
        return {**result, "headers": [*others, *moved]}, body

    return answer
