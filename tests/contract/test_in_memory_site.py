"""A preview answers every document and image like the site that a build writes: status, headers and bytes."""

import pytest

from builder.cli.preview.in_memory_site import InMemorySite
from builder.javascript.core_calls import core_request
from builder.project.build_request import BuildRequest
from tests.support import sites


def test_every_document_image_and_table_is_that_of_a_build(small: BuildRequest) -> None:
    built, unwritten = sites.opened(small.output), InMemorySite(small)
    assert len(built.files) > 100
    computed = ("/docs/no-such-page", "/v1?limit=2", "/v3.1/all.json")
    requests = [core_request(address) for address in (*built.files, *computed)]
    assert [one["path"] for one in requests if unwritten.answer(one) != built.answer(one)] == []


@pytest.mark.needs("pages")
def test_condition_on_a_document_that_is_not_made_yet_is_judged_by_its_own_tag(small: BuildRequest) -> None:
    built, unwritten = sites.opened(small.output), InMemorySite(small)
    conditions = {"/docs/errors.html": "*", "/docs/lists.html": '"/docs/lists.html"', "/docs/headers.html": ""}
    requests = [core_request(address, ifNoneMatch=condition) for address, condition in conditions.items()]
    assert [unwritten.answer(one) for one in requests] == [built.answer(one) for one in requests]
    assert [built.answer(one)[0]["status"] for one in requests] == [304, 200, 200]
