"""Building again whenever what a build reads has changed."""

import asyncio
import traceback
from collections.abc import Callable
from pathlib import Path

from builder.inputs import Request, fingerprint
from builder.problems import InputError

# To fingerprint all inputs takes 5 ms. A library of notices (watchfiles 1.3) would be quicker, but it misses what comes
# after the first time that an editor replaces a file, unless the whole project is watched, node_modules included; and
# from some shared folders no notice comes.
_INTERVAL_SECONDS = 0.2
# How long an input has to stay as it is before it counts as saved.
_SETTLED_SECONDS = 0.1
_CODE = str(Path(__file__).parents[1])
# Taken before the stages are loaded, since what is changed after that is not run.
_LOADED = fingerprint([_CODE])


async def watch(
    request: Request, built: str, rebuild: Callable[[Request], object], say: Callable[[str], object]
) -> None:
    """Call *rebuild* after each change of what a build of *request* reads, and *say* what came of it; never returns.

    *built* is the fingerprint of the inputs that the site was built from. Whatever fails, the watch goes on.
    """
    seen = built
    while True:
        await asyncio.sleep(_INTERVAL_SECONDS if seen == built else _SETTLED_SECONDS)
        # Two looks must agree, for what is still being saved would be built twice.
        before, seen = seen, await asyncio.to_thread(_inputs, request)
        if seen == built or seen != before:
            continue
        built = seen
        try:
            if fingerprint([_CODE]) != _LOADED:
                say("The builder itself has changed: restart the preview to use it.")
                continue
            await asyncio.to_thread(rebuild, request)
            say("Built again.")
        except InputError as error:
            say(f"{error}\nThe site is unchanged.")
        except Exception as error:  # noqa: BLE001  the next change may mend whatever it was
            say(f"{''.join(traceback.format_exception_only(error)).strip()}\nThe site is unchanged.")


def _inputs(request: Request) -> str:
    try:
        return str(request.inputs()["fingerprint"])
    except OSError as error:
        return str(error)
