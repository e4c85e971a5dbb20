"""PIX that came in, matched to PIX that was asked for.

A bank file is either JSON as the Central Bank's API lists received PIX (`{"pix": [{"endToEndId",
"txid", "valor", "horario"}]}`) or CSV with a header that has `txid` and `valor`; `id` (or
`endToEndId`) and `horario` may be there too. Who paid is not read: it is personal data that nothing needs.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feltro.kernel.money import Money
from feltro.kernel.outcome import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LARGEST_FILE = 10 << 20
LONGEST_TOLD = 80
_DECIMAL = re.compile(r"[0-9]{1,11}(?:\.[0-9]{2})?")
_IDS = ("endtoendid", "id")


@dataclass(frozen=True, slots=True)
class Received:
    """One PIX as the bank tells it. `id` is the bank's own number: the same one twice is one payment."""

    txid: str
    amount: Money
    id: str = ""
    at: str = ""
    given_back: bool = False
    """The bank has returned all of it since."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """One PIX that a sale waits for."""

    txid: str
    amount: Money
    tournament: str
    sale: str


@dataclass(frozen=True, slots=True)
class Match:
    awaited: Awaited
    received: Received


@dataclass(frozen=True, slots=True)
class Matched:
    """What can be confirmed at once, and everything that a person has to look at."""

    matches: tuple[Match, ...]
    to_look_at: tuple[Finding, ...]
    still_awaited: tuple[Awaited, ...]


def read_bank_file(data: bytes) -> list[Received] | list[Finding]:
    """Every payment of a file, or every line that cannot be read. Half a file is never believed."""
    if len(data) > LARGEST_FILE:
        return [Finding("pix.file.too_large", "-")]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # what many banks still write
    rows = _json_rows(text) if text.lstrip().startswith("{") else _csv_rows(text)
    if isinstance(rows, Finding):
        return [rows]
    findings: list[Finding] = []
    received: list[Received] = []
    for line, row in rows:
        one = _read_row(row, line)
        if isinstance(one, Finding):
            findings.append(one)
        else:
            received.append(one)
    return findings or received


def read_list(data: bytes) -> tuple[list[Received], list[Finding]] | Finding:
    """What the bank itself lists, asked by the house: a payment that cannot be read is one to look at, and keeps nobody else
    waiting, because the same list comes again all evening."""
    rows = _json_rows(data.decode("utf-8-sig", "replace"), whole=False)
    if isinstance(rows, Finding):
        return rows
    read = [(row, _read_row(row, line)) for line, row in rows]
    odd = [_odd(row) for row, one in read if isinstance(one, Finding)]
    return [one for _, one in read if isinstance(one, Received)], odd


def _odd(row: Mapping[str, Any]) -> Finding:
    told = {name: str(row.get(name) or "")[:LONGEST_TOLD] for name in ("txid", "valor", "horario", *_IDS)}
    bank_id = next((told[name] for name in _IDS if told[name]), "")
    values = {"bank_id": bank_id, "told": told["valor"] or "—", "at": told["horario"]}
    return Finding("pix.match.unreadable", told["txid"], values)


def match(
    received: Iterable[Received], awaited: Iterable[Awaited], done: Mapping[str, str] | None = None
) -> Matched:
    """Match by txid and exact amount. `done` are the txids confirmed before, each with the bank's own number of its payment
    where that is known: the same may be read again, and another payment under the same txid is one too many."""
    listed = list(awaited)
    waiting = {one.txid: one for one in listed}
    twice = {txid for txid, count in Counter(one.txid for one in listed).items() if count > 1}
    confirmed = done or {}
    matches: dict[str, Match] = {}
    findings: list[Finding] = []
    for one in _once(received):
        asked = waiting.get(one.txid)
        if one.given_back:
            continue
        if not one.txid:
            findings.append(_look("pix.match.no_txid", one))
        elif asked is None:
            if one.txid not in confirmed:
                findings.append(_look("pix.match.unknown", one))
            elif one.id and confirmed[one.txid] not in {"", one.id}:
                findings.append(_look("pix.match.paid_twice", one))
        elif one.txid in twice:
            findings.append(_look("pix.match.ambiguous", one))
        elif one.txid in matches:
            findings.append(_look("pix.match.paid_twice", one))
        elif one.amount != asked.amount:
            findings.append(_look("pix.match.amount_differs", one, asked=asked.amount))
        else:
            matches[one.txid] = Match(asked, one)
    left = tuple(one for one in listed if one.txid not in matches)
    return Matched(tuple(matches.values()), tuple(findings), left)


def _once(received: Iterable[Received]) -> Iterable[Received]:
    """The same payment listed twice by the bank is one payment. Without a bank's number each line counts."""
    seen: set[str] = set()
    for one in received:
        if not one.id or one.id not in seen:
            yield one
        seen.add(one.id)


def _look(because: str, one: Received, **values: Any) -> Finding:
    """With the bank's own number: of several payments under one txid each is to be looked at."""
    return Finding(because, one.txid, {"amount": one.amount, "bank_id": one.id, "at": one.at, **values})


def _json_rows(text: str, *, whole: bool = True) -> list[tuple[int, Mapping[str, Any]]] | Finding:
    """`whole`: what is no row at all makes the file unreadable; otherwise it is a row that says nothing."""
    try:
        listed = json.loads(text, parse_float=str, parse_int=str)["pix"]
        named = [row if whole or isinstance(row, dict) else {} for row in listed]
        return [(place, {key.lower(): value for key, value in row.items()}) for place, row in enumerate(named, 1)]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return Finding("pix.file.unreadable", "-")


def _csv_rows(text: str) -> list[tuple[int, Mapping[str, Any]]] | Finding:
    head = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text), delimiter=";" if ";" in head else ",")
    try:
        names = [name.strip().lower() for name in next(reader)]
        if not {"txid", "valor"} <= set(names):
            return Finding("pix.file.header", "1")
        return [(reader.line_num, dict(zip(names, row, strict=False))) for row in reader if any(row)]
    except (csv.Error, StopIteration):
        return Finding("pix.file.unreadable", "-")


def _read_row(row: Mapping[str, Any], line: int) -> Received | Finding:
    """Whoever types the house's key sends a PIX without a txid, and banks then leave it out."""
    texts = {key: value.strip() for key, value in row.items() if isinstance(value, str)}
    amount = _read_amount(texts.get("valor", ""))
    bank_id = next((texts[name] for name in _IDS if texts.get(name)), "")
    if amount is None or not ("txid" in row or bank_id):
        return Finding("pix.file.line", str(line))
    returned = _returned(row.get("devolucoes"))
    return Received(texts.get("txid", ""), amount, bank_id, texts.get("horario", ""), returned >= amount.centavos)


def _returned(listed: Any) -> int:
    """Centavos of a payment that the bank says it has given back; what is still under way has not left."""
    rows = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    done = (_read_amount(str(one.get("valor", ""))) for one in rows if one.get("status") == "DEVOLVIDO")
    return sum(one.centavos for one in done if one)


def _read_amount(written: str) -> Money | None:
    """`620.00` as the Central Bank writes it, `1.620,00` as people do. `1.620` could be either: not read."""
    if _DECIMAL.fullmatch(written):
        reais, _, centavos = written.partition(".")
        amount = Money(int(reais) * 100 + int(centavos or 0))
    elif "," in written:
        try:
            amount = Money.parse(written)
        except ValueError:
            return None
    else:
        return None
    return amount if amount.centavos > 0 else None
