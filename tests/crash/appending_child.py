"""Appends under load until it is killed, or `count` times, and says `done KEY` only when the store said so.

    appending_child.py URL NAME [COUNT]

With a count it goes on after the store became unavailable, and says `unavailable KEY`, to show what follows.
Every second command goes to two streams and the registry, so that half of one would show.
"""

import sys
import threading

from feltro.store.address import open_store
from feltro.store.port import Append, Appended, Keep, Meta, NewEvent, StoreUnavailable, Transaction

url, name, *rest = sys.argv[1:]
count = int(rest[0]) if rest else 1_000_000
threads = 1 if rest else 3
store = open_store(url)
printing = threading.Lock()


def command(thread, number):
    key = f"{name}.{thread}.{number}"
    own, common = f"own/{name}/{thread}", f"common/{name}/{thread}"
    event = NewEvent("Sold", 1, b'{"padding":"%s"}' % (b"x" * (number % 700)))
    appends = [Append(own, number, (event,))]
    registry = ()
    if number % 2:
        appends.append(Append(common, (number // 2) * 3, (event,) * 3))
        registry = (Keep("person", key, b"body"),)
    return Transaction(Meta("child", "cashier", "desk", number, key, "Sell"), tuple(appends), b"ok", registry)


def run(thread):
    for number in range(count):
        transaction = command(thread, number)
        try:
            outcome = store.commit(transaction)
        except StoreUnavailable:
            if not rest:
                raise
            say(f"unavailable {transaction.meta.key}")
            continue
        assert isinstance(outcome, Appended), outcome
        say(f"done {transaction.meta.key}")


def say(line):
    with printing:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if threads == 1:
    run(0)
else:
    workers = [threading.Thread(target=run, args=(thread,)) for thread in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
store.close()
