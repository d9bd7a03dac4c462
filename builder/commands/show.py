"""Finds a country as the service does, and lists its values with their origins."""

import json
from urllib.parse import quote

from builder.api.provenance import ValueOrigin, value_origins
from builder.input_errors import InputError, Problem
from builder.javascript.core_calls import asker, unwritten_site
from builder.site_data import SiteData
from builder.types import CountryValue


def find_country(data: SiteData, country: str) -> CountryValue:
    """Return the record that the service finds for a code or, best match first, for a name.

    Raises ``InputError`` if it finds none.
    """
    ask = asker(unwritten_site(data.core, data.manifest, data.dataset.records), lambda _path: b"")
    text = quote(country, safe="")
    for path in (f"/v1/alpha/{text}", f"/v1/name/{text}"):
        answer = ask(f"{path}?fields=cca2&limit=1")
        if answer.status == 200:
            [found] = json.loads(answer.body)
            return next(record.value for record in data.dataset.records if record.cca2 == found["cca2"])
    raise InputError([Problem(country, "", "is neither a code nor a part of the name of a country")])


def origins_of(data: SiteData, record: CountryValue, fields: str) -> list[ValueOrigin]:
    """List the values of *record* with their origins: all, or those of *fields*, names or dot paths with commas.

    Raises ``InputError`` if the record has none of *fields*.
    """
    wanted = [path.strip() for path in fields.split(",") if path.strip()]
    origins = [
        origin
        for origin in value_origins(record, data.dataset.sources)
        if not wanted or any(f"{origin.field}.".startswith(f"{path}.") for path in wanted)
    ]
    if not origins:
        raise InputError([Problem("--fields", "", f"{fields!r} is no field of {record['name']['common']}")])
    return origins
