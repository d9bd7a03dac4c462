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
Kind = Literal[
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
    """Requests to one host that do not run the function, by kind.

    ``by_rule`` names the kinds that do not run it if separate rules are applied, and ``rule`` names these rules. The
    requests are in plain spelling: keys in lower case, without spaces.
    """

    without: tuple[Kind, ...]
    by_rule: tuple[Kind, ...] = ()
    rule: str = ""


class HostPrice(_Declaration):
    """Prices in US dollars, without traffic: what is free, and what another million requests cost.

    ``plan`` costs ``base`` a month. ``million`` is for requests that run the function and that no cache answers,
    ``million_files`` for others. ``sources`` are the addresses where the prices were read on ``as_of``.
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


@cache
def host_declarations() -> Mapping[str, HostDeclaration]:
    """Read the declarations, by name, in the order of their pages."""
    read = {name: tomllib.loads((folder_of_host(name) / _FILE).read_text("utf-8")) for name in HOSTS}
    declarations = {name: HostDeclaration.model_validate(declaration) for name, declaration in read.items()}
    return dict(sorted(declarations.items(), key=lambda item: item[1].order))


HOSTS = tuple(sorted(path.parent.name.replace("_", "-") for path in FOLDER.glob(f"*/{_FILE}")))
"""The names of the hosts."""
