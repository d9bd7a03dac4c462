"""Makes the flag images: the SVG files of the dataset, and PNG files rendered from them."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache, partial
from pathlib import Path

from builder.api.headers import SVG_POLICY
from builder.api.output_paths import FLAG_FOLDER, flag_path, public_path
from builder.api.types import Asset, Dataset, File
from builder.images.memo import Memo
from builder.images.renderer import Renderer, draw_png
from builder.images.svg_check import refuse_unsafe
from builder.inputs.errors import PROGRESS, InputError, Problem, refuse
from builder.inputs.files import fingerprint


def make_images(dataset: Dataset, source: Path, widths: Sequence[int], cached: Path) -> tuple[Asset, ...]:
    """Make the images of every record from ``<source>/<cca2>.svg``: the SVG, and a PNG for each width in pixels.

    Images rendered earlier are taken from ``<cached>/flags``. Raises ``InputError`` with every file that is missing, is
    not an SVG, contains more than a drawing, is not 4:3, takes too much to render, or is blank.
    """
    if not source.is_dir():
        raise InputError([Problem(str(source), "", "is not a folder of flag images")], _ADVICE)
    memo = Memo(cached / "flags", recipe())
    assets: list[Asset] = []
    problems: list[Problem] = []
    with closing(Renderer()) as renderer:
        for number, record in enumerate(dataset.records, 1):
            PROGRESS.info("%d of %d flags", number, len(dataset.records))
            file = source / f"{record.cca2.lower()}.svg"
            with _named(file, problems):
                svg = file.read_bytes()
                assets.append(_asset(flag_path("svg", record.cca2), svg, "svg", (SVG_POLICY,)))
                for place, width in enumerate(dict.fromkeys(widths)):
                    png = memo.get(b"%d %b" % (width, svg), partial(_render, renderer, svg, width))
                    assets.append(_asset(flag_path("png", record.cca2, width if place else None), png, "png"))
    refuse(problems, _ADVICE)
    return tuple(assets)


def at_flag_host(images: Iterable[Asset]) -> tuple[Asset, ...]:
    """Make the same *images* at the addresses that they have on a host of their own, in folders of the root."""
    folder = f"/{FLAG_FOLDER}"
    return tuple(
        image._replace(
            address=(address := image.address.removeprefix(folder)),
            file=image.file._replace(path=public_path(address[1:])),
        )
        for image in images
    )


def refuse_faulty_flags(source: Path) -> None:
    """Raise ``InputError`` with every flag in the folder *source* that ``make_images`` would refuse unrendered."""
    problems: list[Problem] = []
    for file in sorted(source.glob("[!.]*.svg")):
        with _named(file, problems):
            refuse_unsafe(file.read_bytes())
    refuse(problems, _ADVICE)


@contextmanager
def _named(file: Path, problems: list[Problem]) -> Iterator[None]:
    """Add to *problems* why *file* cannot be read or is refused in the block."""
    try:
        yield
    except OSError as error:
        problems.append(Problem(str(file), "", f"cannot be read: {error.strerror}"))
    except ValueError as error:
        problems.append(Problem(str(file), "", str(error)))


_ADVICE = "Run countries refresh, which writes a clean image for every country."


def _asset(path: str, body: bytes, kind: str, headers: tuple[tuple[str, str], ...] = ()) -> Asset:
    return Asset(f"/{path}", File.of(public_path(path), body), kind, "image", headers)


def recipe() -> str:
    """Identify the code and the libraries that make images, which are made again after a change of either."""
    return fingerprint([str(Path(__file__).parent)])


def _render(renderer: Renderer, svg: bytes, width: int) -> bytes:
    """Render a PNG of *width* pixels. Raises ``ValueError`` when the SVG is unsafe or the image is blank."""
    refuse_unsafe(svg)
    png = renderer.render(svg.decode(), width)
    if png == _nothing(width, int.from_bytes(png[20:24], "big")):
        raise ValueError("is blank: every pixel is transparent")
    return png


@cache
def _nothing(width: int, height: int) -> bytes:
    """Render a transparent image of this size. Equal pixels give equal bytes, so images are compared as bytes."""
    return draw_png(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"/>', width)
