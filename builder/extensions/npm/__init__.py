"""The extension that writes an npm package of the records and the tables, with ``countries npm``."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from builder.api.extension import Extension
from builder.documents.front_matter import read_guides
from builder.documents.page import Page
from builder.project.config import Config

NAME = "npm"
_FOLDER = Path(__file__).parent
_Name = Annotated[str, StringConstraints(pattern=r"^(@[a-z0-9-][a-z0-9._-]*/)?[a-z0-9-][a-z0-9._-]*$", max_length=214)]


class Package(BaseModel):
    """The name of the package. An empty name stands for the name of the site and ``-data``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Literal[""] | _Name = Field(
        default="", description="must be a name that npm accepts, in lower case, such as @example/countries, or empty"
    )


def package_name(config: Config) -> str:
    """Return the name of the package of a site."""
    return cast("Package", getattr(config, NAME, Package())).name or f"{config.site.slug}-data"


def npm_guides() -> Iterator[Page]:
    """Yield the guide of the package."""
    for page in read_guides(_FOLDER / "templates/pages").values():
        yield page._replace(values=lambda data: {"package": package_name(data.site.config)})


EXTENSION = Extension(name=NAME, folder=_FOLDER, needs=("tables",), section=NAME, settings=Package, guides=npm_guides)
