"""What the documents say of routes: bounds of parameters, example requests, sample calls, and reference pages.

Routes with the same answers share a page: the four lists, the two lookups by code, the six flags, the text documents.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple
from urllib.parse import quote

from builder.api.headers import TOTAL_COUNT
from builder.api.parameters import LIMIT, MAX_LIMIT, MAX_SEED, PARAMETERS, Parameter
from builder.api.route import FAMILIES, Family, Route

_SHARED: dict[Family, tuple[str, str]] = {
    "list": ("list", "A page of countries"),
    "flags": ("flags", "Redirects to flags"),
}
# The languages of samples, by the name of their code blocks.
LANGUAGES = {"sh": "curl", "js": "JavaScript", "python": "Python", "ts": "TypeScript"}
# The family of routes without a common subject.
_DOCUMENTS = "documents"
# The answers of routes without a schema, in words.
_TEXT, _IMAGE = "text", ""


def parameters_of(routes: Iterable[Route], families: Sequence[Family]) -> list[Parameter]:
    """List the distinct query parameters of those of *routes* that are of some families."""
    names = dict.fromkeys(name for route in routes if route.family in families for name in route.params)
    return [PARAMETERS[name] for name in names]


def bounds_of(parameter: Parameter, route: Route | None = None) -> str:
    """Describe the allowed values of a parameter, on *route* if its largest page is smaller than the largest limit."""
    if parameter is LIMIT and route is not None and route.has_smaller_pages:
        most = route.max_limit
        return f"1 to {most}; default {parameter.default}; up to {parameter.maximum} counts as {most}"
    allowed = {
        "integer": f"{parameter.minimum} or more"
        if parameter.maximum is None
        else f"{parameter.minimum} to {parameter.maximum}",
        "boolean": "true or false",
        "enum": " or ".join(parameter.enum),
        "page": f"0 or more, {', or '.join(parameter.enum)}",
        "seed": f"1 to {MAX_SEED} characters",
        "fields": "names and dot paths",
    }[parameter.type]
    if parameter.default is None:
        return allowed
    return f"{allowed}; default {str(parameter.default).lower() if parameter.type == 'boolean' else parameter.default}"


def path_of(route: Route, value: str | None = None) -> str:
    """Return the path of *route* with *value*, or the example, for its parameter."""
    if not route.path_parameter:
        return route.path
    value_in_path = quote(route.path_parameter.example if value is None else value, safe=",")
    return route.path.replace(f"{{{route.path_parameter.name}}}", value_in_path)


def example_of(route: Route) -> str:
    """Return the target of an example request for *route* with a short answer."""
    query = []
    if "fields" in route.params:
        query.append(f"fields={route.example_fields}")
    if TOTAL_COUNT in route.headers and not route.max_values:
        query.append("limit=2")
    return path_of(route) + (f"?{'&'.join(query)}" if query else "")


def refused_of(route: Route, status: int) -> str | None:
    """Return a target that *route* answers with *status* (400 or 404); None when only malformed requests get it."""
    if status == 404:
        return path_of(route, "nowhere")
    if "limit" in route.params or "catalogLimit" in route.params:
        return f"{path_of(route)}?limit=0"
    if "fields" in route.params:
        return f"{path_of(route)}?fields={'.'.join('abcdefghi')}"
    return None


class RoutePage(NamedTuple):
    """The routes of a page. The first is shown; the others are other addresses of the same answer.

    ``name`` is the name of the page, ``purpose`` says what the routes answer, ``guide`` is the name of the page that
    explains them.
    """

    name: str
    purpose: str
    guide: str
    routes: tuple[Route, ...]

    @property
    def route(self) -> Route:
        """The route to show."""
        return self.routes[0]

    @property
    def title(self) -> str:
        """Title of the page: its request, or what its documents are."""
        return self.purpose if self.route.family == _DOCUMENTS else f"GET {self.route.path}"

    @property
    def menu(self) -> str:
        """Text of the menu: the path up to its parameter, or the title."""
        return self.title.removeprefix("GET ").partition("/{")[0]

    @property
    def rows(self) -> list[tuple[Route, list[Route]]]:
        """The routes with an answer of their own, each with its aliases."""
        ordered = sorted(self.routes, key=_answer_of)
        groups = [list(group) for _, group in groupby(ordered, key=_answer_of)]
        return [(first, aliases) for first, *aliases in groups]

    @property
    def example(self) -> str:
        """The target of an example request."""
        return example_of(self.route)

    def refused(self, status: int) -> str | None:
        """Return an example target with the answer *status*, or None when a page cannot show one."""
        return refused_of(self.route, status) if status in self.route.statuses else None


def _answer_of(route: Route) -> str:
    return route.path if route.family == _DOCUMENTS else route.image


def make_references(routes: Iterable[Route]) -> tuple[RoutePage, ...]:
    """Group *routes* into pages: by family, then in the order of their declarations."""
    groups: dict[tuple[str, str], list[Route]] = {}
    for route in sorted(routes, key=lambda route: list(FAMILIES).index(route.family)):
        groups.setdefault(_page_of(route), []).append(route)
    return tuple(
        RoutePage(f"route-{slug}", title, FAMILIES[grouped[0].family].guide, tuple(grouped))
        for (slug, title), grouped in groups.items()
    )


def _page_of(route: Route) -> tuple[str, str]:
    """Return the name and the title of the page of *route*."""
    if route.family == _DOCUMENTS:
        return _DOCUMENTS, "Text documents"
    if route.family in _SHARED:
        return _SHARED[route.family]
    if route.max_values:
        return "alpha", "Countries by code"
    return route.path.partition("/{")[0].rpartition("/")[2], route.summary


def samples_of(reference: RoutePage, example: str, base_url: str) -> dict[str, str]:
    """Write the *example* of a page as a command and as programs, which run unchanged; of a list, for all of it."""
    if reference.route.has_windows:
        example = f"{example.partition('&limit=')[0]}&limit={MAX_LIMIT}"
    return calls_of(reference.route, base_url + example, names=True, whole=True)


def calls_of(route: Route, url: str, *, names: bool = False, whole: bool = False) -> dict[str, str]:
    """Write a request of *route* for *url* by language, as a command and as programs.

    With *whole*, the programs follow the links to the next pages of a list. They print the names of records if *names*.
    Without, the code of routes with the same answer and the same types differs in *url* alone.
    """
    fetched = f"const response = await fetch('{url}');\n"
    opened = f'from urllib.request import urlopen\n\nurl = "{url}"\nwith urlopen(url) as response:\n    '
    if route.answer == _IMAGE:
        shown = "console.log(response.url, image.type, image.size);"
        return {
            "sh": f"curl --location --remote-name '{url}'",
            "js": f"{fetched}const image = await response.blob();\n{shown}",
            "python": f"{opened}image = response.read()\n    print(response.url, len(image))",
            "ts": f"{fetched}const image: Blob = await response.blob();\n{shown}",
        }
    if route.answer == _TEXT:
        return {
            "sh": f"curl '{url}'",
            "js": f"{fetched}console.log(await response.text());",
            "python": f"{opened}print(response.read().decode())",
            "ts": f"{fetched}console.log((await response.text()) satisfies string);",
        }
    is_list = route.answer.startswith("[")
    name = "countries" if is_list else "country" if route.answer == "Country" else "answer"
    shown, printed = f"console.log({name});", f"print({name})"
    if is_list and names:
        shown = "for (const country of countries) console.log(country.name?.common);"
        printed = 'for country in countries:\n    print(country["name"]["common"])'
    imported = [route.answer.strip("[]"), "ErrorAnswer"]
    typed = imported[0]
    if "fields" in route.params:
        imported.append("Selected")
        typed = f"Selected<{typed}>"
    if whole and route.has_windows:
        return _whole_list(url, imported, typed, shown, printed)
    return {
        "sh": f"curl '{url}'",
        "js": f"{fetched}if (!response.ok) throw new Error((await response.json()).message);\n"
        f"const {name} = await response.json();\n{shown}",
        "python": f"import json\n{opened}{name} = json.load(response)\n{printed}",
        "ts": f"import type {{ {', '.join(imported)} }} from './countries.js';\n\n{fetched}"
        "if (!response.ok) throw new Error(((await response.json()) as ErrorAnswer).message);\n"
        f"const {name} = (await response.json()) as {typed}{'[]' if is_list else ''};\n{shown}",
    }


def _whole_list(url: str, imported: list[str], typed: str, shown: str, printed: str) -> dict[str, str]:
    """Write programs that join the pages of a list."""
    refused = "if (!response.ok) throw new Error((await response.json()).message);"
    following = (
        """const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];\n"""
        "  url = next ? new URL(next, url).href : '';\n}\n"
    )
    return {
        "sh": f"curl '{url}'",
        "js": f"const countries = [];\nlet url = '{url}';\nwhile (url) {{\n  const response = await fetch(url);\n"
        f"  {refused}\n  countries.push(...(await response.json()));\n  {following}{shown}",
        "python": "import json\nimport re\nfrom urllib.parse import urljoin\nfrom urllib.request import urlopen\n\n"
        f'url = "{url}"\ncountries = []\nwhile url:\n    with urlopen(url) as response:\n'
        "        countries += json.load(response)\n"
        """        following = re.search(r'<([^>]+)>; rel="next"', response.headers.get("Link", ""))\n"""
        f'    url = urljoin(url, following[1]) if following else ""\n{printed}',
        "ts": f"import type {{ {', '.join(imported)} }} from './countries.js';\n\nconst countries: {typed}[] = [];\n"
        f"let url = '{url}';\nwhile (url) {{\n  const response: Response = await fetch(url);\n"
        "  if (!response.ok) throw new Error(((await response.json()) as ErrorAnswer).message);\n"
        f"  countries.push(...((await response.json()) as {typed}[]));\n  {following}{shown}",
    }
