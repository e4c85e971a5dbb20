"""What an owner looks at one by one: voided, undone, taken back, printed again, overruled, changed, done alone."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.reports.changes import OF_EVENTS, SAID, Teller, alone_said, sentence_of
from feltro.app.reports.report import ReportRow, Said, Section
from feltro.app.world.history import Undone
from feltro.app.world.streams import settings as st
from feltro.app.world.streams.rulings import RulingOverruled
from feltro.house import desks as d
from feltro.kernel.events import DoneAlone
from feltro.kernel.instants import MINUTE, local_time
from feltro.kernel.money import ZERO, Money
from feltro.season.events import RankingPrizeTakenBack
from feltro.tournament.facts import opening as o
from feltro.tournament.facts import prizes as p
from feltro.tournament.facts import sales as s
from feltro.tournament.facts.papers import PaperPrinted
from feltro.tournament.papers.table import WALL
from feltro.tournament.sales.payments import BALANCE
from feltro.tournament.state import CANCELLED, VOID
from feltro.words.sentences import sentences
from feltro.words.text import drawer_called

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.app.reports.night.log import Happened, NightLog
    from feltro.store.port import Reader

COLUMNS = ("hour", "what", "event", "person", "amount", "who", "state", "reason")
SHEET = (o.ControlSet, o.RuleAmended, p.PayoutTableReplaced, p.GuaranteeVoided, o.RegistrationExtended)
"""What was announced before the event and is another since."""
SETTINGS = (st.SettingChanged, st.ReceiverProposed, st.ReceiverChanged, st.ReceiverDropped, st.PixReturnOrdered)


class NightAct(NamedTuple):
    one: Happened
    kind: str
    what: Said
    amount: Money | None = None
    person: str = ""
    cashier: str = ""
    """Whose sale or drawer it was."""
    copies: int = 0
    minutes: int = 0
    """Between the act and its undoing."""

    @property
    def who(self) -> str:
        return self.one.fact.meta.who


def night_acts(log: NightLog, store: Reader) -> list[NightAct]:
    """In the order in which they happened; what was undone since is among them, and marked."""
    teller = Teller(store)
    undoings: set[str] = set()
    found: list[NightAct] = []
    found += _files(log)
    for one in log.facts:
        if isinstance(one.event, Undone):
            if one.fact.meta.key in undoings:
                continue
            undoings.add(one.fact.meta.key)
        found += _acts(one, teller)
    return sorted(found, key=lambda act: act.one.fact.meta.at)


def _files(log: NightLog) -> Iterator[NightAct]:
    """One line for each file of the bank: who brought it, and how much it confirmed. A file can be written by hand."""
    brought: dict[tuple[str, str], list[Happened]] = defaultdict(list)
    for one in log.facts:
        if isinstance(one.event, s.PaymentTaken) and one.event.source == "bank_file":
            brought[one.fact.meta.who, one.event.file].append(one)
    for (_, file), shown in brought.items():
        amount = Money(sum(one.event.amount_centavos for one in shown))
        said = Said("night.bank_file", {"n": len(shown), "file": file[:8] or "—"})
        yield NightAct(shown[0], "file", said, amount)


def _acts(one: Happened, teller: Teller) -> Iterator[NightAct]:
    event = one.event
    if isinstance(event, SHEET):
        yield _changed(one)
    elif isinstance(event, SETTINGS):
        yield NightAct(one, "changed", Said(sentence_of(event), SAID[type(event)](teller, event) or {}))
    elif type(event) in TOLD:
        yield from TOLD[type(event)](one)


def _changed(one: Happened) -> NightAct:
    told = OF_EVENTS.get(type(one.event))
    values = told(one.event, one.name) if told else {"name": one.name}
    return NightAct(one, "changed", Said(f"changed.{type(one.event).__name__}", values))


def _left(one: Happened) -> Iterator[NightAct]:
    """A whole event that is called off is one act of its own, not one for each entry."""
    command = one.fact.meta.command
    if one.event.status == VOID or (one.event.status == CANCELLED and command == "CancelEntry"):
        kind = "voided" if one.event.status == VOID else "cancelled"
        sale = one.live.state.sales.get(one.event.entry)
        yield _void(one, kind, one.event.entry, sale)


def _extra_voided(one: Happened) -> Iterator[NightAct]:
    yield _void(one, "voided", one.event.sale, one.live.state.sales.get(one.event.sale))


def _void(one: Happened, kind: str, sale_id: str, sale: Any) -> NightAct:
    sales = one.live.state.sales
    reversed_ = [each for each in one.together if isinstance(each, s.SaleReversed)]
    mine = [each for each in reversed_ if sale_id in (each.sale, getattr(sales.get(each.sale), "entry", ""))]
    amount = sum((Money(each.price_centavos) for each in mine), ZERO)
    person, seller = (sale.person, sale.sold_by) if sale else ("", "")
    return NightAct(one, kind, Said(f"night.{kind}"), amount, person, seller)


def _undone(one: Happened) -> Iterator[NightAct]:
    facts = one.live.by_key.get(one.event.key, [])
    if not facts:
        return
    first = facts[0].meta
    values = {"act": _known("command", first.command), "hour": local_time(first.at).time(), "who": first.who}
    kind = "corrected" if one.event.instead else "undone"
    amount = next(filter(None, (_amount(each) for each in one.behind)), None)
    person = next((each.person for each in one.behind if getattr(each, "person", "")), "")
    minutes = (one.fact.meta.at - first.at) // MINUTE
    yield NightAct(one, kind, Said(f"night.{kind}", values), amount, person, first.who, minutes=minutes)


def _taken_back(one: Happened) -> Iterator[NightAct]:
    said = Said(f"night.{type(one.event).__name__}")
    yield NightAct(one, "taken_back", said, _amount(one.event), one.event.person, one.event.cashier)


def _reversed(one: Happened) -> Iterator[NightAct]:
    """An act of a drawer; the amount stands where it was done."""
    was = [fact.event for fact in one.live.by_key.get(one.event.act, ())]
    amount = next(filter(None, map(_amount, was)), None)
    yield NightAct(one, "taken_back", Said("night.DrawerActReversed"), amount, cashier=one.event.cashier)


def _reopened(one: Happened) -> Iterator[NightAct]:
    counted = Money(sum(one.event.counted_centavos.values()))
    yield NightAct(one, "taken_back", Said("night.DrawerReopened"), counted, cashier=one.event.cashier)


def _refund(one: Happened) -> Iterator[NightAct]:
    came, went = one.event.fee_method, one.event.method
    if came and went not in (came, BALANCE):
        yield _other_way(one, came, went)


def _excess(one: Happened) -> Iterator[NightAct]:
    if one.event.method not in ("pix", BALANCE):
        yield _other_way(one, "pix", one.event.method)


def _credit(one: Happened) -> Iterator[NightAct]:
    if one.event.came:
        yield _other_way(one, one.event.came, one.event.way)


def _other_way(one: Happened, came: str, went: str) -> NightAct:
    said = Said("night.other_way", {"came": _known("way", came), "went": _known("way", went)})
    return NightAct(one, "other_way", said, _amount(one.event), one.event.person, one.event.cashier)


def _printed(one: Happened) -> Iterator[NightAct]:
    """What hangs on a wall may be printed as often as it falls down."""
    copies = sum(1 for copy in one.event.copies if copy > 1)
    if copies and one.event.paper != WALL:
        said = Said("night.reprinted", {"paper": _known("paper", one.event.paper), "n": copies})
        person = one.event.people[0] if len(set(one.event.people)) == 1 else ""
        yield NightAct(one, "reprinted", said, person=person, copies=copies)


def _overruled(one: Happened) -> Iterator[NightAct]:
    ruling = one.live.state.rulings.get(one.event.ruling)
    table = ruling.table if ruling else 0
    yield NightAct(
        one, "overruled", Said("night.overruled.table", {"table": table}) if table else Said("night.overruled")
    )


def _alone(one: Happened) -> Iterator[NightAct]:
    amount = next(filter(None, map(_amount, one.together)), None)
    yield NightAct(one, "alone", Said(sentence_of(one.event), alone_said(one.event)), amount)


def _dropped(one: Happened) -> Iterator[NightAct]:
    """One that nobody else received: it is on its way, or went to the safe in one hand."""
    waits = one.event.act in one.live.state.drops
    if waits or not one.event.in_transit:
        said = Said("night.drop.waits" if waits else "night.drop.nobody")
        yield NightAct(one, "drop", said, _amount(one.event), cashier=one.event.cashier)


def _drop_refused(one: Happened) -> Iterator[NightAct]:
    yield NightAct(one, "taken_back", Said("night.DropRefused"), _amount(one.event), cashier=one.event.cashier)


def _known(words: str, name: str) -> str:
    """What has no words of its own yet is told all the same."""
    return name if f"night.{words}.{name}" in sentences("pt") else "other"


def _amount(event: Any) -> Money | None:
    for field in ("amount_centavos", "price_centavos", "float_centavos"):
        if getattr(event, field, 0):
            return Money(getattr(event, field))
    return None


TOLD: dict[type[Any], Callable[[Happened], Iterator[NightAct]]] = {
    s.EntryLeft: _left,
    s.ExtraVoided: _extra_voided,
    Undone: _undone,
    p.PrizeTakenBack: _taken_back,
    p.StaffShareTakenBack: _taken_back,
    RankingPrizeTakenBack: _taken_back,
    d.DrawerActReversed: _reversed,
    d.DrawerReopened: _reopened,
    d.DropRefused: _drop_refused,
    d.CashDropped: _dropped,
    d.CreditPaid: _credit,
    s.RefundPaid: _refund,
    s.ExcessReturned: _excess,
    PaperPrinted: _printed,
    RulingOverruled: _overruled,
    DoneAlone: _alone,
}


def acts_section(acts: list[NightAct]) -> Section:
    return Section("night_acts", COLUMNS, tuple(_row(act) for act in acts))


def _row(act: NightAct) -> ReportRow:
    meta = act.one.fact.meta
    state = Said("night.undone_since") if act.one.undone else ""
    cells = (local_time(meta.at).time(), act.what, _place(act), act.person, act.amount, meta.who, state, meta.key)
    return ReportRow(cells, (act.one.reference,))


def _place(act: NightAct) -> str:
    """The event, or the drawer as it is called."""
    state = act.one.live.state
    return act.one.name or getattr(state, "called", "") or drawer_called(getattr(state, "desk", ""))
