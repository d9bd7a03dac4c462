"""Country records in, a static site out."""

import os

__version__ = "1.0.0"

# A plugin of pydantic that happens to be installed must not change a build, and to look for one takes 16 ms.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
