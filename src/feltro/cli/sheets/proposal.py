"""`feltro structure propose`: a whole sheet from what an organiser knows."""

from __future__ import annotations

from datetime import datetime, time
from typing import TYPE_CHECKING

from feltro.cli.terminal import UnusableError
from feltro.rulebook.library import shipped
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.kernel.money import Money
    from feltro.rulebook.book import Rulebook
    from feltro.tournament.sheet import ChipCount, Day, SaleItem, Sheet
    from feltro.tournament.sheet.builder import ProposedSheet, Wish
    from feltro.words.languages import Lang

CHIPS = "25=400,100=500,500=500,1000=600,5000=300,25000=60"
"""A case as clubs have them, for whoever does not say what the house has."""


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    words = parser.add_argument_group(say("cli.structure.propose", lang))
    words.add_argument("--name", default="", help=say("cli.structure.name", lang))
    words.add_argument("--book", default=shipped().standard, help=say("cli.structure.book", lang))
    words.add_argument("--entries", type=int, metavar="N", help=say("cli.structure.entries", lang))
    words.add_argument("--stack", metavar="N", help=say("cli.structure.stack", lang))
    words.add_argument("--hours", metavar="H", help=say("cli.structure.hours", lang))
    words.add_argument("--minutes", type=int, metavar="MIN", help=say("cli.structure.minutes", lang))
    words.add_argument("--chips", default=CHIPS, metavar="V=N,...", help=say("cli.structure.chips", lang))
    words.add_argument("--depth", type=int, default=100, metavar="BB", help=say("cli.structure.depth", lang))
    words.add_argument("--price", default="0", metavar="R$", help=say("cli.structure.price", lang))
    words.add_argument("--rake", default="0", metavar="R$", help=say("cli.structure.rake", lang))
    words.add_argument("--at", default="19:00", metavar="HH:MM", help=say("cli.structure.at", lang))


def run(args: Namespace) -> int:
    from feltro.cli.sheets.paper import read_day, write_sheet_out
    from feltro.kernel.outcome import Refused
    from feltro.tournament.sheet.builder import propose

    wish = _wish(args)
    proposal = propose(wish)
    if isinstance(proposal, Refused):
        raise UnusableError("hours", say(proposal.because, args.lang, **proposal.values))
    return write_sheet_out(_sheet(args, wish, proposal), as_json=args.json, undated=read_day(args) is None)


def _wish(args: Namespace) -> Wish:
    from feltro.kernel.chips import parse_chips
    from feltro.tournament.sheet.builder import Wish

    for name in ("entries", "stack", "hours"):
        if getattr(args, name) is None:
            raise UnusableError(name, say("cli.structure.needs", args.lang, option=f"--{name}"))
    try:
        stack = parse_chips(args.stack)
    except ValueError as error:
        raise UnusableError("stack", say("cli.structure.bad_chips", args.lang, value=args.stack)) from error
    hours = _hours(args)
    reasonable = 2 <= args.entries <= 100_000 and 0 < hours <= 200 and args.depth >= 1 and stack <= 10**9
    if not reasonable or (args.minutes is not None and not 1 <= args.minutes <= 240):
        raise UnusableError("entries", say("cli.structure.unreasonable", args.lang))
    return Wish(args.entries, stack, hours, _chip_set(args), args.minutes, args.depth)


def _hours(args: Namespace) -> float:
    """`4`, `4,5` or `4.5`."""
    try:
        return float(args.hours.replace(",", "."))
    except ValueError as error:
        raise UnusableError("hours", say("cli.structure.bad_hours", args.lang, value=args.hours)) from error


def _chip_set(args: Namespace) -> tuple[ChipCount, ...]:
    from feltro.tournament.sheet import ChipCount

    counts: dict[int, int] = {}
    for pair in args.chips.split(","):
        value, _, count = pair.partition("=")
        if not value.strip().isdecimal() or not count.strip().isdecimal() or not int(value) or not int(count):
            raise UnusableError("chips", say("cli.structure.bad_chips", args.lang, value=pair))
        counts[int(value)] = int(count)
    return tuple(ChipCount(value=value, count=counts[value]) for value in sorted(counts))


def _sheet(args: Namespace, wish: Wish, proposal: ProposedSheet) -> Sheet:
    from msgspec.structs import replace

    from feltro.cli.shelf import find_rulebook
    from feltro.rulebook.book import Sourced
    from feltro.tournament.sheet import ActionClock, Games, Payout, Sheet
    from feltro.tournament.sheet.lint.fees import withheld_by

    rulebook = find_rulebook(args.book, args.lang)
    has_table = isinstance(rulebook["prizes.payout_table"], Sourced)
    sheet = Sheet(
        name=args.name or say("cli.structure.proposed", args.lang),
        kind="side",
        games=Games(codes=("nlhe",)),
        book=rulebook.book.id,
        addenda=tuple(layer.id for layer in rulebook.layers),
        days=_days(args),
        items=_items(args, wish, rulebook),
        stack=proposal.stack,
        levels=proposal.levels,
        ante_from=wish.ante_from,
        late_registration=proposal.late_registration,
        late_registration_break=proposal.late_registration_break,
        payout=Payout(source="book" if has_table else "organiser"),
        withheld=withheld_by(rulebook),
        action_clock=ActionClock() if isinstance(rulebook["action_clock.seconds"], Sourced) else None,
        chip_set=wish.chip_set,
        expected_entries=wish.entries,
    )
    return replace(sheet, final_table_size=_final_table(sheet, rulebook))


def _final_table(sheet: Sheet, rulebook: Rulebook) -> int:
    """As many as the book says for such a game and table; where it is silent, as would be settled."""
    from feltro.rulebook.book import Sourced
    from feltro.tournament.sheet.games import final_table_parameter

    said = rulebook[final_table_parameter(sheet)]
    source = said if isinstance(said, Sourced) else said.fallback
    return int(source.value) if source else sheet.final_table_size


def _days(args: Namespace) -> tuple[Day, ...]:
    from datetime import date
    from zoneinfo import ZoneInfo

    from feltro.cli.sheets.paper import read_day
    from feltro.kernel.instants import BRASILIA
    from feltro.tournament.sheet import Day

    try:
        at = time.fromisoformat(args.at)
    except ValueError as error:
        raise UnusableError("at", say("cli.structure.bad_hour", args.lang, value=args.at)) from error
    day = read_day(args) or date(2030, 1, 5)
    return (Day(id="1", starts_at=datetime.combine(day, at, ZoneInfo(BRASILIA))),)


def _items(args: Namespace, wish: Wish, rulebook: Rulebook) -> tuple[SaleItem, ...]:
    from feltro.tournament.sheet import SaleItem
    from feltro.tournament.sheet.lint.fees import ranking_parts

    price, rake = _money(args, "price"), _money(args, "rake")
    fees = ranking_parts("side", rulebook) if price.centavos else {}
    rest = price.centavos - rake.centavos - sum(fees.values())
    if rest < 0:
        raise UnusableError("rake", say("cli.structure.bad_money", args.lang, value=args.rake))
    entry = SaleItem(
        id="entry",
        kind="entry",
        label=say("cli.structure.entry", args.lang),
        price_centavos=price.centavos,
        split_centavos={"prize_pool": rest, "rake": rake.centavos, **fees},
        chips=wish.stack,
    )
    return (entry,)


def _money(args: Namespace, name: str) -> Money:
    from feltro.kernel.money import Money

    written = getattr(args, name)
    try:
        amount = Money.parse(written)
    except ValueError as error:
        raise UnusableError(name, say("cli.structure.bad_money", args.lang, value=written)) from error
    if amount.centavos < 0:
        raise UnusableError(name, say("cli.structure.bad_money", args.lang, value=written))
    return amount
