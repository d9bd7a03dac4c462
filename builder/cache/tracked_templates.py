"""Templates that record which of them were rendered, so that a change of a template invalidates cached results."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from jinja2 import TemplateNotFound

from builder.cache.templating import open_templates

_DIGEST = 16


class Templates:
    """The templates that a step may render."""

    def __init__(self, compiled: Path, folders: Sequence[Path]) -> None:
        self._jinja = open_templates(compiled, *folders)
        self._digests: dict[str, str] = {}

    def render(self, name: str, values: Mapping[str, Any]) -> str:
        """Render the template *name*. *values* are its only variables."""
        return self._jinja.get_template(name).render(values)

    def tracking(self, run: Callable[[], bytes]) -> tuple[bytes, dict[str, str]]:
        """Return what *run* returns, and the hash of each template that it rendered, by name."""
        self._jinja.rendered.clear()
        result = run()
        return result, {name: self.digest(name) for name in sorted(self._jinja.rendered)}

    def digest(self, name: str) -> str:
        """Hash the source of the template *name*; empty where there is none."""
        if name not in self._digests:
            try:
                source = self._jinja.loader.get_source(self._jinja, name)[0] if self._jinja.loader else ""
                self._digests[name] = blake2b(source.encode(), digest_size=_DIGEST).hexdigest()
            except TemplateNotFound:
                self._digests[name] = ""
        return self._digests[name]
