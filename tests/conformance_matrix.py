"""The conformance matrix: ``python -m tests.conformance_matrix [ENGINE ...]``.

Prints for each engine how many vectors agree with the preview, differ as declared, and fail; how many requests with a
file were answered with the unchanged file, and how many without the function; and the size of the function that
Cloudflare's tool would deploy. Exits with 1 when a vector fails.
"""

# ruff: noqa: T201  a command whose output is its purpose

import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from builder.output_paths import is_window
from tests.support import sites
from tests.support.conformance import FAST, Verdict, judge, load_differences, remembered
from tests.support.engines.engines import Engines
from tests.support.engines.function_use import file_of, marked, ran
from tests.support.engines.netlify_rules import matches
from tests.support.engines.wrangler import dry_run
from tests.support.serving import Service
from tests.support.vectors import Vector, load_vectors

_PAGE = re.compile(r"(?:limit|offset)=[0-9]+(?:&(?:limit|offset)=[0-9]+)?")


def main(engines: Sequence[str]) -> int:
    """Print the matrix of *engines*."""
    vectors, rows = load_vectors(), load_differences()
    worst = 0
    with tempfile.TemporaryDirectory() as folder, sites.shared(Path(folder), sites.with_country_header) as request:
        site = request.output
        reference = sites.opened(site)
        wanted = remembered(reference.send)
        print(f"{len(vectors)} vectors")
        print(f"{'engine':<12}{'agree':>7}{'declared':>10}{'fail':>6}   files untouched")
        for engine in engines:
            with marked(site) as copy, Engines(copy) as started:
                verdicts = list(judge(engine, vectors, started.send(engine), wanted, rows))
            failed = [verdict for verdict in verdicts if verdict.failures]
            declared = [verdict for verdict in verdicts if verdict.declared and not verdict.failures]
            agreed = len(verdicts) - len(failed) - len(declared)
            counts = f"{engine:<12}{agreed:>7}{len(declared):>10}{len(failed):>6}"
            print(f"{counts}   {_share(engine, site, reference, verdicts)}")
            for verdict in failed:
                print(f"  {verdict.vector.id}: {'; '.join(verdict.failures)}")
            worst = max(worst, len(failed))
        print(f"{'rules':<12}{_ruled(site, reference, vectors)}")
        print(f"{'wrangler':<12}would deploy a function of {dry_run(site, 'hosts/cloudflare'):,.0f} KiB")
    for row in rows:
        print(f"declared for {', '.join(row.engines)}: {', '.join(sorted(row.of))}: {row.reason}")
    return int(worst > 0)


def _share(engine: str, site: Path, reference: Service, verdicts: Sequence[Verdict]) -> str:
    """Count the requests whose answer is a file, and of these the answers with just its bytes."""
    filed = [(verdict, file) for verdict in verdicts if (file := file_of(reference, verdict.vector))]
    untouched = [
        (verdict, file) for verdict, file in filed if verdict.reply.body == (site / "public" / file).read_bytes()
    ]
    text = f"{len(untouched)} of {len(filed)}"
    text += f", {sum(not ran(verdict.reply.headers) for verdict, _ in untouched)} without the function"
    plain = [verdict for verdict, _ in filed if "?" not in verdict.vector.target]
    text += f"; of {len(plain)} without a query {sum(ran(verdict.reply.headers) for verdict in plain)} ran it"
    paged = [verdict for verdict, _ in filed if _PAGE.fullmatch(verdict.vector.target.partition("?")[2])]
    text += f", of {len(paged)} by limit and offset alone {sum(ran(verdict.reply.headers) for verdict in paged)}"
    if len(untouched) < len(filed) and all(
        verdict.declared for verdict, file in filed if (verdict, file) not in untouched
    ):
        text += ", the rest are declared"
    if engine == "vercel":
        joined = sum(is_window(file) for _, file in untouched)
        text += f", of these {joined} joined from records to the same bytes, as pages are not uploaded"
    return text


def _ruled(site: Path, reference: Service, vectors: Sequence[Vector]) -> str:
    filed = [(vector, file) for vector in vectors if (file := file_of(reference, vector))]
    found = matches(site, [vector for vector, _ in filed])
    ruled = sum(
        bool(match) and match["to"] == f"/{file}" for match, (_, file) in zip(found, filed, strict=True) if match
    )
    return f"of {len(filed)} requests with a file, Netlify's rules alone would answer {ruled} with that file"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or FAST))
