"""The npm package of the records and the tables, which ``countries npm`` writes."""

from pathlib import Path

from builder.api.extension import Extension
from builder.documents.guides import REFERENCE
from builder.documents.page import Page
from builder.project.config import Config


def package_name(config: Config) -> str:
    """Name the package of a site."""
    return f"{config.site.slug}-data"


def npm_guides() -> tuple[Page, ...]:
    """List the guide of the package."""
    return (
        Page(
            "npm",
            "npm package",
            "The records and the tables as typed modules, without requests.",
            REFERENCE,
            lambda data: {"package": package_name(data.site.config)},
            words="npm package module bundle offline library",
        ),
    )


EXTENSION = Extension(
    name="npm",
    folder=Path(__file__).parent,
    needs=("tables",),
    guides=npm_guides,
)
