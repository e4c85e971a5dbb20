"""`feltro payouts`: the prize of each place for any number of entries, or what is wrong with a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.cli.sheets.icm import one_amount
from feltro.cli.terminal import UnusableError, explain, write_findings, write_json, write_table
from feltro.kernel.money import Money
from feltro.kernel.outcome import Finding, Refused
from feltro.rulebook.library import shipped
from feltro.rulebook.speech import typed
from feltro.words.numbers import money
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.rulebook.settle import Settled
    from feltro.tournament.prizes.amounts import PlacePrizes
    from feltro.tournament.prizes.choice import Chosen
    from feltro.tournament.prizes.tables import PrizeTable
    from feltro.words.languages import Lang

MOST_ENTRIES = 100_000
MOST_CHARACTERS = 2_000_000


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("--book", default=shipped().example, help=say("cli.payouts.book", lang))
    parser.add_argument("--entries", type=int, metavar="N", help=say("cli.payouts.entries", lang))
    parser.add_argument("--pool", metavar="R$", help=say("cli.payouts.pool", lang))
    parser.add_argument("--unit", metavar="R$", help=say("cli.payouts.unit", lang))
    parser.add_argument("--minimum", metavar="R$", help=say("cli.payouts.minimum", lang))
    parser.add_argument("--table", metavar="FILE", help=say("cli.payouts.table", lang))
    parser.add_argument("--winner-takes-all", action="store_true", help=say("cli.payouts.winner", lang))


def run(args: Namespace) -> int:
    loaded = _loaded(args) if args.table else None
    if isinstance(loaded, list):
        return write_findings(loaded, args.lang, as_json=args.json)
    if loaded is not None and args.entries is None and args.pool is None:
        return _lint(loaded, args)
    for name in ("entries", "pool"):
        if getattr(args, name) is None:
            raise UnusableError(name, say("cli.payouts.needs", args.lang, option=f"--{name}"))
    if not 1 <= args.entries <= MOST_ENTRIES:
        raise UnusableError("entries", say("cli.payouts.bad_entries", args.lang, most=MOST_ENTRIES))
    return _pay_out(loaded, args)


def _pay_out(loaded: PrizeTable | None, args: Namespace) -> int:
    from feltro.tournament.prizes.amounts import pay_out

    book = settled_book(args.book, args.lang)
    pool = one_amount(args.pool, "pool", args.lang).centavos
    chosen = _choose(loaded, book, args)
    if isinstance(chosen, Refused):
        return _refuse(chosen, args)
    payout = pay_out(pool, chosen.column, _terms(book, args))
    if isinstance(payout, Refused):
        return _refuse(payout, args)
    return _write(pool, chosen, payout, args)


def settled_book(name: str, lang: Lang) -> Settled:
    """A book in which the house speaks wherever it is silent about prizes."""
    from feltro.cli.shelf import find_rulebook
    from feltro.rulebook.library import whole
    from feltro.rulebook.settle import settle, settled

    rulebook = find_rulebook(name, lang)
    return whole(settled(rulebook, whole(settle(rulebook, {}, ("prizes",), "casa-hoje"))))


def _choose(loaded: PrizeTable | None, book: Settled, args: Namespace) -> Chosen | Refused:
    from feltro.app.sheets.payout_tables import book_table
    from feltro.tournament.prizes.choice import PrizeTables, choose

    tables = PrizeTables(book_table(book.rulebook), loaded)
    if args.winner_takes_all:
        source = "winner_takes_all"
    elif loaded is not None:
        source = "loaded"
    else:
        source = "book" if book["prizes.table_source"].value == "book" and tables.book else "proposed"
    return choose(source, args.entries, tables, book)


def _terms(book: Settled, args: Namespace) -> Any:
    from dataclasses import replace

    from feltro.tournament.prizes.choice import terms_of

    terms = terms_of(book)
    if args.unit is not None:
        terms = replace(terms, unit=one_amount(args.unit, "unit", args.lang).centavos or 1)
    if args.minimum is not None:
        terms = replace(terms, minimum=one_amount(args.minimum, "minimum", args.lang).centavos)
    return terms


def _write(pool: int, chosen: Chosen, payout: PlacePrizes, args: Namespace) -> int:
    findings = (*chosen.notes, *payout.notes)
    notes = [explain(note, args.lang) for note in findings]
    if args.json:
        places = [{"place": place, "amount_centavos": amount} for place, amount in enumerate(payout.amounts, 1)]
        write_json({"places": places, "paid": len(places), "pool_centavos": pool, "notes": notes})
        return 0
    rows = []
    for band in chosen.column.bands if payout.amounts else ():
        which = str(band.first) if band.first == band.last else f"{band.first}-{band.last}"
        rows.append([which, money(Money(payout.amounts[band.first - 1]), args.lang)])
    write_table([say("cli.payouts.place", args.lang), say("cli.payouts.each", args.lang)], rows, right=(0, 1))
    cites = ", ".join(typed(chosen.cites, args.lang))
    print(say("cli.payouts.total", args.lang, paid=len(payout.amounts), pool=Money(pool), cites=cites))
    for note in notes:
        print(note)
    return 0


def _refuse(refused: Refused, args: Namespace) -> int:
    finding = Finding(refused.because, ", ".join(typed(refused.cites, args.lang)) or "payouts", refused.values)
    return write_findings([finding], args.lang, as_json=args.json)


def _loaded(args: Namespace) -> PrizeTable | list[Finding]:
    """A table that can pay; one with faults is told all of them, and pays nothing."""
    from feltro.tournament.prizes.files import read_csv, read_toml
    from feltro.tournament.prizes.tables import lint

    path = Path(args.table)
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MOST_CHARACTERS + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise UnusableError("table", say("cli.payouts.unreadable", args.lang, file=args.table)) from error
    if len(text) > MOST_CHARACTERS:
        raise UnusableError("table", say("cli.payouts.unreadable", args.lang, file=args.table))
    table = read_toml(text) if path.suffix == ".toml" else read_csv(text)
    if isinstance(table, list):
        return table
    wrong = [Finding(one.because, one.where, one.values) for one in lint(table) if one.weight == "wrong"]
    return wrong or table


def _lint(table: PrizeTable, args: Namespace) -> int:
    from feltro.tournament.prizes.tables import lint

    doubts = [say(one.because, args.lang, **one.values) for one in lint(table)]
    if args.json:
        write_json({"brackets": len(table.columns), "doubts": doubts})
    else:
        print("\n".join([say("cli.payouts.sound", args.lang, n=len(table.columns)), *doubts]))
    return 0
