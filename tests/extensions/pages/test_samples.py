"""The commands that guides show: a shell can read each."""

import re
from html import unescape
from pathlib import Path

from tests.support.processes import printed

_CODE = re.compile(r"<code>(.*?)</code>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


def test_commands_of_all_pages_are_read_by_a_shell(site: Path) -> None:
    commands = {
        text
        for path in (site / "public/docs").glob("*.html")
        for code in _CODE.findall(path.read_text("utf-8"))
        if (text := unescape(_TAG.sub("", code)).strip()).startswith("curl ")
    }
    assert len(commands) > 10
    # The shell reads the commands, and runs none.
    printed("bash", "-n", "/dev/stdin", stdin="\n".join(sorted(commands)))
