"""``flags.zip``: every flag as ``svg/<cca2>.svg`` and ``png/<cca2>.png``, with their licence notice."""

import io
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from builder.annex import Exported
from builder.annexes.exports.records import write_whole
from builder.images import make_images
from builder.input_errors import silent

# The earliest date of the format, so that the same images give the same bytes.
_MOMENT = (1980, 1, 1, 0, 0, 0)


def write(exported: Exported, folder: Path) -> Path:
    """Write the images that the site serves."""
    site, request = exported.site, exported.request
    config = site.config
    images = make_images(site.dataset, request.data / "flags", config.flags, request.cache, silent)
    files = {asset.address.removeprefix("/flags/"): asset.file.body for asset in images}
    notice = (request.data / "notices" / "flag-icons.txt").read_bytes()
    body = io.BytesIO()
    with ZipFile(body, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted({**files, "LICENCE.txt": notice}.items()):
            entry = ZipInfo(name, _MOMENT)
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return write_whole(folder / "flags.zip", body.getvalue())
