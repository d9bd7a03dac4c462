"""The reference pages: the routes on each page, their examples, and sample calls in several languages.

Routes with the same answers share a page: the four lists, the two lookups by code, the six flags, the text documents.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from builder.api.routes import ROUTES, Kind, Route
from builder.stages.documents.route_examples import Example, example_of, refused_of

_SHARED: dict[Kind, tuple[str, str]] = {
    "list": ("list", "A page of countries"),
    "codes": ("alpha", "Countries by code"),
    "flag": ("flags", "Redirects to flags"),
}
_DOCUMENTS = ("documents", "Text documents")
_PARAMETER = re.compile(r"/\{\w+\}$")
# The variable name and type of the body in samples, by schema of the answer.
_TEXT, _IMAGE = "text", ""


class RoutePage(NamedTuple):
    """The routes of a page. The first is shown; the others are other addresses of the same answer.

    ``name`` is the name of the page, ``guide`` the name of the page that explains the routes.
    """

    name: str
    title: str
    guide: str
    routes: tuple[Route, ...]

    @property
    def route(self) -> Route:
        """The route to show."""
        return self.routes[0]

    @property
    def example(self) -> Example:
        """An example request."""
        return example_of(self.route)

    def refused(self, status: int) -> Example | None:
        """Return an example request with the answer *status*, or None when a page cannot show one."""
        return refused_of(self.route, status) if status in self.route.statuses else None


_GUIDES = {
    "list": "lists",
    "random": "lists",
    "codes": "codes",
    "search": "search",
    "filter": "filters",
    "rank": "rankings",
    "meta": "catalogs",
    "flags": "flags",
    "documents": "introduction",
}


def make_references() -> tuple[RoutePage, ...]:
    """Group the routes into pages, in the order of their declarations."""
    groups: dict[tuple[str, str], list[Route]] = {}
    for route in ROUTES:
        groups.setdefault(_page_of(route), []).append(route)
    return tuple(
        RoutePage(f"route-{slug}", title, _GUIDES[routes[0].family], tuple(routes))
        for (slug, title), routes in groups.items()
    )


def _page_of(route: Route) -> tuple[str, str]:
    if route.family == "documents":
        return _DOCUMENTS
    return _SHARED.get(route.kind) or (_PARAMETER.sub("", route.path).rsplit("/", 1)[1], route.summary)


REFERENCES: tuple[RoutePage, ...] = make_references()
BY_NAME: Mapping[str, RoutePage] = {reference.name: reference for reference in REFERENCES}


class Sample(NamedTuple):
    """A sample call: the language of the code block, and the code."""

    language: str
    code: str


def samples_of(reference: RoutePage, base_url: str) -> tuple[Sample, ...]:
    """Write the example of a page as a command and as programs, which run unchanged."""
    return calls_of(reference.route, base_url + reference.example.target, names=True)


def calls_of(route: Route, url: str, *, names: bool = False) -> tuple[Sample, ...]:
    """Write a request of *route* for *url* as a command and as programs, which print the names of records if *names*.

    Without *names*, the code of routes with the same answer and the same types differs in *url* alone.
    """
    if route.answer == _IMAGE:
        return _image_samples(url)
    if route.answer == _TEXT:
        return _text_samples(url)
    return _json_samples(url, route, names=names)


def _json_samples(url: str, route: Route, *, names: bool) -> tuple[Sample, ...]:
    is_list = route.answer.startswith("[")
    name = "countries" if is_list else "country" if route.answer == "Country" else "answer"
    declared = route.answer.strip("[]")
    typed = f"Selected<{declared}>" if "fields" in route.params else declared
    typed += "[]" if is_list else ""
    imported = ", ".join([declared, "ErrorAnswer", *(["Selected"] if "fields" in route.params else [])])
    shown = (
        "for (const country of countries) console.log(country.name?.common);"
        if is_list and names
        else f"console.log({name});"
    )
    looped = (
        'for country in countries:\n    print(country["name"]["common"])' if is_list and names else f"print({name})"
    )
    return (
        Sample("sh", f"curl '{url}'"),
        Sample(
            "js",
            f"const response = await fetch('{url}');\n"
            "if (!response.ok) throw new Error((await response.json()).message);\n"
            f"const {name} = await response.json();\n{shown}",
        ),
        Sample(
            "python",
            "import json\nfrom urllib.request import urlopen\n\n"
            f'url = "{url}"\nwith urlopen(url) as response:\n    {name} = json.load(response)\n{looped}',
        ),
        Sample(
            "ts",
            f"import type {{ {imported} }} from './countries.js';\n\n"
            f"const response = await fetch('{url}');\n"
            "if (!response.ok) throw new Error(((await response.json()) as ErrorAnswer).message);\n"
            f"const {name} = (await response.json()) as {typed};\n{shown}",
        ),
    )


def _text_samples(url: str) -> tuple[Sample, ...]:
    script = f"const response = await fetch('{url}');\nconsole.log(await response.text());"
    return (
        Sample("sh", f"curl '{url}'"),
        Sample("js", script),
        Sample(
            "python",
            "from urllib.request import urlopen\n\n"
            f'url = "{url}"\nwith urlopen(url) as response:\n    print(response.read().decode())',
        ),
        Sample("ts", script.replace("await response.text()", "(await response.text()) satisfies string")),
    )


def _image_samples(url: str) -> tuple[Sample, ...]:
    script = (
        f"const response = await fetch('{url}');\n"
        "const image = await response.blob();\nconsole.log(response.url, image.type, image.size);"
    )
    return (
        Sample("sh", f"curl --location --remote-name '{url}'"),
        Sample("js", script),
        Sample(
            "python",
            "from urllib.request import urlopen\n\n"
            f'url = "{url}"\nwith urlopen(url) as response:\n    image = response.read()\n'
            "    print(response.url, len(image))",
        ),
        Sample("ts", script.replace("const image =", "const image: Blob =")),
    )
