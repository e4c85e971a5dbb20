"""What a tournament remembers about its papers. Only `evolve.py` changes it."""

import msgspec


class Papers(msgspec.Struct, kw_only=True):
    copies: dict[str, int] = {}
    """How often each paper was printed, by `name_of`."""


def name_of(paper: str, of: str, shows: str) -> str:
    """A seat card for another chair is another paper."""
    return f"{paper}/{of}/{shows}"
