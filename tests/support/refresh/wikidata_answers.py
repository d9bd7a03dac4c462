"""Stored answers of Wikidata's query service, as a script of ``scripted_server``."""

import json
import re
from typing import Any

from tests.support.project import ROOT
from tests.support.refresh.scripted_server import ReceivedRequest, ScriptedReply

# The rows of each property.
ANSWERS: dict[str, list[dict[str, Any]]] = json.loads(
    (ROOT / "tests/fixtures/sources/wikidata.json").read_text("utf-8")
)


def subject(asked: ReceivedRequest) -> str:
    """Return the property of a query: the first that it mentions, or the capital if it passes through one."""
    found = re.findall(r"P\d+", asked.query["query"].replace("P17", ""))
    return str(found[0])


def answer(asked: ReceivedRequest) -> ScriptedReply:
    """Answer a query with the rows of the items that it names."""
    items = set(re.findall(r"wd:(Q\d+)", asked.query["query"].split("}")[0]))
    rows = [row for row in ANSWERS[subject(asked)] if row["item"]["value"].rsplit("/", 1)[1] in items]
    return ScriptedReply({"head": {"vars": ["item", "value"]}, "results": {"bindings": rows}})
