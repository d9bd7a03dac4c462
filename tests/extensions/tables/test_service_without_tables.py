"""The service does without tables: nothing of ``/v1`` and nothing that the function reads depends on them."""

import json

from builder.build import build
from builder.extensions.tables.topology import NO_OUTLINES
from builder.output.tree import Tree
from builder.project.build_request import BuildRequest
from tests.support.trees import content, differences


def test_every_byte_of_v1_and_of_the_function_is_the_same_without_rows_of_tables(
    small: BuildRequest, small_copy: BuildRequest
) -> None:
    for path in (small_copy.data / "tables").glob("*.json"):
        none: object = NO_OUTLINES if path.stem == "outlines" else {"rows": []}
        path.write_text(json.dumps(none), "utf-8")
    build(small_copy, Tree(small_copy.output))
    before, after = content(small.output), content(small_copy.output)
    changed = differences(before, after)
    assert "public/tables/time-zones.json" in changed
    assert [path for path in changed if path.startswith(("public/v1", "public/health"))] == []
    # Previews and Node read the list of files.
    assert {path for path in changed if path.startswith("edge/")} == {"edge/generated/files.json"}
