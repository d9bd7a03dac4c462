"""Copies into a wheel the files that a build reads in addition to the code; pyproject.toml has the rest."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
SHIPPED = ("data", "edge", "templates", "site_config.toml", "CHANGELOG.md", "LICENSE", "requirements.lock")


class BuildWithProject(build_py):
    """Builds the package as ever, and lays the project's files into it as ``builder/shipped``."""

    def run(self) -> None:
        """Build; an editable install keeps reading the checkout."""
        super().run()
        if self.editable_mode:
            return
        folder = Path(self.build_lib) / "builder" / "shipped"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in SHIPPED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name)
            else:
                shutil.copyfile(ROOT / name, folder / name)


setup(cmdclass={"build_py": BuildWithProject})
