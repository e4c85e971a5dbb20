"""`feltro webhook`: programs that are told what happens. A secret is shown once, when it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.database import add_database, add_usual, add_who, envelope, opened, tell, tell_refusal
from feltro.cli.terminal import write_json, write_table
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence

    from feltro.app.handling import House
    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar=say("cli.action", lang))
    for name in ACTIONS:
        action = actions.add_parser(name, help=say(f"cli.webhook.{name}", lang))
        if name == "add":
            action.add_argument("address", help=say("cli.webhook.address", lang))
            action.add_argument("--type", action="append", metavar="TYPE", help=say("cli.webhook.type", lang))
        if name in {"remove", "log", "again"}:
            action.add_argument("id", help=say("cli.webhook.id", lang))
        if name == "again":
            action.add_argument("--message", default="", help=say("cli.webhook.message", lang))
        add_database(action, lang)
        add_who(action, lang)
        add_usual(action, lang)


def run(args: Namespace) -> int:
    with opened(args) as house:
        return ACTIONS[args.action](args, house)


def listing(args: Namespace, house: House) -> int:
    from feltro.app.programs.webhooks import webhooks_of

    known = webhooks_of(house.store).values()
    rows = [(one.id, one.host, "1" if one.on else "0", " ".join(one.types)) for one in known]
    return _table(("id", "host", "on", "types"), rows, args)


def types(args: Namespace, _house: House) -> int:
    from feltro.app.programs.messages import TYPES

    rows = [(one, say(f"webhook.type.{one}", args.lang)) for one in TYPES]
    return _table(("type", "meaning"), rows, args)


def add(args: Namespace, house: House) -> int:
    from feltro.app.programs.messages import TYPES
    from feltro.app.programs.webhooks import add_webhook
    from feltro.kernel.outcome import Refused

    made = add_webhook(house, args.address, args.type or TYPES, envelope(args))
    if isinstance(made, Refused):
        return tell_refusal(made, args)
    return tell("cli.webhook.added", args, {"id": made.id, "secret": made.secret}, id=made.id, secret=made.secret)


def remove(args: Namespace, house: House) -> int:
    from feltro.app.programs.webhooks import remove_webhook

    refused = remove_webhook(house, args.id, envelope(args))
    return (
        tell_refusal(refused, args) if refused else tell("cli.webhook.removed", args, {"id": args.id}, id=args.id)
    )


def log(args: Namespace, house: House) -> int:
    from feltro.app.programs.progress import progress_of
    from feltro.kernel.instants import write_instant

    told = progress_of(house.store, args.id)
    rows = [
        (one.id, one.type, write_instant(one.at), one.status, str(one.code or one.told), str(one.tries))
        for one in (told.log if told else ())
    ]
    return _table(("message", "type", "at", "status", "code", "tries"), rows, args)


def again(args: Namespace, house: House) -> int:
    """Asked for here, sent by whoever serves the house: the order of the log is one."""
    from feltro.app.programs.progress import progress_of
    from feltro.app.programs.webhooks import ask_delivery
    from feltro.kernel.outcome import Refused

    told = progress_of(house.store, args.id)
    found = next((one for one in (told.log if told else ()) if one.id == args.message), None)
    if args.message and found is None:
        return tell_refusal(Refused("webhook.unknown"), args)
    place = (found.stream, found.version) if found and found.type != "webhook.test" else ("", 0)
    refused = ask_delivery(house, args.id, envelope(args), *place)
    return tell_refusal(refused, args) if refused else tell("cli.webhook.asked", args, {"id": args.id})


def _table(names: tuple[str, ...], rows: Sequence[tuple[str, ...]], args: Namespace) -> int:
    if args.json:
        write_json([dict(zip(names, row, strict=True)) for row in rows])
    else:
        write_table([say(f"cli.webhook.column.{name}", args.lang) for name in names], rows)
    return 0


ACTIONS: dict[str, Callable[[Namespace, House], int]] = {
    "list": listing,
    "types": types,
    "add": add,
    "remove": remove,
    "log": log,
    "again": again,
}
