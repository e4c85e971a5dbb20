"""`feltro serve --demo`: a house in memory with an event that is being played, and ways in that are printed once."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from feltro.cli.database import DEFAULT
from feltro.cli.terminal import UnusableError, write_table
from feltro.kernel.instants import Instant
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from feltro.app.handling import House
    from feltro.sim.demo import Login
    from feltro.sim.rehearsal import Rehearsal
    from feltro.words.languages import Lang


@contextmanager
def demo_house(args: Namespace) -> Iterator[tuple[House, list[Login]]]:
    """Played up to now when it is handed over, and on from there until it is given back."""
    from feltro.app.wiring import open_house
    from feltro.sim.demo import furnish
    from feltro.sim.live_event import LiveEvents

    if args.database != os.environ.get("FELTRO_DATABASE", DEFAULT):
        raise UnusableError("database", say("cli.serve.demo.database", args.lang))
    house = open_house("memory://")
    demo = furnish(house, _now(), args.lang, time.time_ns() % 1_000_000, lambda what: _step(what, args.lang))
    players = [LiveEvents(one, _now) for one in (demo, demo.beside) if one]
    _step("live", args.lang)
    for player in players:
        player.catch_up()
    for player in players:
        player.start()
    try:
        yield house, demo.logins
    finally:
        for player in players:
            player.stop()
        house.store.close()


@contextmanager
def rehearsed_house(args: Namespace) -> Iterator[tuple[Rehearsal, list[Login]]]:
    """The same for people who learn: what goes wrong is called for on its own page, and nothing is kept."""
    from feltro.rulebook.library import shipped
    from feltro.sim.rehearsal import Rehearsal, rehearsal_house

    if args.database != os.environ.get("FELTRO_DATABASE", DEFAULT):
        raise UnusableError("database", say("cli.serve.demo.database", args.lang))
    house, logins = rehearsal_house(_now(), args.lang)
    _step("live", args.lang)
    rehearsal = Rehearsal(house, shipped().example, args.lang, _now, time.time_ns() % 1_000_000)
    rehearsal.start()
    try:
        yield rehearsal, logins
    finally:
        rehearsal.stop()
        house.store.close()


def _now() -> Instant:
    return Instant(time.time_ns() // 1000)


def _step(what: str, lang: Lang) -> None:
    print(say(f"cli.serve.demo.step.{what}", lang), file=sys.stderr, flush=True)


def tell_logins(logins: list[Login], base: str, lang: Lang) -> None:
    """Passwords are new with every start, and stand nowhere else."""
    print(say("cli.serve.demo.enter", lang, address=f"{base}/entrar"))
    head = [say(f"cli.serve.demo.{name}", lang) for name in ("role", "user", "password")]
    write_table(head, [(say(f"role.{one.role}", lang), one.user, one.password) for one in logins])
    sys.stdout.flush()
