"""The pages as Frozen-Flask writes them: ``python frozen_flask.py INPUT OUTPUT``.

The fastest configuration: records are encoded once, addresses are used unchanged, and existing files not looked up.
"""

import json
import sys
import warnings
from collections.abc import Iterable
from pathlib import Path

from flask import Flask, Response
from flask_frozen import Freezer, MissingURLGeneratorWarning


def main() -> None:
    """Freeze every page of INPUT to OUTPUT."""
    source, target = map(Path, sys.argv[1:])
    bodies: list[str] = json.loads((source / "records.json").read_text("utf-8"))
    windows: list[dict[str, str]] = json.loads((source / "windows.json").read_text("utf-8"))
    pages = {window["path"]: [int(member) for member in window["members"].split()] for window in windows}

    def show(page: str) -> Response:
        return Response(f"[{','.join([bodies[number] for number in pages[page]])}]", mimetype="application/json")

    def addresses() -> Iterable[str]:
        return (f"/{page}" for page in pages)

    # These addresses do not count as endpoints.
    warnings.simplefilter("ignore", MissingURLGeneratorWarning)
    app = Flask(__name__, static_folder=None)
    app.config.update(FREEZER_DESTINATION=str(target.resolve()), FREEZER_REMOVE_EXTRA_FILES=False)
    app.add_url_rule("/<path:page>", view_func=show)
    freezer = Freezer(app, with_no_argument_rules=False, with_static_files=False, log_url_for=False)
    freezer.register_generator(addresses)
    freezer.freeze()


main()
