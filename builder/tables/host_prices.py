"""What requests cost at hosts that bill for them, by the vendors' published prices."""

from dataclasses import dataclass

DAYS = 30
READ = "2026-11-22"
DAILY = (1_000_000, 10_000_000, 100_000_000)
"""Requests a day for which the documents give a cost."""
STATIC_SHARE = 0.8
"""Part of the requests that callers who use static addresses send to them."""


@dataclass(frozen=True)
class HostPrice:
    """Prices in US dollars without traffic; ``included`` and rates per million count by the month.

    ``calls`` is how often a request to the API runs the function, at most. A request to a static address runs none.
    ``source`` and ``call_source`` are where each price was read.
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
        """Count runs of the function a month at *daily* requests, of which the part *static* is to static addresses."""
        return daily * DAYS * (1 - static) * self.calls

    def monthly(self, daily: int, static: float = 0.0) -> float:
        """Cost of a month in US dollars."""
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
        # And 0.02 for each million milliseconds of CPU, of which one for each call is assumed.
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
        # Half of all requests, each of them through both triggers.
        calls=1,
        call_included=0,
        # And 0.00005001 for each GB-second: a quarter of a GB for a millisecond is assumed.
        call_rate=0.60 + 0.0125,
        call_source="https://aws.amazon.com/lambda/pricing/",
        request_included=10_000_000,
        request_rate=1.00,
        source="https://aws.amazon.com/cloudfront/pricing/",
    ),
)
