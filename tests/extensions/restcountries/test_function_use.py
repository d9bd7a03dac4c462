"""A plain address of the ``/v3.1`` routes runs no function where the rules of a host lead to its file."""

from collections.abc import Iterator

import pytest

from builder.project.build_request import BuildRequest
from tests.support.engines.engine_list import Engines
from tests.support.engines.function_use import marked, ran
from tests.support.engines.netlify_rules import matches
from tests.support.vectors import getting

HOSTS = ("cloudflare", "nginx", "vercel")


@pytest.fixture(scope="module")
def engines(small_lenient: BuildRequest) -> Iterator[Engines]:
    """Run the engines with a function that marks its answers."""
    with marked(small_lenient.output) as site, Engines(site) as started:
        yield started


@pytest.mark.parametrize("host", HOSTS)
def test_plain_address_runs_no_function(host: str, engines: Engines, small_lenient: BuildRequest) -> None:
    root = small_lenient.output / "public/v3.1"
    files = sorted(path for path in root.rglob("*.json") if path.name != "openapi.json")
    few = [path for path in files if path.parent.name not in ("alpha", "name", "capital")]
    ask = engines.send(host)
    for path in (*few[::2], *files[::10], root / "all.json", root / "independent.json"):
        target = f"/v3.1/{path.relative_to(root).as_posix().removesuffix('.json')}"
        reply = ask(getting(target))
        assert not ran(reply.headers), target
        assert (reply.status, reply.body) == (200, path.read_bytes()), target


def test_rules_of_netlify_send_files_while_the_function_is_down(engines: Engines, small_lenient: BuildRequest) -> None:
    root = small_lenient.output / "public"
    plain = sorted(path for path in (root / "v3.1").rglob("*.json") if path.name != "openapi.json")[::5]
    files = {f"/{path.relative_to(root).as_posix().removesuffix('.json')}": path for path in plain}
    others = [f"/v3.1/{rest}" for rest in ("all?fields=cca2", "name/unit", "alpha?codes=pe,co", "none")]
    targets = [*files, *others]
    rules = matches(small_lenient.output, [getting(target) for target in targets])
    expected = [(f"{target}.json", 200) for target in files] + [("/_errors/500.json", 500)] * len(others)
    assert [(rule and rule["to"], rule and rule["status"]) for rule in rules] == expected
    ask = engines.send("nginx")
    for target, path in list(files.items())[::4]:
        assert ask(getting(target)).body == path.read_bytes(), target
