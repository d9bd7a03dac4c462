"""GitHub Pages: only files. It runs no function, so it answers static addresses, images and documents."""

from builder.stages.hosts.shared.deployment import Deployment, Hosted, copy_templates, renderer
from builder.stages.hosts.shared.limits import Limit

LIMITS: tuple[Limit, ...] = ()


def make(deployment: Deployment) -> Hosted:
    """Make the workflow that publishes ``public/``, and the instructions. There is no adapter."""
    files = (
        *copy_templates("github-pages", "pages.yml"),
        renderer(deployment, "github-pages")("README.md"),
    )
    return Hosted("github-pages", files, LIMITS, {})
