"""A program on this machine that is told things, and answers as a test wants it to."""

from __future__ import annotations

import ssl
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer


@contextmanager
def listening(answer, certificate=None):
    """A receiver on loopback; over TLS with a file that holds its key and certificate."""
    got = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            got.append((self.path, dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
            answer(self)

        def log_message(self, *_said): ...

    server = HTTPServer(("127.0.0.1", 0), Handler)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"{'https' if certificate else 'http'}://127.0.0.1:{server.server_port}", got
    finally:
        server.shutdown()
        server.server_close()


def answers(code, **headers):
    def answer(handler):
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.end_headers()

    return answer
