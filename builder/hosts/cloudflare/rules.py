"""Makes the rules that Cloudflare evaluates itself: headers of files, redirects of flags, and rewrites to files."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from builder.api.output_paths import DOCS_FOLDER, RECORD_FOLDER, flag_path
from builder.api.response_headers import LINK, RANK_DEFINITION, RANK_METRIC, RANK_ORDER, TOTAL_COUNT, TYPES
from builder.hosts.shared.deployment import Deployment
from builder.hosts.shared.file_answers import PATH, DefaultAnswer, Headers, file_headers, well_known_headers

MAX_HEADER_RULES = 100
# Headers that only files of answers have.
_ANSWER_HEADERS = {header.name for header in (RANK_METRIC, RANK_ORDER, RANK_DEFINITION, TOTAL_COUNT, LINK)}
# Endings of files whose type the host knows, and JSON, which has its own rule.
_KNOWN_ENDINGS = {"atom", "css", "csv", "geojson", "html", "ico", "ics", "js", "json", "png", "svg", "txt", "xml"}
# The placeholder of a header rule for a segment, or for the part of a segment before an ending.
_KEY = ":key"

INDEX_FOLDERS = ("/", f"/{DOCS_FOLDER}/")

_PATH = "http.request.uri.path"


class HeaderRule(NamedTuple):
    """A rule of ``_headers``: a path, the headers that it sets, and headers of other rules that it removes."""

    path: str
    headers: Headers
    removed: tuple[str, ...] = ()


def file_rules(deployment: Deployment) -> list[HeaderRule]:
    """Make the header rules of all files, of images, of pages and of redirects to flags."""
    everywhere = file_headers(deployment.site.dataset.revision)
    rules = [HeaderRule("/*", everywhere)]
    for folder, headers in deployment.image_folders.items():
        further = tuple(header for header in headers if header not in everywhere)
        rules.append(HeaderRule(f"{folder}/*", further, ("Cache-Control",)))
    rules += [HeaderRule(path, deployment.page_headers) for path in ("/*.html", *INDEX_FOLDERS)]
    for route in deployment.flag_routes:
        # The host shortens a Location at its own origin to the path; a header rule sets the whole address.
        location = f"{deployment.manifest['flags'][route.image]}{_KEY}.{route.image}"
        rules.append(HeaderRule(route.path.replace("{code}", _KEY), (("Location", location),)))
    return rules


def redirects(deployment: Deployment) -> list[str]:
    """Make the redirects to flags for cca2 codes in lower case, and the rules that answer folders with their pages.

    Other codes and spellings run the function. The host accepts only paths as destinations of redirects, so a header
    rule sets the whole Location.
    """
    return [
        *(f"{folder} {folder}index.html 200" for folder in INDEX_FOLDERS),
        *(
            f"{route.path.replace('{code}', code)} /{flag_path(route.image, code)} 301"
            for route in deployment.flag_routes
            for code in deployment.manifest["cca2"]
        ),
    ]


class AnswerRules(NamedTuple):
    """The header rules of answers, and the answers with a next page for which no rule was left."""

    rules: list[HeaderRule]
    left_out: list[DefaultAnswer]


def answer_rules(deployment: Deployment, room: int) -> AnswerRules:
    """Make at most *room* header rules: for types of files, for folders of answers, and for answers with a next page.

    The rule of a folder has only the headers that all its answers without a next page share. So their totals may be
    missing.
    """
    endings = {asset.path.rpartition(".")[2] for asset in deployment.assets if "." in asset.path} & TYPES.keys()
    typed = ["json", *sorted(endings - _KNOWN_ENDINGS)]
    rules = [HeaderRule(f"/*.{ending}", (("Content-Type", TYPES[ending]),)) for ending in typed]
    # The host itself knows the type of texts.
    rules += [
        HeaderRule(file.address, well_known_headers(file)) for file in deployment.well_known if file.type != "txt"
    ]
    answers = [answer for answer in deployment.default_answers if answer.row.file]
    unpaged = [answer for answer in answers if not answer.has_next]
    by_route = [list(group) for _, group in groupby(unpaged, key=lambda answer: answer.row.route.path)]
    shared = {_folder(group[0]): _common_headers(group) for group in by_route if _folder(group[0])}
    rules += [HeaderRule(f"{folder}{_KEY}.json", headers) for folder, headers in shared.items() if headers]
    paged = [answer for answer in answers if answer.has_next]
    ruled = paged[: room - len(rules)]
    rules += [_rule(answer, shared.get(_folder(answer), ())) for answer in ruled]
    return AnswerRules(rules, paged[len(ruled) :])


def rewrite(deployment: Deployment, excluded: Sequence[DefaultAnswer]) -> list[dict[str, Any]]:
    """Make the URL rewrite rules of a zone for Cloudflare's API: a request without a query gets the file of its answer.

    The rules add ``.json`` to the path, except to the paths of *excluded*. Metrics are matched without case, and
    ``/v1/countries/alpha/{code}`` gets the files of ``/v1/alpha``. If the resulting address has no file, the function
    answers it like the route.
    """
    answers = deployment.default_answers
    with_file = [answer for answer in answers if answer.row.file]
    metrics = [answer.row.address for answer in with_file if answer.row.route.caseless and answer not in excluded]
    named = [answer.row.address for answer in with_file if not _folder(answer) and not answer.row.route.caseless]
    folders = [*dict.fromkeys(folder for answer in with_file if (folder := _folder(answer)))]
    paths = " or ".join([f"{_PATH} in {_set(named)}", *(f"({_inside(folder)})" for folder in folders)])
    # The host redirects a percent-encoded path to the decoded path of a file. No address of a file is percent-encoded.
    plain = f'not {_PATH} contains "%" and not ends_with({_PATH}, ".json") and not ends_with({_PATH}, "/")'
    # The ending must not make a target longer than the 8,000 bytes that the function reads.
    longest = max(len(answer.row.address) for answer in with_file)
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
    return rules


def _rewrite_rule(deployment: Deployment, name: str, expression: str, path: str) -> dict[str, Any]:
    host = urlsplit(deployment.site.config.base_url).hostname or ""
    conditions = f'http.host eq "{host}" and http.request.method in {{"GET" "HEAD"}} and http.request.uri.query eq ""'
    return {
        # A reference must be unique in a zone, which can have several deployments.
        "ref": f"country_reference_{re.sub('[^a-z0-9]', '_', host)}_{name}",
        "description": "Country records: a request without a query gets the file of its answer.",
        "expression": f"{conditions} and {expression}",
        "action": "rewrite",
        "action_parameters": {"uri": {"path": {"expression": path}}},
    }


def _inside(folder: str) -> str:
    """Write the condition that a path has one segment in *folder*; the path of a window has two."""
    return f'{_PATH} strict wildcard "{folder}*" and not {_PATH} strict wildcard "{folder}*/*"'


def _set(paths: Iterable[str]) -> str:
    return "{" + " ".join(f'"{path}"' for path in paths) + "}"


def _folder(answer: DefaultAnswer) -> str:
    """Return the folder whose answers share a header rule; empty for a metric, and for a route without a parameter."""
    route = answer.row.route
    return route.path.partition("{")[0] if "{" in route.path and not route.caseless else ""


def _headers_of(answer: DefaultAnswer, path: str = "") -> Headers:
    folder = _folder(answer)
    address = path or (f"{folder}{_KEY}" if folder else answer.row.address)
    return tuple((name, value.replace(PATH, address)) for name, value in answer.headers if name in _ANSWER_HEADERS)


def _common_headers(answers: Sequence[DefaultAnswer]) -> Headers:
    first = _headers_of(answers[0])
    each = [_headers_of(answer) for answer in answers]
    return tuple(header for header in first if all(header in headers for headers in each))


def _rule(answer: DefaultAnswer, folder_headers: Headers) -> HeaderRule:
    removed = tuple(name for name, value in folder_headers if (name, value) not in _headers_of(answer))
    inherited = {name for name, _ in folder_headers if name not in removed}
    headers = tuple(header for header in _headers_of(answer, answer.row.address) if header[0] not in inherited)
    return HeaderRule(f"/{answer.file}", headers, removed)
