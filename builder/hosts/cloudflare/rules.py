"""The rules that Cloudflare evaluates itself: headers of files, redirects of flags, and the rewrite to files."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple, TypedDict
from urllib.parse import urlsplit

from builder.api.headers import LINK, RANK_DEFINITION, RANK_METRIC, RANK_ORDER, TOTAL_COUNT, TYPES
from builder.api.output_paths import DOCS_FOLDER, RECORD_FOLDER, flag_path
from builder.api.types import Entry, JsonObject
from builder.hosts.shared.deployment import Deployment
from builder.hosts.shared.file_answers import PATH, DefaultAnswer, Headers, file_headers, well_known_headers

MAX_HEADER_RULES = 100
# Headers of an answer that other files do not have.
_OWN = {header.name for header in (RANK_METRIC, RANK_ORDER, RANK_DEFINITION, TOTAL_COUNT, LINK)}
# Endings of files whose type the host knows, and that of JSON, which has a rule of its own.
_KNOWN_ENDINGS = {"atom", "css", "csv", "geojson", "html", "ico", "ics", "js", "json", "png", "svg", "txt", "xml"}
# A placeholder of a header rule: a segment, or the part of one before a literal ending.
_KEY = ":key"

INDEX_FOLDERS = ("/", f"/{DOCS_FOLDER}/")

_PATH = "http.request.uri.path"
_REF = "country_reference"


class HeaderRule(NamedTuple):
    """A rule of ``_headers``: a path, the headers that it sets, and those of other rules that it removes first."""

    path: str
    headers: Headers
    removed: tuple[str, ...] = ()


def flag_headers(deployment: Deployment) -> list[HeaderRule]:
    """Make the header rules of everything, and what images and redirects of flags have of their own."""
    manifest = deployment.manifest
    everywhere = file_headers(deployment.site.dataset.revision)
    rules = [HeaderRule("/*", everywhere)]
    for folder in deployment.image_folders:
        own = tuple(header for header in folder.headers if header not in everywhere)
        rules.append(HeaderRule(f"{folder.path}/*", own, ("Cache-Control",)))
    rules += [HeaderRule(path, deployment.page_headers) for path in ("/*.html", *INDEX_FOLDERS)]
    for route in deployment.flag_routes:
        # The host makes a Location of its own origin relative.
        location = f"{manifest['flags'][route.image]}{_KEY}.{route.image}"
        rules.append(HeaderRule(route.path.replace("{code}", _KEY), (("Location", location),)))
    return rules


def type_rules(assets: Iterable[Entry]) -> list[HeaderRule]:
    """Make the header rules for the types of files that the host does not know."""
    endings = {asset.path.rpartition(".")[2] for asset in assets if "." in asset.path} & TYPES.keys()
    return [
        HeaderRule(f"/*.{ending}", (("Content-Type", TYPES[ending]),)) for ending in sorted(endings - _KNOWN_ENDINGS)
    ]


def redirects(deployment: Deployment) -> list[str]:
    """Make the redirects of every cca2 code in lower case. Other codes and spellings run the function.

    The host takes no http destinations, and a header rule sets the whole Location. The rules with 200 answer the
    addresses of folders with their pages.
    """
    return [
        *(f"{folder} {folder}index.html 200" for folder in INDEX_FOLDERS),
        *(
            f"{route.path.replace('{code}', code)} /{flag_path(route.image, code)} 301"
            for route in deployment.flag_routes
            for code in deployment.manifest["cca2"]
        ),
    ]


def answer_rules(deployment: Deployment, room: int) -> tuple[list[HeaderRule], list[DefaultAnswer]]:
    """Make at most *room* header rules for the files of answers: of each folder, and of each answer with a next page.

    A folder has what all its other answers have in common, so an answer without a next page can be without its total.
    Returns the answers with a next page for which there is no room, too.
    """
    rules = [HeaderRule("/*.json", (("Content-Type", TYPES["json"]),)), *type_rules(deployment.assets)]
    # The host knows the type of a text.
    rules += [HeaderRule(one.address, well_known_headers(one)) for one in deployment.well_known if one.type != "txt"]
    answers = [answer for answer in deployment.default_answers if answer.row.file]
    whole = [answer for answer in answers if not answer.has_next]
    patterns = {_folder(of[0]): _common_headers(of) for of in _by_route(whole) if _folder(of[0])}
    rules += [HeaderRule(f"{folder}{_KEY}.json", headers) for folder, headers in patterns.items() if headers]
    paged = [answer for answer in answers if answer.has_next]
    ruled = paged[: room - len(rules)]
    return rules + [_rule(answer, patterns.get(_folder(answer), ())) for answer in ruled], paged[len(ruled) :]


class RewriteRule(TypedDict):
    """A rule of a ruleset of the phase ``http_request_transform``."""

    ref: str
    description: str
    expression: str
    action: str
    action_parameters: JsonObject


class Ruleset(TypedDict):
    """The body of a request to Cloudflare's Rulesets API."""

    rules: list[RewriteRule]


def rewrite(deployment: Deployment, excluded: Sequence[DefaultAnswer]) -> Ruleset:
    """Make the URL rewrite rules of a zone: a request without a query gets the file of its answer.

    Paths get the ending ``.json``, except those of *excluded*. Metrics are matched without case, and
    ``/v1/countries/alpha/{code}`` gets the files of ``/v1/alpha``. An address that has no file then runs the function,
    which answers it as its route.
    """
    answers = deployment.default_answers
    filed = [answer for answer in answers if answer.row.file]
    metrics = [answer.row.address for answer in filed if answer.row.route.caseless and answer not in excluded]
    named = [answer.row.address for answer in filed if not _folder(answer) and not answer.row.route.caseless]
    folders = [*dict.fromkeys(folder for answer in filed if (folder := _folder(answer)))]
    paths = " or ".join([f"{_PATH} in {_set(named)}", *(f"({_inside(folder)})" for folder in folders)])
    # The host redirects a path with an escape to the decoded one if that has a file. No address of a file has one.
    plain = f'not {_PATH} contains "%" and not ends_with({_PATH}, ".json") and not ends_with({_PATH}, "/")'
    # The function reads a target of 8,000 bytes, and the ending makes it longer.
    longest = max(len(answer.row.address) for answer in filed)
    append = f"{plain} and len({_PATH}) le {longest} and ({paths})"
    if excluded:
        append += f" and not {_PATH} in {_set(answer.row.address for answer in excluded)}"
    rules = [
        _rewrite_rule(deployment, "files", append, f'concat({_PATH}, ".json")'),
        _rewrite_rule(deployment, "metrics", f"lower({_PATH}) in {_set(metrics)}", f'concat(lower({_PATH}), ".json")'),
    ]
    codes = [answer for answer in answers if not answer.row.file]
    for folder in dict.fromkeys(_folder(answer) for answer in codes):
        most = max(len(answer.row.address) for answer in codes)
        single = f'{plain} and {_inside(folder)} and not {_PATH} contains "," and len({_PATH}) le {most}'
        target = f'wildcard_replace({_PATH}, "{folder}*", "/{RECORD_FOLDER}/${{1}}.json")'
        rules.append(_rewrite_rule(deployment, "codes", single, target))
    return {"rules": rules}


def _rewrite_rule(deployment: Deployment, name: str, expression: str, path: str) -> RewriteRule:
    host = urlsplit(deployment.site.config.base_url).hostname or ""
    asked = f'http.host eq "{host}" and http.request.method in {{"GET" "HEAD"}} and http.request.uri.query eq ""'
    return {
        # A zone can have several deployments, and has a reference once.
        "ref": f"{_REF}_{re.sub('[^a-z0-9]', '_', host)}_{name}",
        "description": "Country records: a request without a query gets the file of its answer.",
        "expression": f"{asked} and {expression}",
        "action": "rewrite",
        "action_parameters": {"uri": {"path": {"expression": path}}},
    }


def _inside(folder: str) -> str:
    """Match a path of one segment in *folder*. A window has a further segment."""
    return f'{_PATH} strict wildcard "{folder}*" and not {_PATH} strict wildcard "{folder}*/*"'


def _set(paths: Iterable[str]) -> str:
    return "{" + " ".join(f'"{path}"' for path in paths) + "}"


def _folder(answer: DefaultAnswer) -> str:
    """Return the folder of the keys of a route whose answers share a header rule; each metric has its own headers."""
    route = answer.row.route
    return route.path.partition("{")[0] if "{" in route.path and not route.caseless else ""


def _by_route(answers: Iterable[DefaultAnswer]) -> list[list[DefaultAnswer]]:
    return [list(of) for _, of in groupby(answers, key=lambda answer: answer.row.route.path)]


def _own_headers(answer: DefaultAnswer, path: str = "") -> Headers:
    folder = _folder(answer)
    address = path or (f"{folder}{_KEY}" if folder else answer.row.address)
    return tuple((name, value.replace(PATH, address)) for name, value in answer.headers if name in _OWN)


def _common_headers(answers: Sequence[DefaultAnswer]) -> Headers:
    first = _own_headers(answers[0])
    others = [_own_headers(answer) for answer in answers]
    return tuple(header for header in first if all(header in other for other in others))


def _rule(answer: DefaultAnswer, pattern: Headers) -> HeaderRule:
    removed = tuple(name for name, value in pattern if (name, value) not in _own_headers(answer))
    inherited = {name for name, _ in pattern if name not in removed}
    headers = tuple(header for header in _own_headers(answer, answer.row.address) if header[0] not in inherited)
    return HeaderRule(f"/{answer.file}", headers, removed)
