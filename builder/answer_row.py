"""The row of the table of answers, which pages, rules of hosts, counts and documents filter."""

from typing import NamedTuple
from urllib.parse import quote

from builder.api.routes import Route


class AnswerRow(NamedTuple):
    """A row of the table of answers: what a route answers for one value of its parameter, and where its files are.

    ``key`` is the value, folded and without spaces, ``text`` the same as callers write it; both are empty without a
    parameter. ``query`` selects the answer, where the path alone does not. ``members`` are the numbers of the records
    in order, or of the items of a catalog. ``folder`` holds the windows of these members; it is empty when there are
    none. ``file`` is the file of the answer without further parameters, or empty when it has none of its own.
    """

    route: Route
    key: str
    text: str
    query: str
    members: tuple[int, ...]
    folder: str
    file: str

    @property
    def address(self) -> str:
        """The path of the request, percent-encoded."""
        return self.route.path.partition("{")[0] + quote(self.key, safe="~")

    @property
    def addresses(self) -> tuple[str, ...]:
        """The path of the request with the key, and with the text as callers write it, if they differ."""
        spelled = self.route.path.partition("{")[0] + quote(self.text, safe="~")
        return (self.address,) if spelled == self.address else (self.address, spelled)
