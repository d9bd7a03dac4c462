"""What each host refuses, and whether a planned site stays inside."""

from collections.abc import Iterable
from dataclasses import dataclass

from builder.problems import InputError, Problem

MEBIBYTE = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """Greatest number of files and size of one file in bytes that a host accepts, and where it says so."""

    host: str
    files: int | None
    file_bytes: int | None
    source: str


LIMITS: tuple[Limits, ...] = (
    Limits("cloudflare", 20_000, 25 * MEBIBYTE, "Cloudflare Workers, platform limits of static assets, free plan"),
    Limits("netlify", None, None, "Netlify names no limit for a deploy's files"),
    Limits("vercel", None, 100 * MEBIBYTE, "Vercel, limits of deployments, hobby plan"),
    Limits("aws", None, None, "Amazon S3 names no limit for a bucket's objects"),
    Limits("nginx", None, None, "a disk of your own"),
)


@dataclass(frozen=True)
class Standing:
    """How a site stands against one host."""

    limits: Limits
    problems: tuple[Problem, ...]


def stand(files: int, largest: int, names: Iterable[str]) -> tuple[Standing, ...]:
    """Hold a site of *files* files, the largest of *largest* bytes, against the hosts in *names*."""
    return tuple(
        Standing(limits, tuple(_problems(limits, files, largest))) for limits in LIMITS if limits.host in set(names)
    )


def _problems(limits: Limits, files: int, largest: int) -> Iterable[Problem]:
    if limits.files is not None and files > limits.files:
        yield Problem(
            limits.host,
            "files",
            f"{files:,} are planned and {limits.files:,} accepted ({limits.source}); "
            "name fewer sizes in [pages] limits, "
            'set [pages] offsets = "aligned", or take the host out of [hosts] names',
        )
    if limits.file_bytes is not None and largest > limits.file_bytes:
        yield Problem(
            limits.host,
            "file size",
            f"the largest file has {largest:,} bytes and {limits.file_bytes:,} are accepted ({limits.source}); "
            "name smaller sizes in [pages] limits or smaller [flags] widths",
        )


def refuse_over_limits(standings: Iterable[Standing]) -> None:
    """Raise ``InputError`` with every limit that the site would break."""
    problems = [problem for standing in standings for problem in standing.problems]
    if problems:
        raise InputError(problems, "Nothing was written.")
