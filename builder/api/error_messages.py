"""The messages of two kinds of errors: errors of hosts by status, and the 404 of routes. The core has all others."""

from builder.api.parameters import MAX_TARGET

# The messages of errors by status. A host sends them without the function; the core also sends the message of 500.
ERRORS = {
    400: "The request is malformed: check the percent-encoding of the path and the query.",
    404: "There is nothing at this URL; /llms.txt lists every route.",
    405: "The method is not allowed; use GET, HEAD or OPTIONS.",
    414: f"The request target is too long; at most {MAX_TARGET} bytes are read.",
    500: "The service failed to answer; the fault is ours.",
}

# The messages of a 404, by the index of the route or, without an index, by its kind. ``{}`` stands for the value that
# was not found, and ``{known}`` for the values that exist.
NOT_FOUND = {
    "codes": "No country has any of the codes {}; /docs/values.txt lists the codes.",
    "flag": "No country has the code {}; /docs/values.txt lists the codes.",
    "names": "No country has a name with {}; /v1/list?fields=name lists the names, page by page.",
    "capitals": "No country has a capital with {}; /v1/list?fields=capital lists the capitals, page by page.",
    "region": "There is no region {}; known are {known}.",
    "subregion": "There is no subregion {}; /v1/meta/subregions lists the subregions.",
    "continent": "There is no continent {}; known are {known}.",
    "lang": "No country has the language {}; /docs/values.txt lists the languages.",
    "currency": "No country has the currency {}; /docs/values.txt lists the currencies.",
    "cioc": "No country has the Olympic committee code {}; /docs/values.txt lists the codes.",
    "rank": "There is no metric {}; the metrics are {known}.",
}
