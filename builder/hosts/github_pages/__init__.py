"""Makes the files for GitHub Pages, which runs no function: it answers static URLs, images and documents."""

from builder.hosts.shared.deployment import Deployment, HostOutput, renderer
from builder.hosts.shared.limits import ALL_BYTES, FEWER_PAGES, Limit

LIMITS: tuple[Limit, ...] = (Limit(ALL_BYTES, 1_000_000_000, "GitHub Pages, usage limits", FEWER_PAGES),)


def make(deployment: Deployment) -> HostOutput:
    """Make the workflow that publishes ``public/``, and the instructions. There is no adapter."""
    render = renderer(deployment, "github-pages")
    return HostOutput("github-pages", (render("pages.yml"), render("README.md")), LIMITS, {})
