"""How the state machine asks for what is won: prizes, deals, a season's ranking; and for the house around it."""

from __future__ import annotations

from typing import Any

from feltro.app.handling.examples import examples
from feltro.tournament.eliminations.places import still_in
from feltro.tournament.prizes.due import due
from tests.app.machine.asking import PEOPLE, Ask, Pick, Rule, entry, selling
from tests.app.machine.rules_room import fresh, named, one, rule, table
from tests.stories.evening import cpf

# Prizes


def winner(m: Any, pick: Pick) -> str:
    """Somebody who won money, mostly."""
    won = list(due(m.state("t1")))
    return entry(m, pick) if not won or pick.seldom(8) else pick.one(won)


def pay(m: Any, pick: Pick) -> Ask:
    owed = due(m.state("t1"))
    name = winner(m, pick)
    amount = owed[name].remaining if name in owed and owed[name].remaining > 0 else 5000
    person = owed[name].person if name in owed else "p1"
    at_desk, _ = selling(m, pick)
    by_bank = {"method": "bank_transfer", "reference": f"{m.room.next()}"}
    way = pick.one([by_bank, {"method": "cash", "desk": at_desk}])
    paid = {"payment": fresh("g")(m, pick), "entry": name, "amount_centavos": pick.one([amount, amount, 100])}
    return Ask({"tournament": "t1", **paid, **way, "document": cpf(int(person[1:]) if person[1:].isdigit() else 1)})


def over(m: Any, pick: Pick) -> Ask:
    at_desk, _ = selling(m, pick)
    fields = {"overpayment": fresh("o")(m, pick), "entry": winner(m, pick), "reason": "engano", "desk": at_desk}
    return Ask({"tournament": "t1", **fields, "cause": "handed_over", "amount_centavos": pick.one([100, 100, 0])})


def repay(m: Any, pick: Pick) -> Ask:
    at_desk, _ = selling(m, pick)
    owing = sorted(m.state("t1").prizes.overpaid) or ["e1"]
    fields = {"repayment": fresh("r")(m, pick), "entry": pick.one(owing), "desk": at_desk}
    return Ask({"tournament": "t1", **fields, "amount_centavos": pick.one([50, 100, 10**6])})


def sign(m: Any, pick: Pick) -> Ask:
    at_desk, _ = selling(m, pick)
    return Ask(
        {"tournament": "t1", "person": pick.one(sorted(m.state("t1").prizes.staff) or PEOPLE), "desk": at_desk}
    )


def take_back(m: Any, pick: Pick) -> Ask:
    at_desk, _ = selling(m, pick)
    paid = sorted(m.state("t1").prizes.payments) or ["g0"]
    return Ask(
        {"tournament": "t1", "payment": pick.one(paid), "desk": at_desk, "reason": pick.one(["engano", " "])}
    )


def take_share_back(m: Any, pick: Pick) -> Ask:
    """One that was signed for, as a rule; else whoever comes to mind."""
    signed = [one for one, share in m.state("t1").prizes.staff.items() if share.receipt] if pick.seldom(2) else []
    asked = sign(m, pick).fields
    return Ask({**asked, "person": pick.one(signed or [asked["person"]]), "reason": "engano"})


def take_ranking_prize_back(m: Any, pick: Pick) -> Ask:
    """One that was paid, as a rule, and not more than was paid of it; else one that is only owed."""
    paid = [(name, one.paid_centavos) for name, one in m.season.ranking.owed.items() if one.paid_centavos]
    name, amount = (
        pick.one(paid) if paid and not pick.seldom(4) else (ranking_prize(m, pick).fields["prize"], 10**8)
    )
    named = {"season": "s26", "prize": name, "reason": "engano"}
    return Ask({**named, "amount_centavos": amount}, "olga", "organiser")


def approve_ranking_prize(m: Any, pick: Pick) -> Ask:
    named = {"season": "s26", "prize": ranking_prize(m, pick).fields["prize"]}
    return Ask(named, pick.one(["caio", "dora"]), "finance")


def bubble(m: Any, pick: Pick) -> Ask:
    return Ask(
        {"tournament": "t1", "amount_centavos": pick.one([100, 10**8]), "agreed": sorted(still_in(m.state("t1")))}
    )


def out(m: Any, pick: Pick) -> str:
    gone = list(m.state("t1").out_order)
    return pick.one(gone) if gone else "e1"


def settle_stopped(m: Any, pick: Pick) -> Ask:
    left = still_in(m.state("t1"))
    way = pick.one(["resume", "icm_among_survivors", "refund"])
    return Ask({"tournament": "t1", "way": way, "stacks": dict.fromkeys(left, 1000), "reason": "x"})


def columns(m: Any, pick: Pick) -> list[dict[str, Any]]:
    """Sums to a whole, mostly."""
    few, last = {"entries_from": 1, "entries_to": 1, "shares": ["1"]}, pick.one(["0.4", "0.4", "0.3"])
    return [few, {"entries_from": 2, "shares": ["0.6", last]}]


PRIZES = {
    "SettleStopped": Rule(3, settle_stopped),
    "ReplacePayoutTable": rule(2, columns=columns),
    "VoidGuarantee": rule(1, "reason", ground=one("force_majeure", "fortuitous_event", "public_authority")),
    "AnnouncePrizes": rule(4, table=one("", "", "proposed", "winner_takes_all")),
    "NoteEarlyCash": rule(2, entry=out, amount_centavos=one(100, 10**9)),
    "SaveBubble": Rule(3, bubble),
    "ForfeitPrize": rule(1, "reason", entry=winner),
    "HoldPrize": rule(2, "reason", entry=winner),
    "ReleasePrize": rule(2, entry=lambda m, pick: pick.one(sorted(m.state("t1").prizes.held) or ["e1"])),
    "ApprovePrize": rule(2, entry=winner, who="rita"),
    "SchedulePrize": rule(2, entry=winner),
    "PayPrize": Rule(6, pay),
    "TakeBackPrize": Rule(3, take_back),
    "TakeBackShare": Rule(2, take_share_back),
    "ReportOverpayment": Rule(3, over),
    "RepayOverpayment": Rule(3, repay),
    "DivideStaff": rule(3, downs=one({"n1": 2, "n2": 1}, {"p1": 1}, {})),
    "SignStaffShare": Rule(8, sign),
}

# Deals


def stacks(m: Any, pick: Pick) -> Ask:
    """All the chips, counted; sometimes one too few."""
    state = m.state("t1")
    left, chips = still_in(state), state.chips_issued - state.chips_removed
    each = dict.fromkeys(left, chips // max(1, len(left)))
    if left:
        each[left[0]] += chips - sum(each.values()) - pick.seldom(6)
    return Ask({"tournament": "t1", "deal": fresh("a")(m, pick), "stacks": each})


def open_deal(m: Any) -> Any:
    return next((one for one in m.state("t1").deals.deals.values() if one.status == "open"), None)


def deal(m: Any, pick: Pick) -> str:
    now = open_deal(m)
    return now.id if now and not pick.seldom(8) else "a1"


def consent(m: Any, pick: Pick) -> Ask:
    now = open_deal(m)
    left = now.current.heard if now and now.current else 0
    asked = [*now.stacks][left:] if now and now.current else []
    fields = {"deal": deal(m, pick), "entry": pick.one(asked or ["e1"]), "agrees": not pick.seldom(24)}
    return Ask({"tournament": "t1", **fields})


DEALS = {
    "OpenDeal": Rule(4, stacks),
    "ProposeDeal": rule(4, deal=deal, method=one("icm", "chip_chop", "even", "even")),
    "ConsentDeal": Rule(30, consent),
    "LeaveDeal": rule(1, deal=deal),
    "VetoDeal": rule(1, "reason", deal=deal, ground=one("pressure", "other")),
    "CloseDeal": rule(6, deal=deal),
}

# The ranking


def seasonal(weight: int, **fields: Any) -> Rule:
    def ask(m: Any, pick: Pick) -> Ask:
        made = {name: choose(m, pick) if callable(choose) else choose for name, choose in fields.items()}
        return Ask({"season": "s26", **made}, "olga", "organiser")

    return Rule(weight, ask)


def points_row(m: Any, pick: Pick) -> list[dict[str, int]]:
    upto = pick.one([100, 0])
    return [{"entries_from": 1, "entries_to": upto or 1, "place_from": 1, "place_to": upto or 3, "points": 10}]


def imported(m: Any, pick: Pick) -> dict[str, Any]:
    finishers = [{"person": person, "place": place} for place, person in enumerate(PEOPLE[:2], 1)]
    made = {"stage": pick.one(["e1", "e1", "e9"]), "kind": "main", "entries": 2, "paid_places": 1}
    return {"event": fresh("v")(m, pick), **made, "finishers": finishers}


def ranking_prize(m: Any, pick: Pick) -> Ask:
    owed = [(name, prize.left_centavos) for name, prize in m.season.ranking.owed.items() if prize.left_centavos]
    name, left = pick.one(owed or [("annual-1", 100)])
    fields = {"prize": name, "amount_centavos": left + pick.seldom(4), "method": "bank_transfer"}
    return Ask({"season": "s26", **fields}, "olga", "organiser")


RANKING = {
    "ChooseRankingBook": seasonal(2, book=one("cgp-2024", "nps-2019", "nenhum")),
    "LoadPointsTable": seasonal(2, scored_as=one("main", "side"), rows=points_row),
    "RegisterForRanking": seasonal(3, person=lambda m, pick: pick.one(PEOPLE)),
    "CountEvent": seasonal(2, tournament=one("t1", "nenhum"), scored_as=one("main", "side"), reason="x"),
    "ExcludeEvent": seasonal(1, tournament=one("t1", "sat"), reason="x"),
    "AdjustPoints": seasonal(1, person=lambda m, pick: pick.one(PEOPLE), points=one(5, 0), reason="x"),
    "ImportResults": seasonal(2, name="Ano passado", result=imported),
    "CloseStage": seasonal(6, stage=one("e1", "e1", "e9"), champion=lambda m, pick: pick.one(["", *PEOPLE])),
    "ChargeHotel": seasonal(2, stage=one("e1"), amount_centavos=one(10, 10**9)),
    "CloseSeason": seasonal(9, order=lambda m, pick: PEOPLE),
    "ShareSurplus": seasonal(16, amounts_centavos=one([1], [10**9]), order=lambda m, pick: PEOPLE)._replace(
        after=("RegisterForRanking", "CloseStage", "CloseSeason")
    ),
    "ApproveRankingPrize": Rule(5, approve_ranking_prize),
    "PayRankingPrize": Rule(6, ranking_prize),
    "TakeBackRankingPrize": Rule(3, take_ranking_prize_back),
}

# The house's own things, papers, incidents, screens


def of_room(weight: int, **fields: Any) -> Rule:
    def ask(m: Any, pick: Pick) -> Ask:
        return Ask({"room": "salao", **{name: choose(m, pick) for name, choose in fields.items()}})

    return Rule(weight, ask)


HOUSE = {
    "FurnishRoom": of_room(2, dealers=lambda m, pick: [fresh("c")(m, pick)]),
    "RemoveFromRoom": of_room(1, what=one("deck", "dealer"), thing=one("azul", "verde", "nada")),
    "LendThing": of_room(
        3, what=one("deck", "chip_set"), thing=one("azul", "verde", "fichas"), tournament=one("t1"), table=table
    ),
    "ReturnThing": of_room(3, what=one("deck", "chip_set"), thing=one("azul", "verde", "fichas")),
    "SetStrings": of_room(1, strings=one([{"name": "1", "tables": [1, 2], "dealers": ["bia"]}], [])),
    "PushString": of_room(2, string=one("1", "2")),
    "SeatDealer": of_room(3, dealer=one("bia", "caio", "nada"), table=table),
    "FreeDealer": of_room(2, dealer=one("bia", "caio", "nada")),
    "ClockIn": of_room(2, dealer=one("bia", "caio", "nada"), minutes_ago=one(0, 30)),
    "ClockOut": of_room(2, dealer=one("bia", "caio", "nada"), minutes_ago=one(0, 30)),
    "PushDealers": of_room(2),
    "PrintPaper": rule(3, paper=one("receipt", "seat"), of=lambda m, pick: [entry(m, pick)]),
    "OpenIncident": rule(
        2,
        incident=named("i", 3),
        kind=one("suspicion", "other"),
        account=one("x"),
        hold_prize_of=lambda m, pick: [winner(m, pick)] if pick.seldom(3) else [],
    ),
    "KeepRuling": rule(
        2, ruling=named("g", 3), clause=one("5.4.1", "5.8", "nada"), remedy=one("dead_hand", "call"), table=table
    ),
    "OverruleRuling": rule(2, ruling=named("g", 3), remedy=one("live_hand", "fold"), reason=one("x", "")),
    "NoteOnIncident": rule(2, incident=named("i", 3), account=one("x")),
    "CloseIncident": rule(2, incident=named("i", 3), account=one("x")),
}


def screen(kind: str) -> Rule:
    def ask(m: Any, pick: Pick) -> Ask:
        made = {name: value for name, value in examples()[kind].items() if name != "type"}
        if kind == "KeepImage" and pick.seldom(2):
            made["content"] = "AAAA"
        if kind == "RemoveImage" and pick.seldom(2):
            made["image"] = "nada"
        if kind == "SetScreen":
            made["layout"] = {**made["layout"], "events": [pick.one(["t1", "nada"])]}
        return Ask(made)

    return Rule(2, ask)


def television(**fields: str) -> Rule:
    """One of two, so that it is there and is not."""
    return Rule(2, lambda _, pick: Ask({"screen": pick.one(["tv11", "tv22"]), **fields}))


SCREENS = {kind: screen(kind) for kind in ("SetScreen", "ShowMessage", "KeepImage", "RemoveImage")}
SCREENS |= {"AddScreen": television(label="Entrada"), "RemoveScreen": television()}
