"""Runs external programs, and writes files for them."""

import os
import subprocess
from pathlib import Path

from tests.support.project import ROOT


def run(
    *command: str | Path, folder: Path = ROOT, stdin: str | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command in *folder* with further environment variables; its input and output are texts."""
    return subprocess.run(
        [*map(str, command)],
        cwd=folder,
        input=stdin,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def printed(*command: str | Path, folder: Path = ROOT, stdin: str | None = None, **environment: str) -> str:
    """Run a command, which must succeed, and return what it prints."""
    done = run(*command, folder=folder, stdin=stdin, **environment)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def path_with(*folders: Path) -> str:
    """Return the value of ``PATH`` with *folders* before all others."""
    return os.pathsep.join([*map(str, folders), os.environ["PATH"]])


def write_program(path: Path, body: str) -> None:
    """Write a shell script that can be run as a program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


def link_tree(tree: Path, copy: Path) -> Path:
    """Make a *copy* of a tree with hard links. Use ``write_apart`` to change a file of it."""
    subprocess.run(["cp", "-al", tree, copy], check=True)
    return copy


def write_apart(path: Path, text: str) -> None:
    """Replace a file of a linked tree, without changing the original."""
    path.unlink()
    path.write_text(text, "utf-8")
