"""Makes children that sell until they are killed. Each says `done KEY DIGEST` only when the house said so.

    selling_children.py

For every line `URL NAME` that it reads it forks a child, says `pid N`, waits for the child's end, and says `ended`.
A fork has everything imported and the rulebook read: starting anew would cost more than the selling.
"""

import os
import sys
import threading
from hashlib import sha256
from itertools import islice

import msgspec

from feltro.app.wiring import open_house
from feltro.app.world.plan import Done
from feltro.store import postgres, sqlite  # noqa: F401 - imported before the first fork
from tests.crash.busy_desk import CASHIERS, commands, open_house_for_sale


def sell(url: str, name: str) -> None:
    house = open_house(url)

    def serve(desk: str) -> None:
        for given in commands(name, desk):
            outcome = given.to(house)
            if not isinstance(outcome, Done):
                say(f"refused {given.envelope.key} {outcome.because}")
                return
            say(f"done {given.envelope.key} {sha256(msgspec.json.encode(outcome)).hexdigest()}")

    desks = [threading.Thread(target=serve, args=(desk,)) for desk in CASHIERS]
    for desk in desks:
        desk.start()
    for desk in desks:
        desk.join()


def say(line: str) -> None:
    """In one write, so that a kill leaves whole lines."""
    os.write(1, f"{line}\n".encode())


def rehearse() -> None:
    house = open_house("memory://")
    open_house_for_sale(house)
    for given in islice(commands("rehearsal", "d1"), 20):
        given.to(house)


def main() -> None:
    rehearse()
    while line := sys.stdin.readline():
        url, name = line.split()
        child = os.fork()
        if not child:
            try:
                sell(url, name)
            finally:
                os._exit(1)
        say(f"pid {child}")
        os.waitpid(child, 0)
        say("ended")


if __name__ == "__main__":
    main()
