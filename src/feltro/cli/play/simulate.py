"""`feltro simulate`: rooms played down by chance to see what balancing does, or one whole event."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any

from feltro.cli.play import simulate_plan
from feltro.cli.terminal import UnusableError, progress_bar, write_json
from feltro.rulebook.library import shipped
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.sim.balance import Tally
    from feltro.words.languages import Lang

MOST_PLAYERS = 20_000
MOST_ENTRIES = 5000
SMALLEST_TABLE, LARGEST_TABLE = 2, 10


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument(
        "what", choices=["balance", "event", "plan", "fairness", "hands"], help=say("cli.simulate.what", lang)
    )
    parser.add_argument("--rooms", type=int, default=1000, help=say("cli.simulate.rooms", lang))
    parser.add_argument("--entries", type=int, default=60, help=say("cli.simulate.entries", lang))
    parser.add_argument("--players", type=int, default=27, help=say("cli.simulate.players", lang))
    parser.add_argument("--chairs", type=int, default=9, help=say("cli.simulate.chairs", lang))
    parser.add_argument("--book", default=None, help=say("cli.simulate.book", lang))
    parser.add_argument("--seed", type=int, default=1, help=say("cli.simulate.seed", lang))
    parser.add_argument("--tolerance", type=int, default=1, help=say("cli.simulate.tolerance", lang))
    parser.add_argument("--evenings", type=int, default=2, metavar="N", help=say("cli.simulate.evenings", lang))
    parser.add_argument("--pdf", metavar="FILE", help=say("cli.simulate.pdf", lang))
    simulate_plan.arguments(parser, lang)


def run(args: Namespace) -> int:
    from feltro.sim.balance import Tally, play_room
    from feltro.sim.played_room import PlayedRoom

    if args.seed < 0:
        raise UnusableError("--seed", say("cli.simulate.no_seed", args.lang, seed=args.seed))
    if args.what == "plan":
        return simulate_plan.run(args)
    args.book = args.book or shipped().example
    _check(args, shipped().ids)
    if args.what == "event":
        from feltro.cli.play import simulate_event

        return simulate_event.run(args)
    if args.what in {"fairness", "hands"}:
        from feltro.cli.play import simulate_studies

        return simulate_studies.run(args)
    tally = Tally()
    for done in range(args.rooms):
        play_room(PlayedRoom(args.book, args.players, args.chairs, args.seed + done, args.tolerance), tally)
        progress_bar(done + 1, args.rooms)
    found = figures(tally)
    if args.json:
        write_json({"book": args.book, "players": args.players, "chairs": args.chairs, "seed": args.seed, **found})
        return 0
    for name, value in found.items():
        print(say(f"cli.simulate.figure.{name}", args.lang, value=_shown(value)))
    return 0


def _check(args: Namespace, books: tuple[str, ...]) -> None:
    if args.book not in books:
        raise UnusableError("--book", say("cli.simulate.no_book", args.lang, book=args.book, books=list(books)))
    limits = {
        "--rooms": (args.rooms, 1, 1_000_000),
        "--entries": (args.entries, 2, MOST_ENTRIES),
        "--players": (args.players, 2, MOST_PLAYERS),
        "--chairs": (args.chairs, SMALLEST_TABLE, LARGEST_TABLE),
        "--tolerance": (args.tolerance, 1, LARGEST_TABLE),
        "--evenings": (args.evenings, 0, 1000),
    }
    for name, (given, least, most) in limits.items():
        if not least <= given <= most:
            values = {"option": name, "given": given, "least": least, "most": most}
            raise UnusableError(name, say("cli.simulate.out_of_range", args.lang, **values))


def figures(tally: Tally) -> dict[str, Any]:
    """What was counted, as numbers that can be compared."""
    waits = tally.hands_until_big_blind
    moved = sum(waits.values())
    return {
        "rooms": tally.rooms,
        "busts": tally.busts,
        "balance_moves": tally.balance_moves,
        "breaks": tally.breaks,
        "break_moves": tally.break_moves,
        "halts": tally.halts,
        "worst_spread": tally.worst_spread,
        "most_moves_by_one_player": tally.most_moves,
        "moved_again_before_the_big_blind": tally.twice_in_a_row,
        "movers_who_post_at_once": round(waits[0] / moved, 4) if moved else 0.0,
        "hands_until_big_blind": round(sum(wait * n for wait, n in waits.items()) / moved, 3) if moved else 0.0,
        **{
            f"extra_big_blinds_{kind}": round(fmean(values), 3) if values else 0.0
            for kind, values in tally.extra.items()
        },
    }


def _shown(value: Any) -> Any:
    from fractions import Fraction

    return Fraction(str(value)) if isinstance(value, float) else value
