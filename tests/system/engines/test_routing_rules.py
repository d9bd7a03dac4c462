"""Rules that a host evaluates itself, in the host's own engine if there is one."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.support.conformance import reply_differences
from tests.support.engines.netlify_rules import matches
from tests.support.processes import printed
from tests.support.serving import Service
from tests.support.vectors import Reply, Vector, load_vectors
from tests.system.conftest import flag_requests

# Netlify's engine decodes no name, and stops at an empty parameter.
_MISREAD = ("/v1?%6cimit=2", "/v1?&&limit=2&")
_CLOUDFRONT = """
const vm = require('node:vm');
const { source, requests } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const handler = vm.runInNewContext(`${source};handler`);
const asked = (method, uri) => ({ version: '1.0', request: { method, uri, querystring: {}, headers: {} } });
const answers = requests.map(([method, uri]) => handler(asked(method, uri)));
process.stdout.write(JSON.stringify(answers));
"""


def _rewritten(site: Path, vectors: list[Vector]) -> list[tuple[Vector, Path]]:
    """List the vectors that a rule answers with an existing file, and the file."""
    found = []
    for vector, match in zip(vectors, matches(site, vectors), strict=True):
        path = (
            site / "public" / (match["to"].partition("?")[0].lstrip("/") if match and match["status"] == 200 else ".")
        )
        if path.is_file():
            found.append((vector, path))
    return found


def _few_plain_of_each_folder(vectors: Iterable[Vector]) -> list[Vector]:
    """Keep three paths of a folder without a query, and all with one: without, the engine takes 35 ms instead of 2."""
    plain: Counter[str] = Counter()
    kept = []
    for vector in vectors:
        folder = vector.target.rpartition("/")[0]
        plain[folder] += "?" not in vector.target
        if "?" in vector.target or plain[folder] <= 3:
            kept.append(vector)
    return kept


def test_rule_of_netlify_selects_the_same_file_as_the_function(site: Path, service: Service) -> None:
    # A rule cannot distinguish a request that the function rejects from one without parameters.
    vectors = _few_plain_of_each_folder(vector for vector in load_vectors() if vector.method == "GET")
    bodies = {vector.id: reply.body for vector in vectors if (reply := service.send(vector)).status == 200}
    rewritten = _rewritten(site, [vector for vector in vectors if vector.id in bodies])
    right = [(vector.target, path.read_bytes() == bodies[vector.id]) for vector, path in rewritten]
    assert [target for target, same in right if not same and target not in _MISREAD] == []
    assert len(right) > 40


def test_rules_of_netlify_answer_plain_addresses_and_flags(site: Path, service: Service) -> None:
    flags = [f"/flags/get/{flag}" for flag in ("svg/deu", "png/DEU", "de", "4", "svg/76")]
    expected: dict[tuple[str, str], dict[str, object]] = {
        ("/v1/region/europe", ""): {"to": "/v1/region/europe.json", "status": 200},
        # No rule can have the ending of a path, so this is as if the function had failed: the page says so.
        ("/v1/region/atlantis.json", ""): {"to": "/_errors/500.json", "status": 500},
        ("/v1/alpha/DEU", ""): {"to": "/_errors/500.json", "status": 500},
        ("/v1/region/europe?offset=20&limit=10", ""): {"to": "/_errors/500.json", "status": 500},
        ("/v1/region/europe?fields=name", ""): {"to": "/_errors/500.json", "status": 500},
        **{(flag, ""): {"to": service.get(flag).header("Location"), "status": 301} for flag in flags},
    }
    found = matches(site, [Vector("", "", "", target, {}, country=country) for target, country in expected])
    assert dict(zip(expected, found, strict=True)) == expected


def _cloudfront(site: Path, requests: list[tuple[str, str]]) -> list[dict[str, Any]]:
    source = (site / "hosts" / "aws" / "flags" / "function.js").read_text("utf-8")
    given = json.dumps({"source": source, "requests": requests})
    answers: list[dict[str, Any]] = json.loads(printed("node", "-e", _CLOUDFRONT, given=given))
    return answers


def _replied(method: str, answer: dict[str, Any]) -> Reply:
    headers = tuple((name, header["value"]) for name, header in answer["headers"].items())
    body = "" if method == "HEAD" else answer.get("body", "")
    return Reply(answer["statusCode"], headers, body.encode())


def test_cloudfront_function_of_a_flag_host_answers_as_the_core_does(site: Path, flag_reference: Service) -> None:
    files = (site / "public/v1/alpha").glob("[a-z][a-z].json")
    records = [record for path in files for record in json.loads(path.read_bytes())]
    codes = [record[form] for record in records for form in ("cca2", "cca3", "ccn3") if form in record]
    codes += [code.lstrip("0") for code in codes]
    redirects = [("GET", f"/get/{image}{code}") for image in ("", "png/", "svg/") for code in codes]
    # Unlike other hosts, CloudFront passes the path to the function unchanged.
    requests = [*redirects, *flag_requests(), ("GET", "/get/%zz"), ("GET", "/get/%ff"), ("GET", f"/{'x' * 100}")]
    for (method, uri), answer in zip(requests, _cloudfront(site, requests), strict=True):
        assert reply_differences(flag_reference.get(uri, method), _replied(method, answer)) == {}, f"{method} {uri}"


def test_cloudfront_function_of_a_flag_host_passes_images_to_the_bucket(site: Path) -> None:
    images = [("GET", f"/{path.parent.name}/{path.name}") for path in (site / "public" / "flags").glob("*/*")]
    assert len(images) > 100
    for image, answer in zip(images, _cloudfront(site, images), strict=True):
        assert answer["uri"] == image[1]


def test_cloudfront_runs_the_function_of_a_flag_host_for_every_method(site: Path) -> None:
    template = json.loads((site / "hosts" / "aws" / "flags" / "template.json").read_bytes())
    behaviour = template["Resources"]["Distribution"]["Properties"]["DistributionConfig"]["DefaultCacheBehavior"]
    assert {"OPTIONS", "POST", "PUT", "DELETE", "PATCH"} < {*behaviour["AllowedMethods"]}
