"""Makes the flag images: the SVG files of the owner and the dataset, and PNG files rendered from them."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path

from builder.api.output_paths import FLAG_FOLDER, flag_path, public_path
from builder.api.response_headers import SVG_POLICY
from builder.api.types import Dataset, Entry
from builder.images.memo import Memo
from builder.images.renderer import draw_png
from builder.images.svg_check import SVG, refuse_unsafe
from builder.inputs.errors import PROGRESS, InputError, Problem, refuse
from builder.inputs.files import fingerprint


def make_images(dataset: Dataset, folders: Sequence[Path], widths: Sequence[int], cached: Path) -> tuple[Entry, ...]:
    """Make the flags of every record: an SVG, and a PNG for each of *widths* in pixels, the default first.

    The SVG is named by the lower-case cca2, such as ``de.svg``, in the first of *folders* that has it; the last
    folder is that of the dataset. Images rendered earlier are taken from ``<cached>/flags``. Raises ``InputError`` with
    every file that is missing, is not an SVG, has content that is not allowed, is not 4:3, is too complex, or is blank.
    """
    if not folders[-1].is_dir():
        raise InputError([Problem(str(folders[-1]), "", "is not a folder of flag images")], _ADVICE)
    memo = open_image_cache(cached)
    images: list[Entry] = []
    problems: list[Problem] = []
    blanks = {width: _blank(width) for width in widths}
    for number, record in enumerate(dataset.records, 1):
        PROGRESS.info("%d of %d flags", number, len(dataset.records))
        # If a country of the owner has the code of a shipped country that is left out, the shipped flag is not its own.
        searched = folders[:-1] if record.cca2 in dataset.left_out else folders
        files = [folder / f"{record.cca2.lower()}.svg" for folder in searched]
        file = next((file for file in files if file.exists()), files[0])
        with _problems_of(file, problems):
            svg = file.read_bytes()
            images.append(_image(flag_path("svg", record.cca2), svg, "svg", (SVG_POLICY,)))
            for position, (width, blank) in enumerate(blanks.items()):
                png = memo.get(b"%d %b" % (width, svg), partial(_render, svg, width, blank))
                images.append(_image(flag_path("png", record.cca2, width if position else None), png, "png"))
    refuse(problems, _ADVICE)
    return tuple(images)


def at_flag_host(images: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return *images* with the addresses that they have on the flag host, such as ``/png/de.png``."""
    folder = f"/{FLAG_FOLDER}"
    return tuple(
        image._replace(address=(address := image.address.removeprefix(folder)), path=public_path(address[1:]))
        for image in images
    )


def refuse_faulty_flags(folders: Iterable[Path]) -> None:
    """Raise ``InputError`` with every flag in *folders* that ``make_images`` would refuse before it renders."""
    problems: list[Problem] = []
    for file in sorted(chain.from_iterable(folder.glob("[!.]*.svg") for folder in folders)):
        with _problems_of(file, problems):
            refuse_unsafe(file.read_bytes())
    refuse(problems, _ADVICE)


@contextmanager
def _problems_of(file: Path, problems: list[Problem]) -> Iterator[None]:
    """Add to *problems* the reason why the block cannot read *file*, or refuses it."""
    try:
        yield
    except OSError as error:
        problems.append(Problem(str(file), "", f"cannot be read: {error.strerror}"))
    except ValueError as error:
        problems.append(Problem(str(file), "", str(error)))


_ADVICE = "Correct these files. The flag of a country is an SVG drawing of 4:3, such as flags/de.svg."


def _image(path: str, body: bytes, kind: str, headers: tuple[tuple[str, str], ...] = ()) -> Entry:
    return Entry(f"/{path}", public_path(path), partial(bytes, body), kind, "image", headers)


def open_image_cache(cached: Path) -> Memo:
    """Open the images rendered earlier. After a change of this code or of a library, all images are rendered again."""
    return Memo(cached / "flags", fingerprint([str(Path(__file__).parent)]))


def _blank(width: int) -> bytes:
    """Render a transparent image of *width* pixels. Equal pixels give equal bytes."""
    return draw_png(f'<svg xmlns="{SVG}" viewBox="0 0 4 3"/>', width)


def _render(svg: bytes, width: int, blank: bytes) -> bytes:
    """Render a PNG of *width* pixels. Raises ``ValueError`` if the SVG is unsafe or not rendered, or is *blank*."""
    refuse_unsafe(svg)
    try:
        png = draw_png(svg.decode(), width)
    except ValueError as error:
        raise ValueError(f"cannot be rendered: {error}") from None
    if png == blank:
        raise ValueError("is blank: every pixel is transparent")
    return png
