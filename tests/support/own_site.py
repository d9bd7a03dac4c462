"""Makes the site of the page "Your own site" with the commands of that page."""

import re
from pathlib import Path

from tests.support.processes import path_with, printed, write_program

# The first commands install the builder, and the last serve the site until somebody stops them.
_BLOCKS = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def make_own_site(folder: Path, countries: Path, page: str) -> Path:
    """Run the commands of *page* in *folder* with the command *countries*, and return the folder of the project."""
    install, *blocks, serve = _BLOCKS.findall(page)
    assert "pip install" in install
    assert serve == "countries preview\n"
    write_program(folder / "programs" / "countries", f'exec {countries} "$@"')
    printed("bash", "-euc", "".join(blocks), folder=folder, PATH=path_with(folder / "programs"))
    return folder / "my-site"
