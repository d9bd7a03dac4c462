"""Makes the generic error bodies, which hosts serve without the core."""

import orjson

from builder.api.host_error_messages import ERRORS
from builder.output_paths import error_path, public_path
from builder.types import File


def error_files() -> tuple[File, ...]:
    """Make the body of each error."""
    return tuple(
        File.of(public_path(error_path(status)), orjson.dumps({"message": message, "status": status}))
        for status, message in ERRORS.items()
    )
