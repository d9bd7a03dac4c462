"""Rebuilds the site after each change of an input."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from builder.fingerprint import fingerprint
from builder.inputs import BuildRequest

# The fingerprint of all inputs takes 3 ms, so polling is cheap. File notifications (watchfiles 1.3) miss changes after
# an editor has replaced a file, unless the whole project with node_modules is watched; some shared folders send none.
_INTERVAL_SECONDS = 0.05
# An input must stay unchanged for this long before a rebuild starts.
_SETTLED_SECONDS = 0.03
_CODE = str(Path(__file__).parents[1])
# Computed before the stages are imported, because later changes of the code do not take effect.
_LOADED = fingerprint([_CODE])


async def watch(request: BuildRequest, built: str, rebuild: Callable[[], str], say: Callable[[str], object]) -> None:
    """Call *rebuild* after each change of an input of *request*, and pass its text to *say*. Never returns.

    *built* is the fingerprint of the inputs of the current site. The watch continues after a failed build.
    """
    seen = built
    while True:
        await asyncio.sleep(_INTERVAL_SECONDS if seen == built else _SETTLED_SECONDS)
        # Two equal fingerprints in a row are required; otherwise a file that is still being saved is built twice.
        before, seen = seen, await asyncio.to_thread(_inputs, request)
        if seen == built or seen != before:
            continue
        built = seen
        if fingerprint([_CODE]) != _LOADED:
            say("The builder itself has changed: restart the preview to use it.")
        else:
            say(await asyncio.to_thread(rebuild))


def _inputs(request: BuildRequest) -> str:
    try:
        return str(request.inputs()["fingerprint"])
    except OSError as error:
        return str(error)
