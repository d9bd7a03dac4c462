"""The zip of flags."""

from pathlib import Path
from zipfile import ZipFile

import pytest

# They export the whole dataset.
pytestmark = pytest.mark.slow


def test_zip_has_the_images_of_the_site(exported: Path, site: Path) -> None:
    with ZipFile(exported / "flags.zip") as archive:
        assert len(archive.namelist()) == 501
        assert archive.read("svg/de.svg") == (site / "public/flags/svg/de.svg").read_bytes()
        assert archive.read("png/np.png") == (site / "public/flags/png/np.png").read_bytes()
