"""Stage 4: flag images, the SVGs of the configured folder, cleaned, and the PNGs rendered from them."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path

import resvg_py

from builder.config import Flags
from builder.paths import flag_path
from builder.problems import InputError, Problem
from builder.stages.images.rendered import Memo
from builder.tables.headers import SVG_POLICY
from builder.types import Asset, Dataset, File

_RENDERER = f"resvg-py {resvg_py.__version__}, resvg {resvg_py.__resvg_version__}"


def make_images(
    dataset: Dataset, source: Path, flags: Flags, cached: Path, progress: Callable[[str, int], None]
) -> tuple[Asset, ...]:
    """Make the images of every record from ``<source>/<cca2>.svg``: the SVG, and a PNG for each width in pixels.

    What was made before is taken from ``<cached>/flags``. Raises ``InputError`` naming every file that is missing, that
    is no SVG, or that shows nothing.
    """
    if not source.is_dir():
        raise InputError([Problem(str(source), "", "is not a folder of flag images")], _ADVICE)
    made = Memo(cached / "flags")
    cleaner = _cleaner()
    assets: list[Asset] = []
    problems = []
    for done, record in enumerate(dataset.records, 1):
        file = source / f"{record.cca2.lower()}.svg"
        try:
            original = file.read_bytes()
        except OSError as error:
            problems.append(Problem(str(file), "", f"cannot be read: {error.strerror}"))
            continue
        try:
            svg = made.get(cleaner, original, _clean)
            assets += _images(record.cca2, svg, flags.widths, made)
        except ValueError as error:
            problems.append(Problem(str(file), "", str(error)))
        progress("flags", done)
    if problems:
        raise InputError(problems, _ADVICE)
    return tuple(assets)


_ADVICE = "Run make setup, which installs the images, or set [flags] images to a folder with an SVG for every record."


def _images(cca2: str, svg: bytes, widths: Sequence[int], made: Memo) -> Iterator[Asset]:
    yield _asset(flag_path("svg", cca2), svg, "svg", (SVG_POLICY,))
    for width in dict.fromkeys(widths):
        png = made.get(f"{_RENDERER}, {width} px", svg, partial(_render, width=width))
        yield _asset(flag_path("png", cca2, None if width == widths[0] else width), png, "png")


def _asset(path: str, body: bytes, kind: str, headers: tuple[tuple[str, str], ...] = ()) -> Asset:
    return Asset(f"/{path}", File.public(path, body), kind, "image", headers)


def _cleaner() -> str:
    """Name the cleaner by its source, so that an edit of it is enough to clean again."""
    source = Path(__file__).with_name("svg.py").read_bytes()
    return f"cleaner {blake2b(source, digest_size=16).hexdigest()}"


def _clean(source: bytes) -> bytes:
    # The XML parser takes longer to import than a warm build takes for all images.
    from builder.stages.images.svg import clean  # noqa: PLC0415

    return clean(source)


def _render(svg: bytes, width: int) -> bytes:
    """Render to a PNG *width* pixels wide. Raises ``ValueError`` when there is nothing to see."""
    try:
        png = _png(svg.decode(), width)
    except ValueError as error:
        raise ValueError(f"cannot be rendered: {error}") from None
    if png == _nothing(width, int.from_bytes(png[20:24], "big")):
        raise ValueError("is blank: every pixel is transparent")
    return png


@cache
def _nothing(width: int, height: int) -> bytes:
    """Render a transparent image of this size; equal pixels have equal bytes, so it need not be decoded to compare."""
    return _png(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"/>', width)


def _png(svg: str, width: int) -> bytes:
    # Fonts of the machine would make the result depend on it; cleaned images have no text.
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))
