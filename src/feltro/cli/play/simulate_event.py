"""`feltro simulate event`: one event played in memory from the draw to the last prize, and what was checked of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from feltro.cli.terminal import progress_bar, write_json, write_table
from feltro.kernel.money import Money
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from argparse import Namespace

    from feltro.sim.evening import PlayedEvening
    from feltro.sim.room import SimulatedRoom
    from feltro.words.languages import Lang

FAILED = 1


def run(args: Namespace) -> int:
    from feltro.sim.evening import simulate

    played = simulate(args.book, args.entries, args.seed, _progress if sys.stderr.isatty() else None)
    if args.json:
        write_json(as_json(played, args))
    else:
        _tell(played, args.lang)
    return 0 if played.sound else FAILED


def as_json(played: PlayedEvening, args: Namespace) -> dict[str, Any]:
    return {
        "book": args.book,
        "seed": args.seed,
        "champion": played.champion,
        **played.figures,
        "paid_places": [
            {"place": place, "person": person, "amount_centavos": centavos}
            for place, person, centavos in played.places
        ],
        "checks": played.checks,
    }


def _tell(played: PlayedEvening, lang: Lang) -> None:
    for name, value in played.figures.items():
        shown = Money(value) if name.endswith("_centavos") else value
        print(say(f"cli.simulate.event.{name}", lang, value=shown))
    print()
    head = [say(f"cli.simulate.column.{name}", lang) for name in ("place", "player", "prize")]
    rows = [
        (str(place), played.names[person], written(Money(centavos), lang))
        for place, person, centavos in played.places
    ]
    write_table(head, rows)
    print()
    for name, holds in played.checks.items():
        mark = say("cli.simulate.holds" if holds else "cli.simulate.fails", lang)
        print(f"{mark}  {say(f'cli.simulate.check.{name}', lang)}")


def _progress(room: SimulatedRoom) -> None:
    """How many are out; a champion ends it."""
    entered, out = len(room.state.entries), len(room.state.eliminations.outs)
    progress_bar(entered if room.champion else out, entered)
