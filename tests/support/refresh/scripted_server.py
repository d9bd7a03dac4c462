"""A server on the loopback address with scripted replies, which records its requests."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class ScriptedReply:
    """A reply. ``cut`` bytes of its declared length are not sent; after each byte it pauses for ``pause`` seconds."""

    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: int = 0
    pause: float = 0

    @property
    def content(self) -> bytes:
        """Return the body as bytes: text unchanged, any other value as JSON."""
        return self.body.encode() if isinstance(self.body, str) else json.dumps(self.body).encode()


@dataclass(frozen=True)
class ReceivedRequest:
    """A received request."""

    path: str
    query: dict[str, str]
    headers: dict[str, str]


Script = Callable[[ReceivedRequest], ScriptedReply]


@dataclass
class Server:
    """The server's address, and the requests so far."""

    url: str
    requests: list[ReceivedRequest] = field(default_factory=list)


@contextmanager
def serving(answer: Script) -> Iterator[Server]:
    """Serve until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            asked = ReceivedRequest(parts.path, query, dict(self.headers.items()))
            server.requests.append(asked)
            self._send(answer(asked))

        def _send(self, reply: ScriptedReply) -> None:
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            if reply.status == 204:
                self.end_headers()
                return
            self.send_header("Content-Length", str(len(reply.content)))
            self.end_headers()
            sent = reply.content[: len(reply.content) - reply.cut]
            try:
                if not reply.pause:
                    self.wfile.write(sent)
                    return
                for number in range(len(sent)):
                    self.wfile.write(sent[number : number + 1])
                    self.wfile.flush()
                    time.sleep(reply.pause)
            except OSError:
                self.close_connection = True

        def log_message(self, *_: Any) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    server = Server(f"http://127.0.0.1:{http.server_port}")
    thread = Thread(target=http.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()


def in_turn(*replies: ScriptedReply) -> Script:
    """Send the replies in turn, then the last one for all further requests."""
    left = list(replies)
    return lambda _asked: left.pop(0) if len(left) > 1 else left[0]
