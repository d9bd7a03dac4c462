"""Mixed traffic from many connections."""

import asyncio
import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from statistics import median, quantiles

# A target and its expected status: files, joined answers, projections, searches, redirects and errors.
MIX = (
    ("/v1?limit=5", 200),
    ("/v1/countries?page=3", 200),
    ("/v1/region/europe?limit=25", 200),
    ("/v1/region/europe?limit=25&fields=name,cca2,capital", 200),
    ("/v1/region/asia?limit=7&offset=3", 200),
    ("/v1/list?page=random&seed=load&index=7", 200),
    ("/v1/list?page=randomized&limit=5", 200),
    ("/v1/random?fields=cca2", 200),
    ("/v1/alpha/de,fr,es,it,pt?fields=name.common,enrichment.economics.gdp", 200),
    ("/v1/name/united", 200),
    ("/v1/capital/san", 200),
    ("/v1/rank/area?order=asc&limit=10", 200),
    ("/v1/meta/tlds?limit=100", 200),
    ("/health", 200),
    ("/llms.txt", 200),
    ("/flags/get/svg/de", 301),
    ("/flags/png/de.png", 200),
    ("/v1/name/nowhere", 404),
    ("/v1?limit=zwei", 400),
    ("/v1/%ff", 400),
)
_PATIENCE = 10.0


@dataclass(frozen=True)
class Load:
    """Results of a run: answers by the target's status, errors by name, latencies in ms, memory in bytes by second."""

    seconds: float
    answers: int
    wrong: Mapping[str, int]
    median: float
    p99: float
    memory: tuple[int, ...]

    @property
    def growth(self) -> float:
        """Divide the median memory of the last fifth of the run by that of the second fifth."""
        fifth = max(1, len(self.memory) // 5)
        return median(self.memory[-fifth:]) / median(self.memory[fifth : 2 * fifth] or self.memory)

    def __str__(self) -> str:
        return (
            f"{self.answers} answers in {self.seconds:.0f} s ({self.answers / self.seconds:.0f} a second), "
            f"{sum(self.wrong.values())} wrong {dict(self.wrong) or ''}, median {self.median:.1f} ms, "
            f"p99 {self.p99:.1f} ms, memory {self.memory[-1] / 2**20:.0f} MiB, {self.growth:.3f} of its early self"
        )


def put_under_load(port: int, seconds: float, connections: int, memory: Callable[[], int]) -> Load:
    """Send the mix over *connections* persistent connections to the loopback *port*."""
    return asyncio.run(_run(port, seconds, connections, memory))


async def _run(port: int, seconds: float, connections: int, memory: Callable[[], int]) -> Load:
    latencies: list[float] = []
    wrong: Counter[str] = Counter()
    samples: list[int] = []
    deadline = time.perf_counter() + seconds
    clients = [_client(port, deadline, number, latencies, wrong) for number in range(connections)]
    sampling = asyncio.create_task(_sample(memory, samples))
    await asyncio.gather(*clients)
    sampling.cancel()
    await asyncio.gather(sampling, return_exceptions=True)
    return Load(seconds, len(latencies), wrong, median(latencies), quantiles(latencies, n=100)[98], tuple(samples))


async def _sample(memory: Callable[[], int], samples: list[int]) -> None:
    while True:
        samples.append(memory())
        await asyncio.sleep(1)


async def _client(port: int, deadline: float, number: int, latencies: list[float], wrong: Counter[str]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for target, expected in itertools.islice(itertools.cycle(MIX), number, None):
        if time.perf_counter() > deadline:
            break
        started = time.perf_counter()
        try:
            writer.write(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            status, closes = await asyncio.wait_for(_answer(reader), _PATIENCE)
        except (OSError, ValueError, asyncio.IncompleteReadError, TimeoutError) as error:
            wrong[f"{target}: {type(error).__name__}"] += 1
            closes, status = True, expected
        latencies.append((time.perf_counter() - started) * 1000)
        if status != expected:
            wrong[f"{target}: {status}"] += 1
        if closes:
            writer.close()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.close()


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bool]:
    """Read one answer; return its status and whether the connection closes after it."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("ascii")
    first, *lines = head.rstrip().split("\r\n")
    headers = dict(_pairs(lines))
    if headers.get("transfer-encoding") == "chunked":
        while size := int(await reader.readline(), 16):
            await reader.readexactly(size + 2)
        await reader.readexactly(2)
    else:
        await reader.readexactly(int(headers.get("content-length", "0")))
    return int(first.split()[1]), headers.get("connection", "") == "close"


def _pairs(lines: Iterable[str]) -> Iterable[tuple[str, str]]:
    for line in lines:
        name, _, value = line.partition(":")
        yield name.lower(), value.strip().lower()
