"""How the state machine asks for what happens in the room: tables, clock, pace, days, chips, penalties, counts.

Most fields mean the same in every command, so that a rule names only what is special about its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.people.public_ids import public_ids
from feltro.kernel.instants import later, local_time
from feltro.tournament.chips.view import in_play
from tests.app.machine.asking import ENTRIES, NEW, NEWCOMERS, PEOPLE, Ask, Pick, Rule, entry, papers, sale, seals

if TYPE_CHECKING:
    from collections.abc import Callable

    Field = Callable[[Any, Pick], Any]


def one(*options: Any) -> Field:
    return lambda m, pick: pick.one(options)


def sitting(m: Any, pick: Pick) -> str:
    """Somebody at a table, mostly."""
    there = sorted(m.state("t1").floor.chair_of)
    return entry(m, pick) if not there or pick.seldom(10) else pick.one(there)


def table(m: Any, pick: Pick) -> int:
    return 9 if pick.seldom(10) else pick.one(sorted(m.state("t1").floor.tables) or [1])


def leaving(m: Any, pick: Pick) -> int:
    """A table that breaks after its hand, mostly."""
    found = sorted(one.number for one in m.state("t1").floor.tables.values() if one.breaking)
    return table(m, pick) if not found or pick.seldom(10) else pick.one(found)


def seat(m: Any, pick: Pick) -> int:
    return pick.one([1, 2, 3, 4, 5])


def day(m: Any, pick: Pick) -> str:
    return pick.one(["1", "1", "1", "2", "9"])


def stack(m: Any, pick: Pick) -> int:
    return pick.one([100, 5000, 30000])


def text(m: Any, pick: Pick) -> str:
    return " " if pick.seldom(10) else "motivo"


def named(letter: str, several: int = 4) -> Field:
    return lambda m, pick: f"{letter}{pick.one(range(1, several + 1))}"


def fresh(letter: str) -> Field:
    """A name that nobody used yet, mostly."""
    return lambda m, pick: f"{letter}1" if pick.seldom(6) else f"{letter}{m.room.next()}"


def running(m: Any, pick: Pick) -> str:
    return pick.one([*m.state("t1").time_bank.running, "q1"])


def unread(m: Any, pick: Pick) -> str:
    left = [one.message for told in m.state("t1").calls.unread.values() for one in told]
    return pick.one([*left, "nada"])


def tapped(m: Any, pick: Pick) -> str:
    return pick.one([*m.state("t1").taps.open, "k1"])


def calling(m: Any, pick: Pick) -> str:
    return pick.one([*m.state("t1").calls.open, "c1"])


FIELDS: dict[str, Field] = {
    "tournament": lambda m, pick: "t1",
    "entry": sitting,
    "table": table,
    "seat": seat,
    "day": day,
    "reason": text,
    "person": lambda m, pick: pick.one(PEOPLE),
    "chips": stack,
    "stack": stack,
    "minutes": one(5, 10),
    "seconds": one(30, 600),
    "level": one(1, 2, 3),
}


def rule(weight: int, *names: str, who: str = "dora", role: str = "director", **fields: Field) -> Rule:
    def ask(m: Any, pick: Pick) -> Ask:
        choosing = {**{name: FIELDS[name] for name in ("tournament", *names)}, **fields}
        return Ask({name: choose(m, pick) for name, choose in choosing.items()}, who, role)

    return Rule(weight, ask)


# Tables and seats


def free_seat(m: Any, pick: Pick) -> Ask:
    """A chair that is free, for somebody who has none."""
    state = m.state("t1")
    tables = [one for one in state.floor.tables.values() if one.free()]
    standing = [
        one.id for one in state.entries.values() if one.status == "live" and one.id not in state.floor.chair_of
    ]
    there = pick.one(tables) if tables else None
    where = {"table": there.number, "seat": pick.one(there.free())} if there else {"table": 1, "seat": 1}
    return Ask({"tournament": "t1", "entry": pick.one(standing or ENTRIES), **where, "reason": "x"})


def move(m: Any, pick: Pick) -> Ask:
    asked = free_seat(m, pick)
    return Ask({**asked.fields, "entry": sitting(m, pick)})


def new_table(m: Any, pick: Pick) -> Ask:
    number = pick.one([1, 2, 3, 4])
    days = {"day": pick.one(["1", "1", "2"])}
    sources = [{"value_from": "phones"}, {"value_from": "player", "value_caller": "p1"}, {"by_cards": True}]
    source = pick.one(sources) if pick.seldom(3) else {}
    tables = [{"number": number, "chairs": 5}]
    return Ask({"tournament": "t1", "draw": f"d{m.room.next()}", **days, **source, "tables": tables})


def free_chair(m: Any, pick: Pick) -> Ask:
    asked = free_seat(m, pick).fields
    return Ask({"tournament": "t1", "table": asked["table"], "seat": asked["seat"]})


def locked_chair(m: Any, pick: Pick) -> Ask:
    locked = [(t.number, chair) for t in m.state("t1").floor.tables.values() for chair in t.locked]
    number, chair = pick.one(locked or [(1, 1)])
    return Ask({"tournament": "t1", "table": number, "seat": chair})


def empty_table(m: Any, pick: Pick) -> int:
    empty = [number for number, t in m.state("t1").floor.tables.items() if not t.players]
    return table(m, pick) if not empty or pick.seldom(4) else pick.one(empty)


def draw(m: Any, pick: Pick) -> str:
    return pick.one(sorted(m.state("t1").floor.draws) or ["none"])


def waiting(*kinds: str) -> Field:
    """A draw whose source has not spoken, mostly."""

    def found(m: Any, pick: Pick) -> str:
        draws = m.state("t1").draws
        listed = [one.commitment for one in draws.sources.values() if one.awaits and one.kind in kinds]
        return draw(m, pick) if not listed or pick.seldom(10) else pick.one(listed)

    return found


def phone(m: Any, pick: Pick) -> Ask:
    named = waiting("phones")(m, pick)
    return Ask({"tournament": "t1", "draw": named, "sealed": seals(named)[pick.one(range(4))][0]}, role="viewer")


def phone_value(m: Any, pick: Pick) -> Ask:
    named = waiting("phones")(m, pick)
    sealed, value = seals(named)[pick.one(range(4))]
    return Ask({"tournament": "t1", "draw": named, "sealed": sealed, "shown": value}, role="viewer")


def pulled_card(m: Any, pick: Pick) -> Ask:
    floor = m.state("t1").floor
    bags = [one.number for one in floor.tables.values() if floor.hall(one.day).by_cards]
    standing = sorted(one for one in m.state("t1").entries if one not in floor.chair_of) or ["e1"]
    where = table(m, pick) if not bags or pick.seldom(6) else pick.one(bags)
    return Ask({"tournament": "t1", "entry": pick.one(standing), "table": where, "seat": seat(m, pick)})


def edit_move(m: Any, pick: Pick) -> Ask:
    waiting = [move for proposal in m.state("t1").floor.proposals.values() for move in proposal.moves]
    asked = move(m, pick).fields
    of = pick.one(waiting).entry if waiting else "e1"
    fields = {"entry": of, "instead_of": of, "table": asked["table"], "seat": asked["seat"]}
    return Ask({"tournament": "t1", "day": "1", **fields})


def halted(m: Any, pick: Pick) -> int:
    stopped = [number for number, t in m.state("t1").floor.tables.items() if t.halted]
    return pick.one(stopped) if stopped else table(m, pick)


def away(m: Any, pick: Pick) -> str:
    return pick.one(sorted(m.state("t1").floor.absent) or ENTRIES)


def two_entries(m: Any, pick: Pick) -> Ask:
    return Ask({"tournament": "t1", "first": sitting(m, pick), "second": sitting(m, pick)})


def correct_seat(m: Any, pick: Pick) -> Ask:
    asked = free_seat(m, pick).fields
    found = {"found_table": asked["table"], "found_seat": asked["seat"], "stack": 30000}
    return Ask({"tournament": "t1", "entry": sitting(m, pick), **found})


def redraw(m: Any, pick: Pick) -> Ask:
    return Ask({"tournament": "t1", "day": "1", "tables": [table(m, pick), *([2] if pick.seldom(2) else [])]})


FLOOR = {
    "OpenTables": Rule(3, new_table),
    "CloseTable": rule(2, table=empty_table),
    "LockChair": Rule(2, free_chair),
    "UnlockChair": Rule(3, locked_chair),
    "AddPublicValue": rule(3, draw=waiting("player"), public=one("dado 4")),
    "CommitAnew": rule(1, instead_of=waiting("player", "phones"), draw=fresh("a"), reason=text),
    "SeatByCard": Rule(3, pulled_card),
    "RevealDraw": rule(2, draw=draw, next_draw=fresh("n")),
    "SeatEntries": rule(2, "day"),
    "SeatPlayer": Rule(3, free_seat),
    "MovePlayer": Rule(3, move),
    "SwapSeats": Rule(5, two_entries),
    "CorrectSeat": Rule(2, correct_seat),
    "Accommodate": rule(1, "person", seats=lambda m, pick: [seat(m, pick)]),
    "MarkAbsent": rule(2, "entry"),
    "MarkArrived": rule(3, entry=away),
    "DrawButton": rule(2, "day", seat=one(0, 0, 3)),
    "ReportButton": rule(3, "table", button=seat),
    "EndHand": rule(12, "table", who="davi", role="dealer"),
    "SetBalancing": rule(2, mode=one("off", "propose", "propose", "automatic")),
    "PublishBreakOrder": rule(3, tables=lambda m, pick: [table(m, pick)]),
    "ProposeBalance": rule(6, "day"),
    "EditMove": Rule(10, edit_move),
    "ConfirmMoves": rule(3, "day"),
    "DropProposal": rule(2, "day"),
    "HaltTable": rule(2, "table"),
    "WaiveHalt": rule(2, "reason", table=halted),
    "ResumeTable": rule(3, table=halted),
    "BreakTable": rule(2, "table", "reason"),
    "BreakAfterHand": rule(1, "table", "reason"),
    "ReleaseTable": rule(2, table=leaving),
    "KeepTable": rule(1, table=leaving),
    "Redraw": Rule(1, redraw),
}


def asked(m: Any, pick: Pick) -> str:
    return pick.one(sorted(m.state("t1").phone_asks.asks) or ["q1"])


def phone_ask(m: Any, pick: Pick) -> Ask:
    """Somebody new, or one of the seven."""
    told = pick.one([NEW, *map(papers, range(len(PEOPLE)))])
    fields = {"tournament": "t1", "ask": fresh("q")(m, pick), "interest": pick.one([True, False, False])}
    return Ask({**fields, **told, "terms": True}, "", "viewer")


def buy_by_phone(m: Any, pick: Pick) -> Ask:
    """By the phone that asked, mostly: its address says so."""
    asks = m.state("t1").phone_asks.asks
    open_now = sorted(one for one, told in asks.items() if told.is_open and not told.interest)
    ask = asked(m, pick) if not open_now or pick.seldom() else pick.one(open_now)
    code = "a" * 16 if pick.seldom() else public_ids(m.room.house.store).ask("t1", ask)
    what = {"ask": ask, "code": code, "voucher": fresh("v")(m, pick), "item": pick.one(["entry"] * 5 + ["rebuy"])}
    return Ask({"tournament": "t1", **what, "day": pick.one(["1"] * 5 + ["9"])}, "", "viewer")


def voucher(m: Any, pick: Pick) -> str:
    return pick.one(sorted(m.state("t1").phone_asks.vouchers) or ["v1"])


def paid_voucher(m: Any, pick: Pick) -> str:
    """Whose money came, mostly."""
    state = m.state("t1")
    paid = sorted(one for one in state.phone_asks.vouchers if state.sales[one].is_covered)
    return voucher(m, pick) if not paid or pick.seldom(4) else pick.one(paid)


def in_hand(m: Any, pick: Pick) -> Ask:
    """The document of somebody, mostly of one whom only a phone told of."""
    state = m.state("t1")
    buyers = sorted({state.sales[one].person for one in state.phone_asks.vouchers})
    person = pick.one([*NEWCOMERS, *PEOPLE[:2]]) if not buyers or pick.seldom(3) else pick.one(buyers)
    return Ask({"person": person}, "ana", "cashier")


PHONES = {
    "AskEntry": Rule(2, phone_ask),
    "WithdrawAsk": rule(1, ask=asked),
    "TakeAsk": rule(1, ask=asked, person=lambda m, pick: pick.one(PEOPLE)),
    "ClosePhones": rule(2, draw=waiting("phones")),
    "SealPhoneValue": Rule(5, phone),
    "ShowPhoneValue": Rule(5, phone_value),
}

VOUCHERS = {
    "BuyByPhone": Rule(3, buy_by_phone, after=("AskEntry",)),
    "GiveUpVoucher": rule(1, voucher=voucher),
    "CheckInVoucher": rule(2, voucher=paid_voucher)._replace(after=("SeePhotoId",)),
    "SeePhotoId": Rule(2, in_hand),
    "SettleVouchers": rule(1, how=one("keep", "refund")),
}

# Clock, pace and days


def crashed(m: Any, pick: Pick) -> str:
    return local_time(later(m.room.now, seconds=-60 * pick.one([1, 5, 3000]))).isoformat()


def set_clock(m: Any, pick: Pick) -> str:
    """An hour back, an hour forward, or a day."""
    return local_time(later(m.room.now, seconds=3600 * pick.one([-1, 1, 24]))).isoformat()


def counted_now(m: Any, pick: Pick) -> int:
    state = m.state("t1")
    return len(state.floor.chair_of) + pick.seldom(4)


def places(m: Any, pick: Pick) -> Ask:
    state = m.state("t1")
    typed = {} if state.prizes.announced else {"paid": max(1, len(state.floor.chair_of) - pick.one([1, 2]))}
    return Ask({"tournament": "t1", "day": "1", **typed})


CLOCK = {
    "StartClock": rule(3, "day", "reason"),
    "PauseClock": rule(2, "day", "reason"),
    "ResumeClock": rule(3, "day"),
    "GoToLevel": rule(3, "day", "level", "reason", seconds_left=one(None, 600)),
    "NextLevel": rule(2, "day", "reason"),
    "PreviousLevel": rule(2, "day", "reason"),
    "AddTime": rule(1, "day", "seconds", "reason"),
    "RemoveTime": rule(1, "day", "seconds", "reason"),
    "TakeBreak": rule(2, "day", "minutes", "reason"),
    "EndBreak": rule(3, "day"),
    "PlanBreak": rule(1, "day", "level", "minutes", "reason"),
    "FollowMachineClock": rule(1, machine_at=set_clock),
    "ResumeAfterCrash": rule(1, "day", "reason", stopped_at=crashed, count_the_time=one(True, False)),
    "LookAtClock": rule(3),
    "StartHand": rule(6, "table", who="davi", role="dealer"),
    "KeepOldLevel": rule(2, "table", substantial_action=one(True, False)),
    "StartHandForHand": Rule(4, places),
    "ReportTable": rule(6, "table"),
    "ReleaseHand": rule(5, day=one("1")),
    "HoldAllIn": rule(4, "table"),
    "RunAllIn": rule(6, "table"),
    "EndHandForHand": rule(3, day=one("1"), counted=counted_now),
    "StopForLastHands": rule(3, day=one("1")),
    "DrawLastHands": rule(4, "entry", day=one("1"), public=one("", "", "sete")),
    "UseTimeCards": rule(2, "entry"),
    "StartTime": rule(
        1, "entry", time=fresh("q"), kind=one("call", "action_clock"), faces=one("nothing", "bet", "all_in")
    ),
    "StopTime": rule(1, time=running, acted=one(True, True, False)),
    "CallFloor": rule(1, "table", call=fresh("c"), why=one("ruling", "chips")),
    "TakeCall": rule(1, call=calling),
    "TellTable": rule(1, table=one(0, 1, 9), reason=one("dez minutos")),
    "HearMessage": rule(1, "table", message=unread),
    "ReportTap": rule(
        1,
        "table",
        tap=fresh("k"),
        act=one("EndHand"),
        because=one("entry.not_playing"),
        values=one({"entry": "e1"}),
    ),
    "SettleTap": rule(1, tap=tapped, how=one("dropped", "after", "before")),
    "CloseCall": rule(1, call=calling),
    "LoseTimeCards": rule(2, "entry", cards=one(1, 9)),
    "HandOutTimeCards": rule(1, occasion=one("extra", "final_table"), cards=one(None, 1)),
    "ShortenActionClock": rule(1, "entry", "seconds", "reason"),
}


def bag(m: Any, pick: Pick) -> tuple[str, int]:
    bags = list(m.state("t1").days.bags.items())
    name, found = pick.one(bags) if bags else ("e1", None)
    return name, (found.chips if found else 1) + pick.seldom(6)


def verify(m: Any, pick: Pick) -> Ask:
    name, chips = bag(m, pick)
    return Ask({"tournament": "t1", "entry": name, "chips": chips}, pick.one(["bia", "bia", "dora"]), "floor")


def came_back(m: Any, pick: Pick) -> str:
    """Somebody who bagged and is back, mostly."""
    back = [one.id for one in m.state("t1").entries.values() if one.bagged and one.status == "live"]
    return entry(m, pick) if not back or pick.seldom(10) else pick.one(back)


DAYS = {
    "VerifyBag": Rule(8, verify),
    "ReportBagDifference": rule(3, entry=came_back, chips=one(100, 29000, 30000)),
    "EndDay": rule(3, day=one("1", "1", "2")),
    "StartDay": rule(4, day=one("2", "2", "1")),
}


def out(m: Any, pick: Pick) -> str:
    """Somebody who is out, mostly."""
    return pick.one(m.state("t1").out_order or [entry(m, pick)])


BOUNTIES = {
    "SealEnvelopes": rule(2),
    "AddEnvelopes": rule(2, amounts_centavos=lambda _m, _pick: [10000]),
    "OpenEnvelopes": rule(2),
    "RevealEnvelopes": rule(2),
    "NameHunters": rule(2, entry=out, by=lambda m, pick: [sitting(m, pick)]),
    "SettleBounties": rule(2),
}

# Who is out, chips, penalties, counts


def busts(m: Any, pick: Pick) -> Ask:
    gone = list(dict.fromkeys([sitting(m, pick), sitting(m, pick)]))
    made = [{"entry": name, "stack": stack(m, pick)} for name in gone]
    return Ask({"tournament": "t1", "busts": made, "hand": pick.one([1, 2]), "round": pick.one([0, 1])})


def race(m: Any, pick: Pick) -> str:
    return pick.one(sorted(m.state("t1").chips.races) or ["c1"])


def race_table(m: Any, pick: Pick) -> Ask:
    number = table(m, pick)
    there = m.state("t1").floor.tables.get(number)
    odd = {chair: pick.one([1, 2, 3]) for chair in (there.seats() if there else [1])[:3]}
    fields = {"race": race(m, pick), "table": number, "odd": odd, "stacks_visible": not pick.seldom(6)}
    return Ask({"tournament": "t1", **fields})


def voucher(m: Any, pick: Pick) -> str:
    return pick.one(sorted(m.state("t1").chips.vouchers) or [sale(m, pick)])


def penalty(m: Any, pick: Pick) -> str:
    return pick.one(sorted(m.state("t1").sanctions.penalties) or ["x1"])


def serving(m: Any, pick: Pick) -> str:
    waiting = [one for mine in m.state("t1").sanctions.serving.values() for one in mine]
    return pick.one(waiting) if waiting else penalty(m, pick)


def give_penalty(m: Any, pick: Pick) -> Ask:
    kind = pick.one(["warning", "missed_hands", "missed_rounds", "missed_hands", "small_blind", "elimination"])
    fields = {"kind": kind, "amount": pick.one([1, 2, 40]), "present": 4, "stack": 30000, "slip": pick.seldom(2)}
    return Ask({"tournament": "t1", "penalty": fresh("x")(m, pick), "entry": sitting(m, pick), **fields})


def hand_on(m: Any, pick: Pick) -> str:
    return pick.one(sorted(m.state("t1").sanctions.serving) or PEOPLE)


def in_debt(m: Any, pick: Pick) -> str:
    """The book leaves it to the director."""
    state = m.state("t1")
    return pick.one(sorted({state.sales[sale].person for sale in state.owing}) or PEOPLE)


def gone_away(m: Any, pick: Pick) -> str:
    return pick.one(sorted(m.state("t1").sanctions.away) or ENTRIES)


def told_stack(m: Any, pick: Pick) -> Ask:
    """Mostly with the card of the entry, sometimes with somebody else's."""
    entry, other = pick.one(ENTRIES), pick.one(ENTRIES)
    card = public_ids(m.room.house.store).entry("t1", pick.one([entry, entry, entry, other]))
    fields = {"tournament": "t1", "entry": entry, "chips": pick.one([1, 20_000, 10**8]), "card": card}
    return Ask(fields, "", "viewer")


def roll_call(m: Any, pick: Pick) -> Ask:
    number = table(m, pick)
    there = m.state("t1").floor.tables.get(number)
    return Ask({"tournament": "t1", "table": number, "players": len(there.players) if there else 1})


PLAY = {
    "BustHand": Rule(3, busts),
    "CountStack": rule(2, "entry", "chips"),
    "TellStack": Rule(2, told_stack),
    "OrderStacks": rule(1, "entry", why=one("uncountable", "high_chips_hidden")),
    "CallColorUp": rule(2, race=fresh("c"), remove=one(100), keep=one(1000, 1000, 100)),
    "RaceTable": Rule(4, race_table),
    "CloseRace": rule(2, race=race),
    "ExchangeChips": rule(2, "entry", gives=one({100: 10}), gets=one({1000: 1}, {1000: 2})),
    "FindLateChips": rule(4, "entry", race=race, pieces=one(1, 12)),
    "RemoveChips": rule(
        1,
        "reason",
        entry=sitting,
        ground=one("confiscated", "lost_and_found"),
        chips=lambda m, pick: pick.one([100, in_play(m.state("t1")) + 1]),
    ),
    "ReturnChips": rule(1, "entry", "chips"),
    "AddChips": rule(1, "entry", "reason", chips=one(100)),
    "RedeemVoucher": rule(4, sale=voucher),
    "CountChipSet": rule(1, when=one("before", "after"), pieces=one({100: 1000, 1000: 300})),
    "GivePenalty": Rule(6, give_penalty),
    "NoteInfraction": rule(1, "entry", "reason", infraction=one("conduct.soft_play", "nada")),
    "MarkServed": rule(4, penalty=serving, hands=one(1, 1, 99)),
    "ReportReturn": rule(2, penalty=penalty),
    "LiftPenalty": rule(1, "reason", penalty=penalty),
    "HandOnPenalties": rule(2, person=hand_on),
    "AllowPerson": rule(3, "reason", person=in_debt),
    "MarkAway": rule(6, "entry", from_level_start=one(True)),
    "MarkBack": rule(1, entry=gone_away),
    "EliminateAbsent": rule(10, "stack", entry=gone_away),
}
COUNTS = {"RollCall": Rule(8, roll_call), "AgreeCounts": rule(5)}
