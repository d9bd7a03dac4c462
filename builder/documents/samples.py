"""Sample calls of routes, as a command and as programs, from the templates in ``templates/samples/``."""

from jinja2 import Environment

from builder.api.parameters import MAX_LIMIT
from builder.api.route_type import Route
from builder.documents.reference import RoutePage

LANGUAGES = {"sh": "curl", "js": "JavaScript", "python": "Python", "ts": "TypeScript"}
"""The languages of samples, by the name of their code blocks."""


def samples_of_page(jinja: Environment, reference: RoutePage, example: str, base_url: str) -> dict[str, str]:
    """Write the *example* of a page as a command and as programs, which read a list with windows to its end."""
    if reference.route.has_windows:
        example = f"{example.partition('&limit=')[0]}&limit={MAX_LIMIT}"
    return samples_of_request(jinja, reference.route, base_url + example, print_names=True, read_all=True)


def samples_of_request(
    jinja: Environment, route: Route, url: str, *, print_names: bool = False, read_all: bool = False
) -> dict[str, str]:
    """Write a request of *route* for *url* by language, as a command and as programs.

    With *read_all*, the programs follow the links to the next pages of a list. With *print_names*, they print the names
    of records. Without both, the code of routes with the same answer and the same types differs only in *url*.
    """
    is_list, record = route.answer.startswith("["), route.answer.strip("[]")
    has_fields = "fields" in route.params
    values = {
        "url": url,
        "answer": route.answer,
        "is_list": is_list,
        "variable": "countries" if is_list else "country" if route.answer == "Country" else "answer",
        "type": f"Selected<{record}>" if has_fields else record,
        "imported": [record, "ErrorAnswer", *(["Selected"] if has_fields else [])],
        "names": print_names and is_list,
        "whole": read_all and route.has_windows,
    }
    return {
        language: jinja.get_template(f"samples/{title.lower()}.txt").render(values).rstrip()
        for language, title in LANGUAGES.items()
    }
