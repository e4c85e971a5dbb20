"""Addresses that anybody may open, without the ids of the log: who counts from one comes to nobody's page.

Ids of entries and people are short and follow each other, because the staff types them. What hangs on a wall or is printed on
a seat card says instead what only this house can work out of an id. Nothing is kept of each: the same secret gives
the same address after a restart and at every worker, and a backup brings the secret along.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import b32encode
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from feltro.kernel.instants import Instant
from feltro.store.port import Keep, Meta, Transaction

if TYPE_CHECKING:
    from collections.abc import Collection

    from feltro.store.port import Store

ROW, ADDRESSES = "setting", "public-ids"
BYTES = 32
SIGNS = 16
"""Eighty bits: a phone reads the code from a slip, and nobody tries so many addresses."""


class PublicIds:
    """What one house calls its entries and people outside."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._known: dict[str, dict[str, str]] = {}
        self._seen: dict[str, set[str]] = {}

    def entry(self, tournament: str, entry: str) -> str:
        return self._of(f"entry/{tournament}", entry)

    def find_entry(self, tournament: str, written: str, among: Collection[str]) -> str | None:
        return self._find(f"entry/{tournament}", written, among)

    def ask(self, tournament: str, ask: str) -> str:
        return self._of(f"ask/{tournament}", ask)

    def find_ask(self, tournament: str, written: str, among: Collection[str]) -> str | None:
        return self._find(f"ask/{tournament}", written, among)

    def person(self, season: str, person: str) -> str:
        """Another one in each season: two rankings side by side say nothing more than the names on them."""
        return self._of(f"person/{season}", person)

    def find_person(self, season: str, written: str, among: Collection[str]) -> str | None:
        return self._find(f"person/{season}", written, among)

    def _of(self, scope: str, one: str) -> str:
        told = hmac.digest(self._secret, f"feltro/public/1/{scope}/{one}".encode(), "sha256")
        return b32encode(told).decode()[:SIGNS].lower()

    def _find(self, scope: str, written: str, among: Collection[str]) -> str | None:
        """Worked out once for each: a room full of phones costs no more than the entries it has."""
        known, seen = self._known.setdefault(scope, {}), self._seen.setdefault(scope, set())
        if written not in known and len(written) == SIGNS:
            new = [one for one in among if one not in seen]
            known.update({self._of(scope, one): one for one in new})
            seen.update(new)
        found = known.get(written)
        return found if found in among else None


_IDS: WeakKeyDictionary[Store, PublicIds] = WeakKeyDictionary()


def public_ids(store: Store) -> PublicIds:
    found = _IDS.get(store)
    if found is None:
        found = _IDS[store] = PublicIds(_secret(store))
    return found


def has_public_ids(store: Store) -> bool:
    """Whether addresses were ever given out: the secret behind them is there."""
    return store.kept(ROW, ADDRESSES) is not None


def _secret(store: Store) -> bytes:
    """Made when it is first asked for; of two workers that do so together, the first one's stays."""
    row = store.kept(ROW, ADDRESSES)
    if row is None:
        meta = Meta("feltro", "", "", Instant(0), ADDRESSES, "KeepPublicIds")
        store.commit(Transaction(meta, registry=(Keep(ROW, ADDRESSES, secrets.token_bytes(BYTES)),)))
        row = store.kept(ROW, ADDRESSES)
    if row is None or len(row.body) != BYTES:
        raise LookupError("the secret behind public addresses is gone from the registry")
    return row.body
