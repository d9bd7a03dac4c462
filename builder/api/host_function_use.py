"""Which requests each host answers without the edge function, declared once for documents, matrix and tests.

``tests/unit/api/test_host_function_use.py`` compares it with the generated files of each host.
"""

from collections.abc import Mapping
from typing import NamedTuple

ANSWERS = "static addresses"
WINDOWS = "windows at static addresses"
IMAGES = "images"
ROUTES = "routes without a query"
"""Kinds of requests that a host may answer from a file alone."""


class FunctionUse(NamedTuple):
    """Requests to one host that do not run the function: by kind, and whether a shared cache is in front of it.

    ``has_function`` is false for a host that runs no function at all.
    """

    without: tuple[str, ...] = ()
    is_cached: bool = False
    has_function: bool = True

    @property
    def summary(self) -> str:
        """Name the requests that run the function, in a table's cell; page links as in the documents' Markdown."""
        if not self.has_function:
            return "nothing: [static addresses](page:static), images and documents only"
        excepted = [_named(kind) for kind in self.without if kind != WINDOWS]
        if WINDOWS not in self.without and ANSWERS in self.without:
            excepted = [f"{name} (windows run it)" if name == _named(ANSWERS) else name for name in excepted]
        text = "requests that the host's cache has not kept" if self.is_cached else "every request"
        return f"{text}, except {_listed(excepted)}" if excepted else text


def _named(kind: str) -> str:
    return "[static addresses](page:static)" if kind == ANSWERS else kind


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


FUNCTION_USE: Mapping[str, FunctionUse] = {
    "aws": FunctionUse((ANSWERS, WINDOWS), is_cached=True),
    "cloudflare": FunctionUse((ANSWERS, WINDOWS, IMAGES)),
    "github-pages": FunctionUse((ANSWERS, WINDOWS, IMAGES), has_function=False),
    "netlify": FunctionUse((ANSWERS, WINDOWS), is_cached=True),
    "nginx": FunctionUse((ANSWERS, WINDOWS, IMAGES, ROUTES)),
    "node": FunctionUse(),
    "vercel": FunctionUse((ANSWERS,)),
}
