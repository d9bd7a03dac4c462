"""What a host answers where no file and no function does, by status."""

from builder.api.parameters import MAX_TARGET

ERRORS = {
    400: "The request is malformed: check the percent-encoding of the path and the query.",
    404: "There is nothing at this URL; /llms.txt lists every route.",
    405: "The method is not allowed; use GET, HEAD or OPTIONS.",
    414: f"The request target is too long; at most {MAX_TARGET} bytes are read.",
    500: "The service failed to answer; the fault is ours.",
}
