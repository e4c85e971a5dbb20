"""Ranking and funds: what closing, paying and importing have to know besides the season's own stream."""

from dataclasses import replace
from datetime import date
from typing import Any

import msgspec

from feltro.app.access.seconds import seconds_of, since_when
from feltro.app.decisions.drawers import expected
from feltro.app.decisions.people import excluded
from feltro.app.decisions.tournament import cashier_of
from feltro.app.people.accounts import account_of
from feltro.app.people.directory import PERSON, load
from feltro.app.people.names import name_of
from feltro.app.ranking import COUNTS, SeasonRanking, ranking_of
from feltro.app.ranking.fund_tax import fund_tax
from feltro.app.ranking.rules import settle_season
from feltro.app.ranking.stages import funds_of_stages, named_stages, still_sells, unfinished, was_held
from feltro.app.world.plan import Asked, Plan, UseCase
from feltro.app.world.tonight import control_tonight
from feltro.kernel.commands import Command, SeasonCommand
from feltro.kernel.instants import age_on, local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused, refused_for
from feltro.ledger.accounts import account
from feltro.procedures.rights import Status
from feltro.rulebook.settle import Settled
from feltro.season.decide import decide
from feltro.season.now import Closing, SeasonNow
from feltro.season.ranking import commands as c
from feltro.season.results import EventResult
from feltro.season.state import SeasonState

PLACES = 1000
"""How far down the ranking a prize may reach."""


def choose_book(command: c.ChooseRankingBook, asked: Asked) -> Plan | Refused:
    book = settle_season(command.book, command.addenda, command.answers)
    if isinstance(book, list):
        return refused_for(book)
    return _decided(command, asked, book)


def load_table(command: c.LoadPointsTable, asked: Asked) -> Plan | Refused:
    """Before the first tournament there is no book to ask."""
    ranking = _ranking(command, asked)
    book = None if isinstance(ranking, Refused) else ranking.rules.book
    return _decided(command, asked, book)


def about_person(command: c.RegisterForRanking | c.AdjustPoints, asked: Asked) -> Plan | Refused:
    if asked.look.world.store.kept(PERSON, command.person) is None:
        return Refused("person.unknown", {"person": command.person})
    return _decided(command, asked, None)


def about_event(command: c.CountEvent | c.ExcludeEvent, asked: Asked) -> Plan | Refused:
    season: SeasonState = asked.look.state(f"season:{command.season}")
    imported = command.tournament in season.ranking.imported
    if not imported and asked.look.state(f"tournament:{command.tournament}").season != command.season:
        return Refused("tournament.unknown", {"tournament": command.tournament})
    return _decided(command, asked, None)


def import_results(command: c.ImportResults, asked: Asked) -> Plan | Refused:
    store = asked.look.world.store
    for one in command.result.finishers:
        if store.kept(PERSON, one.person) is None:
            return Refused("person.unknown", {"person": one.person})
    if asked.look.state(f"tournament:{command.result.event}").sheet is not None:
        return Refused("results.is_tournament", {"event": command.result.event})
    return _decided(command, asked, None)


def close_stage(command: c.CloseStage, asked: Asked) -> Plan | Refused:
    state: SeasonState = asked.look.state(f"season:{command.season}")
    fund = _held(asked, "stage_champion_fund", command.season, command.stage)
    last_day = _last_day(state, asked, command.stage)
    if command.stage in state.stages and not fund and not was_held(command.season, asked, command.stage):
        return _decided(command, asked, None, Closing(held=False, last_day=last_day))
    ranking = _ranking(command, asked)
    if isinstance(ranking, Refused):
        return ranking
    closing = Closing(
        groups=_stage_groups(command.stage, ranking, ranking.barred),
        everybody=_stage_groups(command.stage, ranking, set()) if ranking.barred else (),
        excluded=tuple(ranking.barred),
        fund_centavos=fund,
        stages=named_stages(command.season, asked.look.world),
        unfinished=unfinished(ranking, asked, command.stage),
        last_day=last_day,
    )
    return _decided(command, asked, ranking.rules.book, closing)


def _stage_groups(stage: str, ranking: SeasonRanking, barred: set[str]) -> tuple[tuple[str, ...], ...]:
    book = ranking.rules.book
    if book["fund.stage.champion"].value == "main_event_winner":
        mains = [
            one.result
            for one in ranking.events.values()
            if one.stage == stage and one.result and one.result.kind == "main" and one.status == COUNTS
        ]
        winners = {person for result in mains for person in _best(result, barred)}
        return (tuple(sorted(winners)),) if winners else ()
    by_points = book["fund.stage.tie"].value == "shared"
    return tuple(ranking.of_stage(stage, only_points=by_points, everybody=not barred).groups(PLACES))


def _best(result: EventResult, barred: set[str]) -> list[str]:
    """The winner; where he was sent away, the next one."""
    fit = [one for one in result.finishers if not one.disqualified and one.person not in barred]
    first = min((one.place for one in fit), default=0)
    return [one.person for one in fit if one.place == first]


def of_the_year(command: SeasonCommand, asked: Asked) -> Plan | Refused:
    """Closing the season, sharing what is left, the champion's hotel: all rest on the standings and the funds."""
    ranking = _ranking(command, asked)
    state: SeasonState = asked.look.state(f"season:{command.season}")
    if isinstance(ranking, Refused):
        held = was_held(command.season, asked) or not isinstance(command, c.CloseSeason)
        nothing = Closing(
            held=False, fund_centavos=_held(asked, "ranking_fund", command.season), last_day=_last_day(state, asked)
        )
        return ranking if held or not state.season else _decided(command, asked, None, nothing)
    closing = Closing(
        groups=tuple(ranking.standings.groups(PLACES)),
        everybody=tuple(ranking.of_everybody().groups(PLACES)),
        excluded=tuple(ranking.barred),
        fund_centavos=_held(asked, "ranking_fund", command.season),
        stage_funds_centavos=funds_of_stages(command.season, asked.look.world),
        stages=named_stages(command.season, asked.look.world),
        unfinished=(*unfinished(ranking, asked), *still_sells(ranking, asked)),
        last_day=_last_day(state, asked),
    )
    return _decided(command, asked, ranking.rules.book, closing)


def pay_prize(command: c.PayRankingPrize, asked: Asked) -> Plan | Refused:
    """Cash has to be in the drawer that it is taken from."""
    ranking = _ranking(command, asked)
    if isinstance(ranking, Refused):
        return ranking
    cashier = cashier_of(command, asked) if command.method == "cash" else ""
    if isinstance(cashier, Refused):
        return cashier
    state: SeasonState = asked.look.state(f"season:{command.season}")
    tax = fund_tax(command.prize, command.amount_centavos, state, asked.look.world, asked.envelope.at)
    if cashier and command.amount_centavos - tax > expected(cashier, asked).get("cash", 0):
        return Refused("drawer.short")
    now = SeasonNow(
        at=asked.envelope.at,
        closing=Closing(last_day=_last_day(state, asked)),
        cashier=cashier,
        account=_account(command, state, asked),
        payee=_payee(command, state, ranking.rules.book, asked),
        excluded=tuple(excluded(asked)),
        tax_centavos=tax,
    )
    return _decided_now(command, asked, ranking.rules.book, _with_seconds(now, asked))


def _payee(command: c.PayRankingPrize, state: SeasonState, book: Settled, asked: Asked) -> dict[Status, Any]:
    """Papers as the registry has them, debts as the ledger has them: an annual prize is of no single event."""
    owed = state.ranking.owed.get(command.prize)
    person = load(asked.look.world.store, owed.prize.person) if owed else None
    if owed is None or person is None:
        return {}
    found: dict[Status, Any] = {}
    least = book["fund.annual.min_age"].value
    age = age_on(person.born_on, local_time(asked.envelope.at).date()) if person.born_on else least
    if age < least:
        found["under_age"] = {"age": age, "least": least}
    if person.photo_id is None:
        found["not_identified"] = {}
    debt = _held(asked, "receivable", person.id) + _held(asked, "tab", person.id)
    if debt:
        found["in_debt"] = {"amount": Money(debt)}
    return found


def _with_seconds(now: SeasonNow, asked: Asked) -> SeasonNow:
    """A fund belongs to no event: it has the control of the house tonight."""
    size = control_tonight(asked.look.world, asked.books, now.at)
    since = since_when(size, now.at)
    seconds = seconds_of(asked.envelope.who, c.ApproveRankingPrize.may, asked.look.world, since)
    return msgspec.structs.replace(now, control=size, seconds=seconds)


def approve_prize(command: c.ApproveRankingPrize, asked: Asked) -> Plan | Refused:
    return _decided(command, asked, None)


def take_back_prize(command: c.TakeBackRankingPrize, asked: Asked) -> Plan | Refused:
    cashier = cashier_of(command, asked)
    return cashier if isinstance(cashier, Refused) else _decided(command, asked, None, cashier=cashier)


def _account(command: c.PayRankingPrize, state: SeasonState, asked: Asked) -> str:
    owed = state.ranking.owed.get(command.prize)
    person = load(asked.look.world.store, owed.prize.person) if owed else None
    name, document = (person.name, person.document) if person else ("", None)
    return account_of(command.bank_name, command.bank_document, name, document)


def _ranking(command: SeasonCommand, asked: Asked) -> SeasonRanking | Refused:
    return ranking_of(command.season, asked.look.world, asked.books, asked.look.live)


def _held(asked: Asked, kind: str, *whose: str) -> int:
    asked.look.world.load_all()
    return asked.look.world.balances.held(account(kind, *whose)).centavos


def _last_day(state: SeasonState, asked: Asked, stage: str = "") -> date:
    """Of a stage or of the last one, as last announced."""
    days = [told[-1].last_day for name, told in state.stages.items() if stage in {"", name}]
    return max(days, default=local_time(asked.envelope.at).date())


def _decided(
    command: SeasonCommand,
    asked: Asked,
    book: Settled | None,
    closing: Closing | None = None,
    cashier: str = "",
) -> Plan | Refused:
    now = SeasonNow(at=asked.envelope.at, closing=closing, cashier=cashier)
    return _decided_now(command, asked, book, now)


def _decided_now(command: SeasonCommand, asked: Asked, book: Settled | None, now: SeasonNow) -> Plan | Refused:
    stream = f"season:{command.season}"
    sent = asked.envelope
    now = msgspec.structs.replace(now, who=sent.who, role=sent.role, key=sent.key)
    events: tuple[Any, ...] | Refused = decide(command, asked.look.state(stream), book, now)
    return _named(events, asked) if isinstance(events, Refused) else Plan(events={stream: events})


def _named(refused: Refused, asked: Asked) -> Refused:
    """Whoever reads a refusal reads names."""
    named = {
        called: tuple(name_of(person, asked.look.world.store) for person in refused.values[of])
        for of, called in (("people", "names"), ("excluded", "excluded_names"))
        if isinstance(refused.values.get(of), tuple)
    }
    return replace(refused, values={**refused.values, **named})


USE_CASES: dict[type[Command], UseCase] = {
    c.ChooseRankingBook: choose_book,
    c.LoadPointsTable: load_table,
    c.RegisterForRanking: about_person,
    c.AdjustPoints: about_person,
    c.CountEvent: about_event,
    c.ExcludeEvent: about_event,
    c.ImportResults: import_results,
    c.CloseStage: close_stage,
    c.CloseSeason: of_the_year,
    c.ShareSurplus: of_the_year,
    c.ChargeHotel: of_the_year,
    c.ApproveRankingPrize: approve_prize,
    c.PayRankingPrize: pay_prize,
    c.TakeBackRankingPrize: take_back_prize,
}
