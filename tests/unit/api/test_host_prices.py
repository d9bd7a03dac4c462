"""The cost of a month of requests, without those that a plan includes."""

import pytest

from builder.api.host_names import HOSTS
from builder.api.host_prices import DAILY, DAYS, HOST_PRICES, HostPrice

PRICE = HostPrice("h", "H", "p", base=5, calls=1, call_included=10_000_000, call_rate=0.5, call_source="https://x")


def test_included_requests_cost_nothing() -> None:
    assert PRICE.monthly(10_000_000 // DAYS) == 5


def test_million_calls_above_the_included_ones_cost_the_rate() -> None:
    assert PRICE.monthly(20_000_000 // DAYS) == pytest.approx(10, rel=1e-5)


def test_static_addresses_are_requests_but_no_function_calls() -> None:
    both = PRICE._replace(base=0, call_included=0, request_rate=1.0)
    assert both.function_calls(1_000_000, static=1) == 0
    assert both.monthly(1_000_000, static=1) == 30


@pytest.mark.parametrize("price", HOST_PRICES, ids=[price.host for price in HOST_PRICES])
def test_price_has_a_known_host_and_a_source_and_falls_with_static_addresses(price: HostPrice) -> None:
    assert price.host in HOSTS
    assert price.call_source.startswith("https://")
    assert all(price.monthly(daily, 0.8) < price.monthly(daily) for daily in DAILY)
