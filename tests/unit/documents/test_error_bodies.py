"""The generic error bodies."""

import json

from pydantic import TypeAdapter

from builder.api.host_error_messages import ERRORS
from builder.api.record_fields import Error
from builder.documents.error_bodies import error_files


def test_every_error_has_a_generic_body() -> None:
    bodies = {file.path: json.loads(file.body) for file in error_files()}
    assert bodies == {
        f"public/_errors/{status}.json": {"message": message, "status": status} for status, message in ERRORS.items()
    }
    assert all(list(TypeAdapter(Error).validate_python(body, strict=True)) == list(body) for body in bodies.values())
