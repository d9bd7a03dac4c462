"""What each host declares in ``builder/hosts/<name>/host.toml``: names, texts, function use, prices.

The folders with this file are the list of hosts. The documents and the configuration read the declarations;
``builder/hosts/`` makes the files.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

FOLDER = Path(__file__).parents[1] / "hosts"
_FILE = "host.toml"
# Kinds of requests that a host may answer from a file alone.
RequestKind = Literal[
    "static URLs",
    "windows at static URLs",
    "documents",
    "images",
    "routes without a query",
    "routes without a query and a next page",
    "flag redirects by cca2",
]


class _Declaration(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FunctionUse(_Declaration):
    """The kinds of requests to one host that do not run the function.

    ``without`` names the kinds that never run it, ``by_rule`` the kinds that do not run it if separate rules are
    applied, and ``rule`` names these rules. Keys in the requests are in lower case, without spaces.
    """

    without: tuple[RequestKind, ...]
    by_rule: tuple[RequestKind, ...] = ()
    rule: str = ""


class HostPrice(_Declaration):
    """Prices in US dollars, without traffic: what is free, and what another million requests cost.

    ``plan`` costs ``base`` a month. ``million`` is the price of requests that run the function and that no cache
    answers, ``million_files`` that of all other requests. ``sources`` are the addresses of the prices on the
    day ``as_of``.
    """

    title: str
    plan: str
    base: float
    free: str
    million: float
    million_files: float
    sources: tuple[str, ...]
    as_of: str

    @property
    def sentence(self) -> str:
        """Say what the host costs: ``Free: 100,000 function calls a day. Workers Paid: $5 a month, ...``."""
        free = f"Free: {self.free}. " if self.free else ""
        plan = f"{self.plan[0].upper()}{self.plan[1:]}"
        return (
            f"{free}{plan}: ${self.base:,.0f} a month, and ${self.million:,.2f} for a million computed responses more."
        )


class HostDeclaration(_Declaration):
    """A host: the title and the summary of its guide, when it runs the function, and what it costs.

    ``order`` sorts the guides of hosts in the menu.
    """

    order: int
    title: str
    summary: str
    function_use: FunctionUse
    price: HostPrice | None = None


def folder_of_host(name: str) -> Path:
    """Return the folder of the host *name*. A folder is a package, whose name cannot contain a hyphen."""
    return FOLDER / name.replace("-", "_")


@cache
def host_declarations() -> Mapping[str, HostDeclaration]:
    """Read the declarations, by name, in the order of the guides of hosts."""
    read = {name: tomllib.loads((folder_of_host(name) / _FILE).read_text("utf-8")) for name in HOSTS}
    declarations = {name: HostDeclaration.model_validate(declaration) for name, declaration in read.items()}
    return dict(sorted(declarations.items(), key=lambda item: item[1].order))


HOSTS = tuple(sorted(path.parent.name.replace("_", "-") for path in FOLDER.glob(f"*/{_FILE}")))
"""The names of the hosts."""
