"""Rebuilds the site after each change of an input."""

import asyncio
import gc
import traceback
from collections.abc import Callable
from pathlib import Path

from builder.inputs.errors import InputError
from builder.inputs.files import last_change
from builder.project.build_request import BuildRequest

# Looking at all inputs takes about ten milliseconds. File notifications miss changes after an editor has replaced a
# file, unless the whole project with node_modules is watched; some shared folders send none.
_INTERVAL_SECONDS = 0.15
# An input must stay unchanged for this long before a rebuild starts.
_SETTLED_SECONDS = 0.03
_CODE = str(Path(__file__).parents[2])
# Computed when the code is loaded, because later changes of the code do not take effect.
_LOADED = last_change([_CODE])
_UNCHANGED = "The site is unchanged."


async def watch(request: BuildRequest, built: str, rebuild: Callable[[], object], say: Callable[[str], object]) -> None:
    """Call *rebuild* after each change of an input of *request*, and say how it ended. Never return.

    *built* is ``last_change`` of the inputs of the current site. The watch continues after a failed build.
    After a change of the builder's code, it only asks for a restart.
    """
    seen = built
    while True:
        await asyncio.sleep(_INTERVAL_SECONDS if seen == built else _SETTLED_SECONDS)
        # Two equal results in a row are required; otherwise a file that is still being saved is built twice.
        previous, seen = seen, await asyncio.to_thread(_inputs, request)
        if seen == built or seen != previous:
            continue
        built = seen
        if last_change([_CODE]) != _LOADED:
            say("The builder itself has changed: restart the preview to use it.")
        else:
            # The core of the site belongs to this thread. Requests wait, and are answered by the new site.
            say(result_of(rebuild))
            # The memory of the old site can be freed when the waiting requests are answered.
            asyncio.get_running_loop().call_later(1, gc.collect)


def _inputs(request: BuildRequest) -> str:
    try:
        return last_change(map(str, request.sources))
    except OSError as error:
        return str(error)


def result_of(build: Callable[[], object]) -> str:
    """Run *build*, and return its result as a text for the user, also when it raises."""
    try:
        build()
    except InputError as error:
        return f"{error}\n{_UNCHANGED}"
    except Exception as error:  # noqa: BLE001  the next change may correct it
        return f"{''.join(traceback.format_exception_only(error)).strip()}\n{_UNCHANGED}"
    return "Rebuilt."
