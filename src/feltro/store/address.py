"""From an address to a store. A database's driver is imported only when its store is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltro.store.links import Signer
    from feltro.store.port import Store


def open_store(url: str, signer: Signer | None = None) -> Store:
    """Open `memory://`, `sqlite:///relative/path`, `sqlite:////absolute/path` or `postgresql://...`."""
    scheme, _, rest = url.partition("://")
    if scheme == "memory" and not rest:
        from feltro.store.memory import MemoryStore

        return MemoryStore(signer)
    if scheme == "sqlite" and len(rest) > 1 and rest[0] == "/":
        from feltro.store.sqlite import SqliteStore

        return SqliteStore(rest[1:], signer)
    if scheme in {"postgresql", "postgres"}:
        from feltro.store.postgres import PostgresStore

        return PostgresStore(url, signer)
    raise ValueError(f"not the address of a store: {scheme}://...")
