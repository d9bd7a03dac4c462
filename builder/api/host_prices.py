"""The cost of requests at hosts that charge for them, from the vendors' published prices."""

from typing import NamedTuple

DAYS = 30
READ = "2026-11-22"
DAILY = (1_000_000, 10_000_000, 100_000_000)
"""Requests per day for which the documents show a cost."""
STATIC_SHARE = 0.8
"""Part of the requests that go to static addresses, for callers that use them."""


class HostPrice(NamedTuple):
    """Prices in US dollars, without traffic. ``included`` and the rates per million are per month.

    ``calls`` is the greatest number of function calls for a request to the API. A request to a static address calls no
    function. ``source`` and ``call_source`` are the sources of the prices.
    """

    host: str
    title: str
    plan: str
    base: float
    calls: float
    call_included: int
    call_rate: float
    call_source: str
    request_included: int = 0
    request_rate: float = 0.0
    source: str = ""

    def function_calls(self, daily: int, static: float = 0.0) -> float:
        """Count function calls per month at *daily* requests; *static* is the part that goes to static addresses."""
        return daily * DAYS * (1 - static) * self.calls

    def monthly(self, daily: int, static: float = 0.0) -> float:
        """Compute the cost per month in US dollars."""
        calls = max(0.0, self.function_calls(daily, static) - self.call_included)
        requests = max(0.0, daily * DAYS - self.request_included)
        return self.base + (calls * self.call_rate + requests * self.request_rate) / 1_000_000


HOST_PRICES: tuple[HostPrice, ...] = (
    HostPrice(
        "cloudflare",
        "Cloudflare",
        "Workers Paid",
        base=5,
        calls=1,
        call_included=10_000_000,
        # And 0.02 per million milliseconds of CPU time; one millisecond per call is assumed.
        call_rate=0.30 + 0.02,
        call_source="https://developers.cloudflare.com/workers/platform/pricing/",
    ),
    HostPrice(
        "vercel",
        "Vercel",
        "Pro, invocations alone",
        base=20,
        calls=1,
        call_included=1_000_000,
        call_rate=0.60,
        call_source="https://vercel.com/docs/fluid-compute/pricing",
    ),
    HostPrice(
        "aws",
        "AWS",
        "on demand, half from CloudFront's cache",
        base=0,
        # Half of all requests, each with both triggers.
        calls=1,
        call_included=0,
        # And 0.00005001 per GB-second; a quarter of a GB for one millisecond is assumed.
        call_rate=0.60 + 0.0125,
        call_source="https://aws.amazon.com/lambda/pricing/",
        request_included=10_000_000,
        request_rate=1.00,
        source="https://aws.amazon.com/cloudfront/pricing/",
    ),
)
