"""The configuration of nginx, as it is written."""

import re
from pathlib import Path

import pytest

from builder.hosts import nginx
from builder.hosts.shared.deployment import Deployment

_CLASS = re.compile(r'^    ([0-9]+)/[0-9]+ "([0-9=,]+)";$', re.MULTILINE)
_SECONDS = {"ms": 0.001, "s": 1.0}


@pytest.fixture(scope="module")
def configuration(deployment: Deployment) -> str:
    """Return every file of the configuration as one text."""
    return "\n".join(
        file.body.decode() for file in nginx.make(deployment).files if file.path.startswith("hosts/nginx/")
    )


def test_configuration_can_be_read(site: Path) -> None:
    files = [*(site / "hosts/nginx").glob("*.conf")]
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= 1500


def test_last_window_of_a_list_has_an_item(configuration: str) -> None:
    lasts = [
        (int(total), *map(int, pair.split("=")))
        for total, pairs in _CLASS.findall(configuration)
        for pair in pairs.split(",")
    ]
    assert [entry for entry in lasts if entry[0] % entry[1] == 0]
    assert [entry for entry in lasts if entry[2] != [*range(0, entry[0], entry[1])][-1]] == []


def test_worker_that_hangs_is_left_within_a_second(configuration: str) -> None:
    found = dict(
        re.findall(r"^ *proxy_((?:connect|read|send)_timeout|next_upstream) (.*);$", configuration, re.MULTILINE)
    )
    assert {"error", "timeout"} <= {*found.pop("next_upstream").split()}
    limits = [re.fullmatch("([0-9]+)(ms|s)", value) for value in found.values()]
    assert len(limits) == 3
    assert all(limit and int(limit[1]) * _SECONDS[limit[2]] <= 1 for limit in limits)
