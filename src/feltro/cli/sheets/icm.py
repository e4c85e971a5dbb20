"""`feltro icm`: what each stack is worth, and what sharing by chips would give instead."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from feltro.cli.terminal import UnusableError, explain, write_json, write_table
from feltro.kernel.money import Money
from feltro.words.numbers import money
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.kernel.outcome import Finding
    from feltro.tournament.deals.shares import Left
    from feltro.words.languages import Lang


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("--stacks", required=True, metavar="N,N,...", help=say("cli.icm.stacks", lang))
    parser.add_argument("--prizes", required=True, metavar="R$,R$,...", help=say("cli.icm.prizes", lang))
    parser.add_argument("--reserve", default="0", metavar="%", help=say("cli.icm.reserve", lang))
    parser.add_argument("--unit", default="0,01", metavar="R$", help=say("cli.icm.unit", lang))


def run(args: Namespace) -> int:
    from feltro.tournament.deals import shares

    stacks = _stacks(args)
    left = _left(args, len(stacks))
    unit = one_amount(args.unit, "unit", args.lang).centavos or 1
    found = {method: shares.split(method, stacks, left, unit) for method in shares.METHODS}
    warnings = [explain(_numbered(one, args.lang), args.lang) for one in shares.warnings(stacks, left)]
    if args.json:
        told = {"icm_centavos": found["icm"], "chip_chop_centavos": found["chip_chop"], "warnings": warnings}
        write_json({**told, "reserve_centavos": left.reserve} if left.reserve else told)
        return 0
    head = [say(f"cli.icm.{name}", args.lang) for name in ("player", "stack", *shares.METHODS)]
    columns = zip(stacks, *found.values(), strict=True)
    rows = [
        [str(number), *(f"{stack:,}".replace(",", "."), *(money(Money(one), args.lang) for one in amounts))]
        for number, (stack, *amounts) in enumerate(columns, 1)
    ]
    write_table(head, rows, right=range(len(head)))
    if left.reserve:
        print(say("cli.icm.reserved", args.lang, reserve=Money(left.reserve)))
    for warning in warnings:
        print(warning)
    return 0


def _numbered(one: Finding, lang: Lang) -> Finding:
    """Stacks come without names: a player is called by the number of the line."""
    if "player" not in one.values:
        return one
    return replace(one, values={**one.values, "player": say("cli.icm.nth", lang, n=one.values["player"])})


def _stacks(args: Namespace) -> list[int]:
    from feltro.kernel.chips import parse_chips

    stacks = []
    for written in items(args.stacks):
        try:
            stacks.append(int(parse_chips(written)))
        except ValueError as error:
            raise UnusableError("stacks", say("cli.icm.bad_stack", args.lang, value=written)) from error
    if not stacks or min(stacks) == 0:
        raise UnusableError("stacks", say("cli.icm.bad_stack", args.lang, value=args.stacks))
    return stacks


def _left(args: Namespace, players: int) -> Left:
    from feltro.tournament.deals.shares import Left, least_reserve

    prizes = [one_amount(written, "prizes", args.lang).centavos for written in items(args.prizes)]
    if not prizes or len(prizes) > players:
        values = {"prizes": len(prizes), "players": players}
        raise UnusableError("prizes", say("cli.icm.too_many_prizes", args.lang, **values))
    prizes += [0] * (players - len(prizes))
    if prizes != sorted(prizes, reverse=True):
        raise UnusableError("prizes", say("cli.icm.prizes_go_up", args.lang))
    return Left(tuple(prizes), least_reserve(prizes, _share(args)))


def _share(args: Namespace) -> Fraction:
    try:
        share = Fraction(args.reserve.rstrip("% ").replace(",", ".")) / 100
    except (ValueError, ZeroDivisionError) as error:
        raise UnusableError("reserve", say("cli.icm.bad_reserve", args.lang, value=args.reserve)) from error
    if not 0 <= share < 1:
        raise UnusableError("reserve", say("cli.icm.bad_reserve", args.lang, value=args.reserve))
    return share


def items(written: str) -> list[str]:
    """`50000,30000` or, where amounts have centavos, `50.000,50;30.000`."""
    return [one.strip() for one in written.split(";" if ";" in written else ",") if one.strip()]


def one_amount(written: str, field: str, lang: Lang) -> Money:
    try:
        amount = Money.parse(written)
    except ValueError as error:
        raise UnusableError(field, say("cli.icm.bad_amount", lang, value=written)) from error
    if amount.centavos < 0:
        raise UnusableError(field, say("cli.icm.bad_amount", lang, value=written))
    return amount
