"""Runs commands in this process on a project."""

from click.testing import CliRunner, Result

from builder.__main__ import judge
from builder.cli import main
from builder.project.build_request import BuildRequest


def countries(request: BuildRequest, *words: str, **environment: str) -> Result:
    """Run a command with the inputs of *request*, and its output folder if the command has this option."""
    output = [f"--output={request.output}"] if words[0] in {"build", "check"} else []
    arguments = ["--config", str(request.config), *words[:1], *output, *words[1:]]
    return CliRunner().invoke(main, arguments, env=environment, obj=judge)
