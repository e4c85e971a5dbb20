"""`feltro token`: keys for programs and devices. A key is shown once, when it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.database import add_database, add_usual, add_who, envelope, opened, tell, tell_refusal
from feltro.cli.terminal import UnusableError, write_json, write_table
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence

    from feltro.app.handling import House
    from feltro.words.languages import Lang

LONGEST_DAYS = 3660


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar=say("cli.action", lang))
    for name in ACTIONS:
        action = actions.add_parser(name, help=say(f"cli.token.{name}", lang))
        if name == "make":
            action.add_argument("user", help=say("cli.user.id", lang))
            action.add_argument("--label", default="", help=say("cli.token.label", lang))
            action.add_argument("--days", type=int, help=say("cli.token.days", lang))
            action.add_argument("--scope", action="append", metavar="SCOPE", help=say("cli.token.scope", lang))
        if name == "revoke":
            action.add_argument("token", help=say("cli.token.id", lang))
        add_database(action, lang)
        add_who(action, lang)
        add_usual(action, lang)


def run(args: Namespace) -> int:
    with opened(args) as house:
        return ACTIONS[args.action](args, house)


def make(args: Namespace, house: House) -> int:
    from feltro.app.access.doors import make_token
    from feltro.kernel.instants import later
    from feltro.kernel.outcome import Refused

    if args.days is not None and not 1 <= args.days <= LONGEST_DAYS:
        raise UnusableError("days", say("cli.token.days_unfit", args.lang, longest=LONGEST_DAYS))
    asked = envelope(args)
    until = None if args.days is None else later(asked.at, seconds=args.days * 86_400)
    scopes = None if args.scope is None else tuple(dict.fromkeys(args.scope))
    made = make_token(house.store, args.user, args.label[:120], until, asked, scopes)
    if isinstance(made, Refused):
        return tell_refusal(made, args)
    return tell("cli.token.made", args, {"token": made, "id": made.split("_")[1]}, token=made)


def revoke(args: Namespace, house: House) -> int:
    from feltro.app.access.doors import revoke_token

    refused = revoke_token(house.store, args.token, envelope(args))
    done = {"token": args.token}
    return tell_refusal(refused, args) if refused else tell("cli.token.revoked", args, done, token=args.token)


def listing(args: Namespace, house: House) -> int:
    import msgspec

    from feltro.app.access.rows import TOKEN, Token
    from feltro.kernel.instants import write_instant

    tokens = [msgspec.json.decode(row.body, type=Token) for row in house.store.registry(TOKEN)]
    rows = [
        (
            one.id,
            one.user,
            one.label,
            write_instant(one.expires_at) if one.expires_at else "",
            "*" if one.scopes is None else " ".join(one.scopes),
        )
        for one in tokens
    ]
    return _table(("id", "user", "label", "expires_at", "scopes"), rows, args)


def scopes(args: Namespace, _house: House) -> int:
    from feltro.app.access.scopes import SCOPES

    rows = [(one, say(f"scope.{one.replace(':', '.')}", args.lang)) for one in SCOPES]
    return _table(("scope", "meaning"), rows, args)


def _table(names: tuple[str, ...], rows: Sequence[tuple[str, ...]], args: Namespace) -> int:
    if args.json:
        write_json([dict(zip(names, row, strict=True)) for row in rows])
    else:
        write_table([say(f"cli.token.column.{name}", args.lang) for name in names], rows)
    return 0


ACTIONS: dict[str, Callable[[Namespace, House], int]] = {
    "make": make,
    "revoke": revoke,
    "list": listing,
    "scopes": scopes,
}
