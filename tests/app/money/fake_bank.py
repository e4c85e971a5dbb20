"""A small bank that speaks the Central Bank's interface on this machine, with its moods: away, slow, busy, confused."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from feltro.app.money.central_bank import CentralBank, Connection

if TYPE_CHECKING:
    from collections.abc import Iterator

KEY = "casa@clube.com.br"
PAGE = 2


class FakeBank:
    """`mood`: what the next calls meet. Every call is written down."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        self.mood = ""
        self.charges: dict[str, dict[str, Any]] = {}
        self.came: list[dict[str, Any]] = []
        self.returns: dict[str, dict[str, Any]] = {}
        self.calls: list[str] = []
        self.tokens = 0

    def pay(self, charge: str, valor: str = "", number: str = "") -> str:
        """Somebody scans the code of a charge and pays it, or another amount."""
        original = self.charges[charge]["valor"]["original"] if charge in self.charges else valor
        bank_id = number or f"E{len(self.came) + 1:031d}"
        self.came.append(
            {"endToEndId": bank_id, "txid": charge, "valor": valor or original, "horario": "2026-11-20T17:00:00Z"}
        )
        return bank_id

    def answer(self, method: str, path: str, body: Any, token: str) -> tuple[int, Any]:
        place = urlsplit(path)
        self.calls.append(f"{method} {place.path}")
        if place.path == "/token":
            self.tokens += 1
            return 200, {"access_token": f"t{self.tokens}", "expires_in": 3600}
        if self.mood in MOODS:
            return MOODS[self.mood]
        if token != f"Bearer t{self.tokens}" or self.mood == "locked":
            return 401, {"title": "not you"}
        parts = [one for one in place.path.split("/") if one]
        if parts[:1] == ["cob"]:
            return self.cob(method, parts[1], body)
        if len(parts) == 4:
            return self.devolucao(method, parts[1], parts[3], body)
        return self.listed(int(parse_qs(place.query)["paginacao.paginaAtual"][0]))

    def cob(self, method: str, name: str, body: Any) -> tuple[int, Any]:
        if method == "PUT" and name in self.charges:
            return 400, {"title": "that txid is taken"}
        if method == "PUT":
            assert 26 <= len(name) <= 35, "the Central Bank's length of a txid"
            self.charges[name] = {**body, "txid": name, "status": "ATIVA", "pixCopiaECola": f"000201{name}6304ABCD"}
        return (200, self.charges[name]) if name in self.charges else (404, {"title": "none"})

    def listed(self, page: int) -> tuple[int, Any]:
        rows = self.came[page * PAGE : (page + 1) * PAGE]
        pages = -(-len(self.came) // PAGE)
        return 200, {"parametros": {"paginacao": {"paginaAtual": page, "quantidadeDePaginas": pages}}, "pix": rows}

    def devolucao(self, method: str, bank_id: str, name: str, body: Any) -> tuple[int, Any]:
        known = name in self.returns
        if method == "PUT" and known:
            return 400, {"title": "that one was ordered before"}
        if method == "PUT":
            self.returns[name] = {"id": name, "pix": bank_id, "valor": body["valor"], "status": "EM_PROCESSAMENTO"}
        return (200, self.returns[name]) if name in self.returns else (404, {"title": "none"})


MOODS: dict[str, tuple[int, Any]] = {
    "away": (500, {}),
    "busy": (503, {}),
    "nonsense": (200, ["what"]),
    "too many pages": (200, {"parametros": {"paginacao": {"quantidadeDePaginas": 10**9}}, "pix": []}),
    "no list": (200, {"pix": "many"}),
}


@contextmanager
def open_bank() -> Iterator[tuple[FakeBank, CentralBank]]:
    bank = FakeBank()

    class Window(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            sent = self.rfile.read(length)
            body = json.loads(sent) if sent.startswith(b"{") else None
            status, told = bank.answer(self.command, self.path, body, self.headers.get("Authorization", ""))
            said = json.dumps(told).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        do_PUT = do_POST = do_GET  # noqa: N815 - names of the standard library

        def log_message(self, *_: Any) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Window)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    bank.address = f"http://127.0.0.1:{server.server_port}"
    said = Connection(bank.address, f"{bank.address}/token", "casa", "segredo", KEY)
    try:
        yield bank, CentralBank(said)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
