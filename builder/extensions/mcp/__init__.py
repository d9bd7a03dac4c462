"""The extension that serves the dataset to agents by the Model Context Protocol."""

from pathlib import Path

from builder.api.extension import Extension
from builder.documents.contents import REFERENCE
from builder.documents.page import Page


def mcp_guides() -> tuple[Page, ...]:
    """Return the guide of the server."""
    return (
        Page(
            "agents",
            "Agents (MCP)",
            "The dataset as tools of an agent, by the Model Context Protocol.",
            REFERENCE,
            words="mcp llm ai assistant claude chatgpt copilot tool model context protocol",
        ),
    )


EXTENSION = Extension(name="mcp", folder=Path(__file__).parent, needs=("tables",), guides=mcp_guides)
