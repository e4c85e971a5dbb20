"""`feltro pix`: the code of a sale that waits for its PIX, and the bank's file that ends the wait."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from feltro.cli.database import (
    add_database,
    add_usual,
    add_who,
    envelope,
    new_file,
    old_file,
    opened,
    tell,
    tell_refusal,
)
from feltro.cli.terminal import explain, write_findings, write_json
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar=say("cli.action", lang))
    for name in ACTIONS:
        action = actions.add_parser(name, help=say(f"cli.pix.{name}", lang))
        if name == "code":
            action.add_argument("tournament", help=say("cli.pix.tournament", lang))
            action.add_argument("sale", help=say("cli.pix.sale", lang))
            for part in ("key", "name", "city"):
                default = os.environ.get(f"FELTRO_PIX_{part.upper()}", "")
                action.add_argument(f"--{part}", default=default, help=say(f"cli.pix.{part}", lang))
            action.add_argument("--svg", metavar="FILE", default="", help=say("cli.pix.svg", lang))
        else:
            action.add_argument("file", help=say("cli.pix.file", lang))
        add_database(action, lang)
        add_who(action, lang)
        add_usual(action, lang)


def run(args: Namespace) -> int:
    with opened(args) as house:
        return ACTIONS[args.action](args, house)


def code(args: Namespace, house: House) -> int:
    from feltro.app.money.bank import code_of
    from feltro.app.money.brcode import Receiver
    from feltro.kernel.outcome import Finding, Refused

    said = Receiver(args.key, args.name, args.city) if args.key else None
    found = code_of(house, args.tournament, args.sale, said)
    if isinstance(found, Refused):
        return tell_refusal(found, args)
    if isinstance(found, Finding):
        return write_findings([found], args.lang, as_json=args.json)
    if args.svg:
        from feltro.app.money.qr import qr_svg

        new_file(args.svg, args.lang).write_text(qr_svg(found), encoding="utf-8")
    if args.json:
        write_json({"code": found, **({"svg": args.svg} if args.svg else {})})
    else:
        print(found)
    return 0


def match(args: Namespace, house: House) -> int:
    from feltro.app.money.bank import confirm

    found = confirm(house, old_file(args.file, args.lang).read_bytes(), envelope(args))
    if isinstance(found, list):
        return write_findings(found, args.lang, as_json=args.json)
    look = [{"txid": one.where, "text": explain(one, args.lang)} for one in found.to_look_at]
    look += [{"txid": txid, "text": say(why.because, args.lang, **why.values)} for txid, why in found.refused]
    for one in look if not args.json else ():
        print(f"{one['txid']}: {one['text']}")
    answer = {"confirmed": [list(one) for one in found.sales], "to_look_at": look, "waiting": found.waiting}
    tell("cli.pix.done", args, answer, confirmed=len(found.sales), waiting=found.waiting)
    return 1 if look else 0


ACTIONS: dict[str, Callable[[Namespace, House], int]] = {"code": code, "match": match}
