"""The limits of hosts."""

import pytest

from builder.hosts import host_module
from builder.hosts.shared.limits import HostUsage, Limit, LimitUse, refuse_over_limits
from builder.inputs.errors import InputError
from builder.project.host_declarations import HOSTS

EVERY_LIMIT = [(name, limit) for name in HOSTS for limit in host_module(name).LIMITS]


@pytest.mark.parametrize(("host", "limit"), EVERY_LIMIT, ids=[f"{host}: {limit.what}" for host, limit in EVERY_LIMIT])
def test_site_at_the_limits_is_accepted_and_one_above_is_rejected_with_a_remedy(host: str, limit: Limit) -> None:
    others = [LimitUse(other, other.most) for other in host_module(host).LIMITS if other != limit]
    refuse_over_limits([HostUsage(host, (*others, LimitUse(limit, limit.most)))])
    with pytest.raises(InputError) as refused:
        refuse_over_limits([HostUsage(host, (*others, LimitUse(limit, limit.most + 1)))])
    assert str(refused.value).startswith(f"{host}: {limit.what}: {limit.most + 1:,} planned, at most {limit.most:,}")
    assert limit.remedy in str(refused.value)
    assert limit.source in str(refused.value)
