"""The limits of hosts."""

from importlib import import_module
from typing import Any

import pytest

from builder.host_declarations import HOSTS, folder_of_host
from builder.problems import InputError
from builder.stages.hosts.shared.limits import Limit, LimitUse, refuse_over_limits

MODULES: dict[str, Any] = {name: import_module(f"builder.stages.hosts.{folder_of_host(name).name}") for name in HOSTS}
EVERY_LIMIT = [(name, limit) for name, module in MODULES.items() for limit in module.LIMITS]


@pytest.mark.parametrize(("host", "limit"), EVERY_LIMIT, ids=[f"{host}: {limit.what}" for host, limit in EVERY_LIMIT])
def test_site_above_a_limit_is_rejected_with_a_remedy(host: str, limit: Limit) -> None:
    others = [(other, other.most) for other in MODULES[host].LIMITS if other != limit]
    refuse_over_limits([LimitUse(host, (*others, (limit, limit.most)))])
    with pytest.raises(InputError) as refused:
        refuse_over_limits([LimitUse(host, (*others, (limit, limit.most + 1)))])
    assert str(refused.value).startswith(f"{host}: {limit.what}: {limit.most + 1:,} planned, at most {limit.most:,}")
    assert limit.remedy in str(refused.value)
    assert limit.source in str(refused.value)
