"""Calls Python clients of restcountries.com, whose requests go to another host. Prints the address and result of each.

``python clients.py <origin>``, with the packages of ``requirements.lock`` on the path, prints the same rows as
``clients.cjs``.
"""

import json
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any

import requests

HOST = "https://restcountries.com"
_asked: list[str] = []
_request = requests.Session.request


def _from_origin(session: requests.Session, method: str, url: str, **options: Any) -> requests.Response:
    _asked.append(url.removeprefix(HOST))
    return _request(session, method, sys.argv[1] + url.removeprefix(HOST), **options)


requests.Session.request = _from_origin  # type: ignore[assignment,method-assign]


def _shown(answer: Any) -> Any:
    """Return the codes of records, or their number if there are many; anything else unchanged."""
    if not isinstance(answer, list):
        return getattr(answer, "cca2", answer)
    codes = sorted(one["cca2"] if isinstance(one, dict) else one.cca2 for one in answer)
    return len(codes) if len(codes) > 30 else " ".join(codes)


def _row(client: str, call: str, run: Callable[[], Any]) -> dict[str, Any]:
    _asked.clear()
    try:
        answer = _shown(run())
    except requests.RequestException:
        answer = None
    return {"client": client, "call": call, "asks": " ".join(_asked), "gets": answer}


def main() -> list[dict[str, Any]]:
    """Make the calls, and return a row for each."""
    from countryinfo.negara import CountryInfo  # type: ignore[import-not-found]
    from pyrestcountries.api import RestCountriesAPI  # type: ignore[import-not-found]

    negara = CountryInfo()
    # Its constructor requests all records, so it runs inside the first call.
    pyrest = RestCountriesAPI.__new__(RestCountriesAPI)

    def find_in_all() -> Any:
        pyrest.__init__()
        return pyrest.fetch_country_by_cca3("PER")

    return [
        _row("infokannegara 0.0.1", "get_country_info('Peru')", lambda: negara.get_country_info("Peru")),
        _row("infokannegara 0.0.1", "get_country_capital('peru')", lambda: negara.get_country_capital("peru")[0]),
        _row("infokannegara 0.0.1", "get_country_info('republic of')", lambda: negara.get_country_info("republic of")),
        _row("pyrestcountries 2024.5.31", "RestCountriesAPI().fetch_country_by_cca3('PER')", find_in_all),
        _row("pyrestcountries 2024.5.31", "search_countries('pérou')", lambda: pyrest.search_countries("pérou")),
    ]


if __name__ == "__main__":
    with redirect_stdout(sys.stderr):
        rows_of_calls = main()
    sys.stdout.write(json.dumps(rows_of_calls, ensure_ascii=False))
