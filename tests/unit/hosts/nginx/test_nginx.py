"""The configuration of nginx, as it is written."""

import re
from pathlib import Path

import pytest

from builder.hosts import nginx
from builder.hosts.shared.deployment import Deployment

_SECONDS = {"ms": 0.001, "s": 1.0}


@pytest.fixture(scope="module")
def configuration(deployment: Deployment) -> str:
    """Return every file of the configuration as one text."""
    return "\n".join(
        file.make().decode() for file in nginx.make(deployment).files if file.path.startswith("hosts/nginx/")
    )


def test_configuration_has_at_most_300_lines(site: Path) -> None:
    files = [site / "hosts/nginx" / name for name in ("maps.conf", "server.conf", "site.conf")]
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= 300


def test_answer_with_a_next_page_goes_to_the_function(deployment: Deployment, configuration: str) -> None:
    patterns = re.findall(r'location ~ "([^"]+)"', configuration)
    routes = {answer.row.address: answer.has_next for answer in deployment.default_answers}
    assert any(routes.values())
    served = [address for address in routes if any(re.fullmatch(pattern, address) for pattern in patterns)]
    assert len(served) > 30
    assert [address for address in served if routes[address]] == []


def test_worker_that_hangs_is_left_within_a_second(configuration: str) -> None:
    found = dict(
        re.findall(r"^ *proxy_((?:connect|read|send)_timeout|next_upstream) (.*);$", configuration, re.MULTILINE)
    )
    assert {"error", "timeout"} <= {*found.pop("next_upstream").split()}
    limits = [re.fullmatch("([0-9]+)(ms|s)", value) for value in found.values()]
    assert len(limits) == 3
    assert all(limit and int(limit[1]) * _SECONDS[limit[2]] <= 1 for limit in limits)
