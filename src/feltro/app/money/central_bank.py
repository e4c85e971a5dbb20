"""A bank that speaks the PIX interface of the Brazilian Central Bank: charges (`cob`), what came (`pix`), what goes back
(`devolucao`), behind a client's certificate and a token that runs out.

Written with the standard library: a laptop in a room asks, it is never called. Who paid is not read.
"""

from __future__ import annotations

import base64
import json
import ssl
import threading
import time
import tomllib
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

import msgspec

from feltro.app.money.bank_port import BankSilent, ChargeMade, Going
from feltro.kernel.instants import write_instant

if TYPE_CHECKING:
    from pathlib import Path

    from feltro.kernel.instants import Instant
    from feltro.kernel.money import Money

TIMEOUT_SECONDS = 10
LONGEST_ANSWER = 10 << 20
MOST_PAGES = 200
EARLY_SECONDS = 30
"""A token is asked for anew so long before it runs out."""
STATES: dict[str, Going] = {"EM_PROCESSAMENTO": "under_way", "DEVOLVIDO": "done", "NAO_REALIZADO": "not_done"}
SILENCE = {401: "refused", 403: "refused", 404: "unknown", 429: "busy", 503: "busy"}


class Connection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the bank gave the house. It lies in a file of its own, never in the database and in no copy of it."""

    address: str
    """Where the interface begins, as in `https://pix.bank.example/v2`."""
    token_address: str
    client_id: str
    client_secret: str
    pix_key: str
    certificate: str = ""
    """The client's certificate and key, one PEM file, where the bank asks for it."""
    authority: str = ""
    """Whom to trust instead of the machine's own list."""
    knock: str = ""
    """The last part of the address that the bank may call; it only makes the house ask at once."""


def read_connection(path: Path) -> Connection:
    """Raises `ValueError` with what is wrong, and `OSError`."""
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Connection)


class CentralBank:
    def __init__(self, connection: Connection) -> None:
        self._said = connection
        self._lock = threading.Lock()
        self._token = ""
        self._until = 0.0
        self._context = _context(connection)

    def charge(self, name: str, amount: Money, seconds: int, what: str) -> ChargeMade | BankSilent:
        body = {
            "calendario": {"expiracao": seconds},
            "valor": {"original": _reais(amount)},
            "chave": self._said.pix_key,
            "solicitacaoPagador": what[:140],
        }
        answer = self._call("PUT", f"/cob/{quote(name, safe='')}", body)
        if isinstance(answer, BankSilent) and answer.because == "nonsense":
            answer = self._call("GET", f"/cob/{quote(name, safe='')}")  # it was made before, and is not made twice
        if isinstance(answer, BankSilent):
            return answer
        code, original = answer.get("pixCopiaECola"), (answer.get("valor") or {}).get("original")
        if not isinstance(code, str) or not code or original != _reais(amount):
            return BankSilent("nonsense", "cob")
        return ChargeMade(name, code)

    def received(self, since: Instant, until: Instant) -> bytes | BankSilent:
        """Page by page; half a list is no list."""
        found: list[Any] = []
        for page in range(MOST_PAGES):
            asked = {"inicio": write_instant(since), "fim": write_instant(until), "paginacao.paginaAtual": page}
            answer = self._call("GET", f"/pix?{urlencode(asked)}")
            if isinstance(answer, BankSilent):
                return answer
            listed, pages = answer.get("pix", []), _pages(answer)
            if not isinstance(listed, list) or pages is None:
                return BankSilent("nonsense", "pix")
            found += listed
            if page + 1 >= pages:
                return json.dumps({"pix": found}).encode()
        return BankSilent("nonsense", "paginacao")

    def give_back(self, bank_id: str, name: str, amount: Money) -> Going | BankSilent:
        place = f"/pix/{quote(bank_id, safe='')}/devolucao/{quote(name, safe='')}"
        answer = self._call("PUT", place, {"valor": _reais(amount)})
        if isinstance(answer, BankSilent) and answer.because == "nonsense":
            answer = self._call("GET", place)
        if isinstance(answer, BankSilent):
            return answer
        return STATES.get(str(answer.get("status")), BankSilent("nonsense", "devolucao"))

    # The wire

    def _call(self, method: str, path: str, body: Any = None) -> dict[str, Any] | BankSilent:
        """Once more with a new token where the old one was not taken."""
        for fresh in (False, True):
            token = self._entered(fresh=fresh)
            if isinstance(token, BankSilent):
                return token
            headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
            data = None if body is None else json.dumps(body).encode()
            answer = self._sent(method, self._said.address.rstrip("/") + path, headers, data)
            if not isinstance(answer, BankSilent) or answer.because != "refused" or fresh:
                return answer
        raise AssertionError  # the second round always answers

    def _entered(self, *, fresh: bool) -> str | BankSilent:
        with self._lock:
            if self._token and not fresh and time.monotonic() < self._until:
                return self._token
            pair = f"{self._said.client_id}:{self._said.client_secret}".encode()
            headers = {
                "Authorization": f"Basic {base64.b64encode(pair).decode()}",
                "Content-Type": "application/x-www-form-urlencoded",
            }
            answer = self._sent("POST", self._said.token_address, headers, b"grant_type=client_credentials")
            if isinstance(answer, BankSilent):
                return answer
            token, lasts = answer.get("access_token"), answer.get("expires_in", 0)
            if not isinstance(token, str) or not isinstance(lasts, int):
                return BankSilent("nonsense", "token")
            self._token, self._until = token, time.monotonic() + max(0, lasts - EARLY_SECONDS)
            return token

    def _sent(
        self, method: str, address: str, headers: dict[str, str], data: bytes | None
    ) -> dict[str, Any] | BankSilent:
        asked = urllib.request.Request(address, data, headers, method=method)  # noqa: S310 - named by the house itself
        try:
            with urllib.request.urlopen(asked, timeout=TIMEOUT_SECONDS, context=self._context) as answer:  # noqa: S310
                body = answer.read(LONGEST_ANSWER + 1)
        except urllib.error.HTTPError as error:
            with error:
                because = SILENCE.get(error.code, "away" if error.code >= 500 else "nonsense")
                return BankSilent(because, f"{error.code}")  # type: ignore[arg-type]
        except (OSError, HTTPException) as error:
            return BankSilent("away", type(error).__name__)
        return _read(body)


def _read(body: bytes) -> dict[str, Any] | BankSilent:
    try:
        found = json.loads(body) if len(body) <= LONGEST_ANSWER else None
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else BankSilent("nonsense", "json")


def _context(connection: Connection) -> ssl.SSLContext | None:
    if not connection.address.startswith("https:"):
        return None
    context = ssl.create_default_context(cafile=connection.authority or None)
    if connection.certificate:
        context.load_cert_chain(connection.certificate)
    return context


def _reais(amount: Money) -> str:
    return f"{amount.centavos // 100}.{amount.centavos % 100:02d}"


def _pages(answer: dict[str, Any]) -> int | None:
    try:
        pages = answer["parametros"]["paginacao"]["quantidadeDePaginas"]
    except (KeyError, TypeError):
        return 1
    return pages if isinstance(pages, int) and 0 <= pages <= MOST_PAGES else None
