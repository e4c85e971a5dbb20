"""`feltro print`: any paper of an event as a PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.database import add_database, add_who, envelope, new_file, opened, tell, tell_refusal
from feltro.cli.terminal import UnusableError
from feltro.tournament.papers.table import HANDED, LISTS
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.app.handling import House
    from feltro.kernel.outcome import Refused
    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    papers = say("cli.print.paper", lang, handed=", ".join(HANDED), lists=", ".join(LISTS))
    parser.add_argument("paper", choices=(*HANDED, *LISTS), metavar="paper", help=papers)
    parser.add_argument("tournament", help=say("cli.report.tournament", lang))
    parser.add_argument("of", nargs="*", help=say("cli.print.of", lang))
    parser.add_argument("--pdf", required=True, metavar="FILE", help=say("cli.print.pdf", lang))
    parser.add_argument("--table", type=int, default=0, metavar="N", help=say("cli.print.table", lang))
    parser.add_argument("--level", type=int, default=0, metavar="N", help=say("cli.print.level", lang))
    parser.add_argument("--day", default="", help=say("cli.print.day", lang))
    parser.add_argument("--site", default="", metavar="URL", help=say("cli.print.site", lang))
    add_who(parser, lang)
    add_database(parser, lang)


def run(args: Namespace) -> int:
    from feltro.kernel.outcome import Refused

    file = new_file(args.pdf, args.lang)
    with opened(args) as house:
        made = _list(args, house) if args.paper in LISTS else _handed(args, house)
    if isinstance(made, Refused):
        return tell_refusal(made, args)
    file.write_bytes(made)
    return tell("report.written", args, {"written": str(file)}, file=str(file))


def _list(args: Namespace, house: House) -> bytes | Refused:
    from feltro.app.papers.prints import list_of

    which = {"level": args.level, "day": args.day}
    return list_of(house, args.tournament, args.paper, args.lang, envelope(args), **which)


def _handed(args: Namespace, house: House) -> bytes | Refused:
    """What is named; without a name, a strip."""
    import msgspec

    from feltro.app.handling.catalogue import command_decoder
    from feltro.app.papers.pen import pen_of
    from feltro.app.papers.prints import all_of, hand_over
    from feltro.kernel.outcome import Refused

    of, sent = tuple(args.of), envelope(args)
    if not of:
        with house.world.lock:
            pen = pen_of(house, args.tournament, args.lang, sent.at)
            found = pen if isinstance(pen, Refused) else all_of(pen, args.paper, args.table)
        if isinstance(found, Refused):
            return found
        of = found
    asked = {"type": "PrintPaper", "tournament": args.tournament, "paper": args.paper, "of": of}
    try:
        command = command_decoder().decode(msgspec.json.encode(asked))
    except msgspec.MsgspecError as error:
        raise UnusableError("of", say("form.unfit", args.lang, said=str(error))) from error
    made = hand_over(house, command, sent, args.lang, args.site)
    return made if isinstance(made, Refused) else made.pdf
