"""What each host declares of itself in ``builder/hosts/<name>/host.toml``: names, texts, function use, prices.

The folders with this file are the list of hosts. The documents and the configuration read the declarations; the stage
``hosts`` makes the files.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

FOLDER = Path(__file__).parent / "hosts"
_FILE = "host.toml"
DAYS = 30
DAILY = (*(step * 10**power for power in range(4, 8) for step in (1, 2, 5)), 10**8)
"""Requests per day for which the documents show a cost."""
PLANNED_DAILY = 1_000_000
"""Requests per day for which ``countries plan`` shows a cost."""
# Kinds of requests that a host may answer from a file alone.
Kind = Literal[
    "static URLs",
    "windows at static URLs",
    "documents",
    "images",
    "routes without a query",
    "pages by limit and offset alone",
    "flag redirects by cca2",
]
ANSWERS: Kind = "static URLs"
WINDOWS: Kind = "windows at static URLs"
DOCUMENTS: Kind = "documents"
IMAGES: Kind = "images"
ROUTES: Kind = "routes without a query"
PAGES: Kind = "pages by limit and offset alone"
REDIRECTS: Kind = "flag redirects by cca2"

MIX: Mapping[Kind | None, float] = {
    ROUTES: 0.55,
    None: 0.15,
    REDIRECTS: 0.15,
    PAGES: 0.05,
    IMAGES: 0.05,
    ANSWERS: 0.05,
}
"""The parts of the requests for which the documents show a cost, by kind; all others have a query or are rare."""


class _Declaration(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FunctionUse(_Declaration):
    """Requests to one host that do not run the function: by kind, and whether a shared cache is in front of it.

    ``by_rule`` names the kinds that run none only with rules that are applied separately, and ``rule`` these rules.
    ``has_function`` is false for a host that runs no function at all. Routes and redirects are meant in plain spelling:
    keys in lower case without spaces.
    """

    without: tuple[Kind, ...]
    by_rule: tuple[Kind, ...] = ()
    rule: str = ""
    is_cached: bool = False
    has_function: bool = True

    @property
    def summary(self) -> str:
        """Name the requests that run the function, in a table's cell; page links as in the documents' Markdown."""
        if not self.has_function:
            return f"nothing: {self._answered} only"
        excepted = [_named(kind) for kind in self.without if kind != WINDOWS]
        if WINDOWS not in self.without and ANSWERS in self.without:
            excepted = [f"{name} (pages of lists run it)" if name == _named(ANSWERS) else name for name in excepted]
        text = "requests that the host's cache has not kept" if self.is_cached else "all requests"
        if excepted:
            text = f"{text} except {_listed(excepted)}"
        return f"{text}; with {self.rule} also except {_listed([*map(_named, self.by_rule)])}" if self.by_rule else text

    @property
    def _answered(self) -> str:
        return _listed([_named(kind) for kind in self.without if kind != WINDOWS])

    def share(self, *, rule: bool) -> float:
        """Return the part of the requests of ``MIX`` that reaches the function or its cache, with or without *rule*."""
        without = {*self.without, *(self.by_rule if rule else ())}
        return sum(part for kind, part in MIX.items() if kind not in without)

    @property
    def sentence(self) -> str:
        """Say which requests run the function: ``All requests except images invoke the function.``."""
        if not self.has_function:
            return f"No request invokes a function: there are {self._answered} only."
        return f"{self.summary[0].upper()}{self.summary[1:]} invoke the function."


class HostPrice(_Declaration):
    """Prices in US dollars, without traffic. ``included`` and the rates per million are per month.

    ``cached`` is the part of the requests that the host's cache answers, ``calls`` the number of function calls for
    each other request that has any. ``call_rate`` includes what a call costs besides, such as its log. ``origin_rate``
    is for requests that the cache does not answer. ``credit`` is the use that the plan includes in dollars.
    ``source`` and ``call_source`` are the sources of the prices, read on ``as_of``. ``free_calls`` and
    ``free_requests`` are what the free plan includes per month, 0 where there is none.
    """

    title: str
    plan: str
    base: float
    calls: float
    call_included: int
    call_rate: float
    call_source: str
    as_of: str
    free_calls: int = 0
    free_requests: int = 0
    credit: float = 0.0
    request_included: int = 0
    request_rate: float = 0.0
    origin_rate: float = 0.0
    cached: float = 0.0
    source: str = ""

    def function_calls(self, daily: int, share: float) -> float:
        """Count function calls per month at *daily* requests, of which the part *share* has any."""
        return daily * DAYS * share * (1 - self.cached) * self.calls

    def monthly(self, daily: int, share: float) -> float:
        """Compute the cost per month in US dollars, on the free plan where it suffices."""
        if self.is_free(daily, share):
            return 0.0
        calls = max(0.0, self.function_calls(daily, share) - self.call_included)
        requests = max(0.0, daily * DAYS - self.request_included)
        origin = daily * DAYS * (1 - self.cached)
        total = calls * self.call_rate + requests * self.request_rate + origin * self.origin_rate
        return self.base + max(0.0, total / 1_000_000 - self.credit)

    def greatest_free(self, share: float) -> int:
        """Return the greatest of the ``DAILY`` requests that the free plan includes; 0 without one."""
        return max((daily for daily in DAILY if self.is_free(daily, share)), default=0)

    def is_free(self, daily: int, share: float) -> bool:
        """Whether the free plan includes so many requests."""
        calls = self.function_calls(daily, share) <= self.free_calls
        return self.free_calls > 0 and calls and (self.free_requests == 0 or daily * DAYS <= self.free_requests)


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
    return "[static URLs](page:static)" if kind == ANSWERS else kind


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


@cache
def host_declarations() -> Mapping[str, HostDeclaration]:
    """Read the declarations, by name, in the order of their pages."""
    read = {name: tomllib.loads((folder_of_host(name) / _FILE).read_text("utf-8")) for name in HOSTS}
    declarations = {name: HostDeclaration.model_validate(declaration) for name, declaration in read.items()}
    return dict(sorted(declarations.items(), key=lambda item: item[1].order))


HOSTS = tuple(sorted(path.parent.name.replace("_", "-") for path in FOLDER.glob(f"*/{_FILE}")))
"""The names of the hosts."""
