"""`feltro user`: who may come in, and as what. A password is typed or piped, never an argument."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from feltro.cli.database import add_database, add_usual, add_who, envelope, opened, tell, tell_refusal
from feltro.cli.terminal import UnusableError, write_json, write_table
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    from feltro.kernel.roles import ROLES

    actions = parser.add_subparsers(dest="action", required=True, metavar=say("cli.action", lang))
    for name in ACTIONS:
        action = actions.add_parser(name, help=say(f"cli.user.{name}", lang))
        if name != "list":
            action.add_argument("user", help=say("cli.user.id", lang))
        if name == "add":
            action.add_argument("--role", required=True, choices=ROLES, help=say("cli.user.role", lang))
            action.add_argument("--name", default="", help=say("cli.user.name", lang))
            action.add_argument("--no-password", action="store_true", help=say("cli.user.no_password", lang))
        add_database(action, lang)
        add_who(action, lang)
        add_usual(action, lang)


def run(args: Namespace) -> int:
    with opened(args, make=args.action == "add") as house:
        return ACTIONS[args.action](args, house)


def add(args: Namespace, house: House) -> int:
    import msgspec

    from feltro.app.access.doors import add_user
    from feltro.app.access.rows import User

    try:
        user = msgspec.convert({"id": args.user, "name": args.name, "role": args.role}, User)
    except msgspec.ValidationError as error:
        raise UnusableError("user", say("cli.user.unfit", args.lang, user=args.user)) from error
    password = "" if args.no_password else ask_password(args.lang)
    refused = add_user(house.store, user, password, envelope(args))
    return tell_refusal(refused, args) if refused else tell("cli.user.added", args, {"user": user.id}, user=user.id)


def passwd(args: Namespace, house: House) -> int:
    from feltro.app.access.doors import change_password

    refused = change_password(house.store, args.user, ask_password(args.lang), envelope(args))
    done = {"user": args.user}
    return tell_refusal(refused, args) if refused else tell("cli.user.changed", args, done, user=args.user)


def remove(args: Namespace, house: House) -> int:
    from feltro.app.access.doors import remove_user

    refused = remove_user(house.store, args.user, envelope(args))
    done = {"user": args.user}
    return tell_refusal(refused, args) if refused else tell("cli.user.removed", args, done, user=args.user)


def listing(args: Namespace, house: House) -> int:
    from feltro.app.access.doors import state_of

    users = sorted(state_of(house.store)[0].users.items())
    if args.json:
        write_json([{"user": user, "role": role} for user, role in users])
    else:
        write_table([say("cli.user.id", args.lang), say("cli.user.role", args.lang)], users)
    return 0


ACTIONS: dict[str, Callable[[Namespace, House], int]] = {
    "add": add,
    "passwd": passwd,
    "remove": remove,
    "list": listing,
}


def ask_password(lang: Lang) -> str:
    """Twice at a terminal, unseen; one line of standard input from a script."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    from getpass import getpass

    first = getpass(say("cli.user.password", lang))
    if getpass(say("cli.user.again", lang)) != first:
        raise UnusableError("password", say("cli.user.differ", lang))
    return first
