"""One of several processes that append to the same stream; prints the versions that it won."""

import sys

from feltro.store.address import open_store
from feltro.store.port import Append, Appended, Meta, NewEvent, Transaction

url, number = sys.argv[1:]
store = open_store(url)


def attempt(stream, expected, key):
    meta = Meta(f"child-{number}", "cashier", "desk", 1, key, "SellEntry")
    return store.commit(Transaction(meta, (Append(stream, expected, (NewEvent("Sold", 1, b"{}"),)),), b'"sold"'))


won = 0
while won < 30:
    version = store.version("raced")
    outcome = attempt("raced", version, f"{number}-{won}")
    if isinstance(outcome, Appended):
        won += 1
        sys.stdout.write(f"{version + 1}\n")

# Every process sends the same twenty commands; each is done once.
for shared in range(20):
    while store.answered(f"shared-{shared}") is None:
        meta = Meta("anyone", "cashier", "desk", 1, f"shared-{shared}", "SellEntry")
        event = NewEvent("Sold", 1, b"{}")
        store.commit(Transaction(meta, (Append("shared", store.version("shared"), (event,)),)))
store.close()
