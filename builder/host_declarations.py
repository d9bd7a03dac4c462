"""What each host declares of itself in ``builder/stages/hosts/<name>/host.toml``: names, texts, function use, prices.

The folders with this file are the list of hosts. The documents and the configuration read the declarations; the stage
``hosts`` makes the files.
"""

import tomllib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

FOLDER = Path(__file__).parent / "stages" / "hosts"
DAYS = 30
PRICES_AS_OF = "2026-11-22"
DAILY = (1_000_000, 10_000_000, 100_000_000)
"""Requests per day for which the documents show a cost."""
STATIC_SHARE = 0.8
"""Part of the requests that go to static addresses, for callers that use them."""

# Kinds of requests that a host may answer from a file alone.
Kind = Literal["static addresses", "windows at static addresses", "images", "routes without a query"]
ANSWERS: Kind = "static addresses"
WINDOWS: Kind = "windows at static addresses"
IMAGES: Kind = "images"
ROUTES: Kind = "routes without a query"


class _Declaration(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FunctionUse(_Declaration):
    """Requests to one host that do not run the function: by kind, and whether a shared cache is in front of it.

    ``has_function`` is false for a host that runs no function at all.
    """

    without: tuple[Kind, ...]
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
        text = "requests that the host's cache has not kept" if self.is_cached else "all requests"
        return f"{text} except {_listed(excepted)}" if excepted else text

    @property
    def sentence(self) -> str:
        """Say which requests run the function: ``All requests except images invoke the function.``."""
        if not self.has_function:
            return "No request invokes a function: there are static addresses, images and documents only."
        return f"{self.summary[0].upper()}{self.summary[1:]} invoke the function."


class HostPrice(_Declaration):
    """Prices in US dollars, without traffic. ``included`` and the rates per million are per month.

    ``calls`` is the greatest number of function calls for a request to the API. A request to a static address calls no
    function. ``source`` and ``call_source`` are the sources of the prices.
    """

    title: str
    plan: str
    base: float
    calls: float
    call_included: int
    call_rate: float
    call_source: str
    request_included: int = 0
    request_rate: float = 0.0
    source: str = ""

    def function_calls(self, daily: int, static: float = 0.0) -> float:
        """Count function calls per month at *daily* requests; *static* is the part that goes to static addresses."""
        return daily * DAYS * (1 - static) * self.calls

    def monthly(self, daily: int, static: float = 0.0) -> float:
        """Compute the cost per month in US dollars."""
        calls = max(0.0, self.function_calls(daily, static) - self.call_included)
        requests = max(0.0, daily * DAYS - self.request_included)
        return self.base + (calls * self.call_rate + requests * self.request_rate) / 1_000_000


class HostDeclaration(_Declaration):
    """A host: the title and the summary of its page of the documents, when it runs the function, and what it costs.

    ``order`` is the place of its page among those of the hosts.
    """

    order: int
    title: str
    summary: str
    function_use: FunctionUse
    price: HostPrice | None = None


def folder_of_host(name: str) -> Path:
    """Folder of the host *name*. The name of a package cannot contain a hyphen."""
    return FOLDER / name.replace("-", "_")


def _named(kind: Kind) -> str:
    return "[static addresses](page:static)" if kind == ANSWERS else kind


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _declarations() -> dict[str, HostDeclaration]:
    found = {
        path.parent.name.replace("_", "-"): HostDeclaration.model_validate(tomllib.loads(path.read_text("utf-8")))
        for path in FOLDER.glob("*/host.toml")
    }
    return dict(sorted(found.items(), key=lambda item: item[1].order))


HOST_DECLARATIONS = _declarations()
"""The declarations by name, in the order of their pages."""
HOSTS = tuple(sorted(HOST_DECLARATIONS))
