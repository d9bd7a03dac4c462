"""Builds a static site from country records."""

import os
from pathlib import Path

__version__ = "1.1.0"
# The version of the API. It changes when callers must change their code.
API_VERSION = "1.0.0"
# The configuration file when --config is not given.
CONFIG = Path("site_config.toml")

# An installed pydantic plugin must not change a build, and the search for plugins takes 16 ms.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
