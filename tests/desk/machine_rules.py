"""Rules by area: for every command, how the state machine fills in its fields.

A rule is given the machine and a `Pick`, and says what is asked and by whom. A new command gets its row in the table of
its area; until it has one, the machine's own test fails. The number says how often it comes up.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.kernel.instants import local_time
from feltro.tournament.state import IN_THE_EVENT
from tests.desk.room import at

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feltro.kernel.instants import Instant

PEOPLE = [f"p{n}" for n in range(1, 8)]
NEWCOMERS = [f"n{n}" for n in range(1, 5)]
ENTRIES = [f"e{n}" for n in range(1, 15)]
TICKETS = [f"k{n}" for n in range(1, 7)]
DESKS = {"d1": "ana", "d2": "bia"}
PAPERS = ("payment_proof", "name", "cpf")
COUNTED = dict.fromkeys(("cash", "debit", "credit", "pix", "transfer"), 50000)


class Pick:
    """Even choices out of one drawn value: far cheaper than a draw for each."""

    def __init__(self, seed: bytes) -> None:
        self._random = random.Random(seed)

    def one(self, options: Sequence[Any]) -> Any:
        return self._random.choice(options)

    def seldom(self, one_in: int = 8) -> bool:
        return self._random.randrange(one_in) == 0


class Ask(NamedTuple):
    fields: dict[str, Any]
    who: str = "dora"
    role: str = "director"
    at: Instant | None = None


class Rule(NamedTuple):
    weight: int
    ask: Callable[[Any, Pick], Ask]


# What is there


def tournament(m: Any, pick: Pick) -> str:
    return pick.one(["t1", "t1", "t1", "sat"])


def entry(m: Any, pick: Pick, of: str = "t1") -> str:
    """One that is there, mostly."""
    there = sorted(m.state(of).entries)
    return pick.one(there or ENTRIES)


def unused(m: Any, of: str) -> str:
    return f"e{len(m.state(of).used_ids) + 100}"


def buyer(m: Any, pick: Pick, of: str) -> str:
    """Mostly somebody who is not in the event."""
    state = m.state(of)
    out = [one for one in PEOPLE if not any(entry.status in IN_THE_EVENT for entry in state.entries_of(one))]
    return pick.one(PEOPLE) if pick.seldom() else pick.one(out or PEOPLE)


def sale(m: Any, pick: Pick) -> str:
    return pick.one(sorted(m.state("t1").sales) or ENTRIES)


def desk(pick: Pick) -> tuple[str, str]:
    return pick.one(list(DESKS.items()))


def selling(m: Any, pick: Pick) -> tuple[str, str]:
    """A desk that sells, if one does."""
    open_now = [(one, who) for one, who in DESKS.items() if m.desk(one).cashier and not m.desk(one).counting]
    return pick.one(open_now or list(DESKS.items()))


def such(m: Any, pick: Pick, of: str, fits: Callable[[Any], bool]) -> str:
    """An entry that fits, if one does, and seldom any other."""
    found = [one.id for one in m.state(of).entries.values() if fits(one)]
    return entry(m, pick, of) if not found or pick.seldom() else pick.one(found)


def payment(m: Any, pick: Pick, person: str, entry_id: str) -> list[dict[str, Any]]:
    price, method = m.price, pick.one(["cash", "cash", "two", "debit_card", "pix", "ticket", "courtesy", "short"])
    if method == "two":
        half = price // 2
        card = {"method": "credit_card", "amount_centavos": price - half}
        return [{"method": "cash", "amount_centavos": half}, card]
    if method == "ticket":
        theirs = [one.id for one in m.season.tickets.values() if one.owner == person] or TICKETS
        return [{"method": "ticket", "amount_centavos": price, "ticket": pick.one(theirs)}]
    paying = {"method": "cash" if method == "short" else method, "amount_centavos": price - (method == "short")}
    return [{**paying, "txid": f"T{entry_id}"} if method == "pix" else paying]


# Season, tickets, bans


def announce(m: Any, pick: Pick) -> Ask:
    last = pick.one(["2026-11-21", "2026-11-20", "2026-11-19"])
    stage = {"season": "s26", "stage": pick.one(["e1", "e2"]), "name": "Etapa", "venue": "Clube"}
    return Ask({**stage, "first_day": "2026-11-20", "last_day": last})


def issue(m: Any, pick: Pick) -> Ask:
    ticket = {"season": "s26", "ticket": pick.one(TICKETS), "owner": pick.one(PEOPLE), "target": "t1"}
    return Ask({**ticket, "value_centavos": m.price, "source": pick.one(["online", "online", "organiser"])})


def pass_on(m: Any, pick: Pick) -> Ask:
    papers = ["photo_ids", "full_names", "cpfs", "online_username"]
    by_mail = {
        "way": "email",
        "received": papers,
        "sent_at": pick.one(["2026-11-10T10:00:00-03:00", "2026-11-19T10:00:00-03:00"]),
    }
    way = pick.one([{"way": "both_at_desk"}, by_mail])
    still = [one.id for one in m.season.tickets.values() if one.status == "open"]
    return Ask({"season": "s26", "ticket": pick.one(still or TICKETS), "to": pick.one(PEOPLE), **way})


def ban(m: Any, pick: Pick) -> Ask:
    reason = pick.one(["brigou", "brigou", " "])
    return Ask({"season": "s26", "person": pick.one(PEOPLE), "ground": "order", "reason": reason})


SEASON = {
    "CreateSeason": Rule(
        1, lambda m, pick: Ask({"season": pick.one(["s26", "s27"]), "name": "x", "year": 2026}, role="organiser")
    ),
    "AnnounceStage": Rule(1, announce),
    "IssueTicket": Rule(4, issue),
    "TransferTicket": Rule(3, pass_on),
    "LapseTickets": Rule(2, lambda m, pick: Ask({"season": "s26"}, at=pick.one([None, at("12:00", "2027-01-02")]))),
    "LapseNoShows": Rule(
        4, lambda m, pick: Ask({"season": "s26", "tournament": pick.one(["t1", "t1", "t1", "none"])})
    ),
    "BanPerson": Rule(1, ban),
    "LiftBan": Rule(2, lambda m, pick: Ask({"season": "s26", "person": pick.one(list(m.season.bans) or PEOPLE)})),
}

# Opening and closing


def create(m: Any, pick: Pick) -> Ask:
    where = {"tournament": pick.one(["t1", "t3", "t4"]), "season": pick.one(["s26", "s26", "s99"]), "stage": "e1"}
    return Ask({**where, "sheet": m.sheet}, role="organiser")


def move(m: Any, pick: Pick) -> Ask:
    hour = pick.one(["14:00", "14:00", "14:30"])
    return Ask({"tournament": "t1", "day": pick.one(["1", "1", "9"]), "starts_at": f"2026-11-20T{hour}:00-03:00"})


def amend(m: Any, pick: Pick) -> Ask:
    """The same value as the sheet's book most often has: what follows stays comparable."""
    hour = local_time(m.room.now).isoformat() if pick.one([1, 1, 0]) else "2026-11-01T10:00:00-03:00"
    rule = {"parameter": "cancel.until_minutes_before", "value": pick.one([60, 30]), "notice": "Aviso"}
    return Ask({"tournament": "t1", **rule, "holds_from": hour})


OPENING = {
    "CreateTournament": Rule(1, create),
    "MoveStart": Rule(1, move),
    "ExtendRegistration": Rule(1, lambda m, pick: Ask({"tournament": "t1", "until_level": pick.one([0, 3, 12])})),
    "CloseRegistration": Rule(2, lambda m, pick: Ask({"tournament": "t1", "queue": PEOPLE[: pick.one([0, 1, 3])]})),
    "MarkLevel": Rule(
        2,
        lambda m, pick: Ask(
            {"tournament": "t1", "level": pick.one([0, 1, 2, 2, 3, 40]), "in_break": pick.seldom()}
        ),
    ),
    "AmendRule": Rule(1, amend),
    "StopTournament": Rule(
        1,
        lambda m, pick: Ask(
            {
                "tournament": "t1",
                "cause": "fraud",
                "reason": pick.one(["x", " "]),
                "action": pick.one(["suspend"] * 6 + ["end", "cancel"]),
            }
        ),
    ),
    "ResumeTournament": Rule(6, lambda m, pick: Ask({"tournament": "t1"})),
    "CallOff": Rule(
        3, lambda m, pick: Ask({"tournament": "t1", "level": pick.one(sorted(m.state("t1").missed) or [1, 2])})
    ),
}

# Selling


def sell(m: Any, pick: Pick) -> Ask:
    of = tournament(m, pick)
    person, new = buyer(m, pick, of), pick.one([unused(m, of), unused(m, of), pick.one(ENTRIES)])
    at_desk, who = selling(m, pick)
    where = {"tournament": of, "entry": new, "person": person, "desk": at_desk}
    token = m.state("t1").tokens.get(person, 0)
    paying = {"payments": payment(m, pick, person, new), "terms_accepted": not pick.seldom(), "token": token}
    more = {"surrendered_chips": 100} if pick.seldom() else {}
    item = pick.one(["entry", "entry", "reentry"])
    return Ask(
        {**where, "item": item, **paying, **more, "hand_over_receipt": not pick.seldom()},
        who,
        pick.one(["cashier", "director"]),
    )


def sell_ahead(m: Any, pick: Pick) -> Ask:
    at_desk, who = selling(m, pick)
    where = {
        "tournament": "t1",
        "entry": pick.one(ENTRIES),
        "person": pick.one(PEOPLE),
        "item": "entry",
        "desk": at_desk,
    }
    method = pick.one(["bank_transfer", "cash"])
    came = {
        "credited_at": pick.one(["2026-11-18T15:00:00-03:00", "2026-11-19T23:00:00-03:00"]),
        "received": pick.one([PAPERS, ()]),
    }
    return Ask({**where, "method": method, **came, "terms_accepted": True}, who, "cashier")


def match_pix(m: Any, pick: Pick) -> Ask:
    waiting = [one.id for one in m.state("t1").sales.values() if one.awaited] or ENTRIES
    one = pick.one(waiting)
    return Ask(
        {"tournament": "t1", "sale": one, "txid": f"T{one}", "amount_centavos": m.price},
        pick.one(["ana", "bia"]),
        "cashier",
    )


def extra(m: Any, pick: Pick) -> Ask:
    at_desk, who = selling(m, pick)
    paying = [{"method": pick.one(["cash", "cash", "pix"]), "amount_centavos": 10000}]
    what = {"sale": pick.one(["x1", "x2", "x3"]), "entry": entry(m, pick), "item": "rebuy"}
    return Ask({"tournament": "t1", **what, "desk": at_desk, "payments": paying}, who, "cashier")


def rebuy(m: Any, pick: Pick) -> Ask:
    what = {"sale": pick.one(["x1", "x2", "x3"]), "entry": entry(m, pick), "item": "rebuy"}
    return Ask({"tournament": "t1", **what}, "davi", "dealer")


def pay_debt(m: Any, pick: Pick) -> Ask:
    at_desk, who = selling(m, pick)
    owed = [one.id for one in m.state("t1").sales.values() if one.owed] or ["x1"]
    paying = [{"method": "cash", "amount_centavos": pick.one([10000, 10000, 9000])}]
    return Ask({"tournament": "t1", "sale": pick.one(owed), "desk": at_desk, "payments": paying}, who, "cashier")


def hand_over(m: Any, pick: Pick) -> Ask:
    due = [one.id for one in m.state("t1").sales.values() if one.paid and not one.receipt]
    return Ask({"tournament": "t1", "sale": pick.one(due) if due else sale(m, pick)}, "ana", "cashier")


def missing(one: Any) -> bool:
    return bool(one.missing)


SELLING = {
    "SellEntry": Rule(30, sell),
    "SellAhead": Rule(4, sell_ahead),
    "CompleteAhead": Rule(
        3,
        lambda m, pick: Ask(
            {"tournament": "t1", "entry": such(m, pick, "t1", missing), "received": PAPERS}, "ana", "cashier"
        ),
    ),
    "MatchPix": Rule(6, match_pix),
    "IssueReceipt": Rule(3, hand_over),
    "SellExtra": Rule(4, extra),
    "AnnounceRebuy": Rule(3, rebuy),
    "PayDebt": Rule(3, pay_debt),
}

# Going back


def back(kind: str) -> Callable[[Any, Pick], Ask]:
    def ask(m: Any, pick: Pick) -> Ask:
        one = entry(m, pick)
        at_desk, _ = selling(m, pick)
        fields = {
            "CancelEntry": {"entry": one, "desk": at_desk},
            "VoidSale": {"sale": sale(m, pick), "desk": at_desk, "reason": "engano"},
            "VoidEntry": {"entry": one, "ground": "minor"},
            "PayRefund": {"sale": one, "desk": at_desk},
            "TransferEntry": {"entry": one, "to": pick.one(PEOPLE), "reason": "x"},
        }[kind]
        return Ask({"tournament": "t1", **fields})

    return ask


def undo(m: Any, pick: Pick) -> Ask:
    return Ask(
        {"command_key": pick.one(m.done[-8:][::-1] or ["none"])},
        *pick.one([("dora", "director")] * 3 + [("ana", "cashier")]),
    )


def correct(m: Any, pick: Pick) -> Ask:
    """A fact of the room, or by chance another command that cannot be corrected."""
    key, kind = pick.one(m.facts[-6:][::-1] or [("none", "Eliminate")])
    if pick.seldom():
        kind = pick.one(["Eliminate", "CheckIn"])
    rule = {**OPENING, **TABLES}[kind]
    return Ask({"command_key": key, "replacement": {"type": kind, **rule.ask(m, pick).fields}, "reason": "engano"})


GOING_BACK = {
    **{
        kind: Rule(4, back(kind)) for kind in ("CancelEntry", "VoidSale", "VoidEntry", "PayRefund", "TransferEntry")
    },
    "Undo": Rule(12, undo),
    "Correct": Rule(5, correct),
}

# At the tables, as far as the desk knows them. The room's own commands (seats, clock, penalties) come here too.


def about_entry(more: dict[str, Any]) -> Callable[[Any, Pick], Ask]:
    def ask(m: Any, pick: Pick) -> Ask:
        of = tournament(m, pick)
        return Ask({"tournament": of, "entry": such(m, pick, of, lambda one: one.status == "live"), **more})

    return ask


def alternate(m: Any, pick: Pick) -> Ask:
    return Ask({"tournament": "t1", "entry": pick.one(m.state("t1").waiting or ENTRIES)})


def end_satellite(m: Any, pick: Pick) -> Ask:
    live = [one.id for one in m.state("sat").entries.values() if one.status == "live"]
    return Ask({"tournament": "sat", "winners": live or ["e1"]})


def check_in(m: Any, pick: Pick) -> Ask:
    return Ask(
        {
            "tournament": "t1",
            "entry": such(m, pick, "t1", lambda one: one.identity and one.status == "live"),
            "day": "1",
        }
    )


TABLES = {
    "Eliminate": Rule(6, about_entry({})),
    "Bag": Rule(2, about_entry({"chips": 500})),
    "CheckIdentity": Rule(3, about_entry({"day": "1"})),
    "CheckIn": Rule(3, check_in),
    "SeatAlternate": Rule(4, alternate),
    "EndSatellite": Rule(2, end_satellite),
}

# Media


def media(names: Sequence[str], **more: Any) -> Callable[[Any, Pick], Ask]:
    def ask(m: Any, pick: Pick) -> Ask:
        fields = {name: options for name, options in more.items() if not isinstance(options, list)}
        drawn = {name: pick.one(options) for name, options in more.items() if isinstance(options, list)}
        ids = {name: pick.one(["m1", "m2", "m3"]) for name in names}
        return Ask({"tournament": "t1", **ids, **drawn, **fields})

    return ask


MEDIA = {
    "SignReceipt": Rule(2, lambda m, pick: Ask({"tournament": "t1", "sale": sale(m, pick)}, "ana", "cashier")),
    "NameOfficialSponsors": Rule(1, media((), brands=[["b1"], ["b1", "b2"]])),
    "DeclareSponsor": Rule(2, media((), person=PEOPLE, brand=["b1", "b2", "b3"])),
    "MeasurePatch": Rule(1, media(("patch",), person=PEOPLE, brand="b1", width_mm=[50, 200], height_mm=80)),
    "AskPress": Rule(1, media(("request",), person=PEOPLE, activity=["interview", "publicity"])),
    "AnswerPress": Rule(2, media(("request",), met=[True, False])),
    "ReportCameras": Rule(1, media(("report",), person=PEOPLE, how=["refusal", "delay"], to=["cameras", "press"])),
    "JudgeClothing": Rule(
        1, media(("verdict",), person=PEOPLE, thing="logo", action=["cover", "approve", "remove"])
    ),
}

# People


def register(m: Any, pick: Pick) -> Ask:
    person = pick.one(NEWCOMERS + PEOPLE[:1])
    name = {"n1": "Zilda Prado", "n2": "Otto Kuhn", "n3": "Iara Teles", "n4": "Ugo Bassi"}.get(person, "Ana")
    return Ask(
        {"person": person, "name": name, "born_on": f"195{len(name) % 10}-02-03", "photo_id_seen": True},
        "ana",
        "cashier",
    )


def known(pick: Pick) -> str:
    return pick.one([*NEWCOMERS, *PEOPLE[:2]])


PERSONS = {
    "RegisterPerson": Rule(4, register),
    "ChangePerson": Rule(
        2, lambda m, pick: Ask({"person": known(pick), "known_as": pick.one(["Zi", "Bela"])}, "ana", "cashier")
    ),
    "SeePhotoId": Rule(1, lambda m, pick: Ask({"person": known(pick)}, "ana", "cashier")),
    "RecordImageConsent": Rule(
        1, lambda m, pick: Ask({"person": known(pick), "granted": True, "how": "x"}, "ana", "cashier")
    ),
    "MergePeople": Rule(
        2, lambda m, pick: Ask({"person": pick.one([*NEWCOMERS, *PEOPLE]), "into": pick.one(PEOPLE)})
    ),
    "ErasePerson": Rule(4, lambda m, pick: Ask({"person": pick.one([*NEWCOMERS[:2], *PEOPLE])})),
    "ForgetExpired": Rule(
        2,
        lambda m, pick: Ask(
            {"person": pick.one([one for one, until in m.people.erased.items() if until] or ["p1"])},
            at=pick.one([None, at("12:00", "2040-01-02")]),
        ),
    ),
}

# Drawers


def drawer(kind: str) -> Callable[[Any, Pick], Ask]:
    def ask(m: Any, pick: Pick) -> Ask:
        at_desk, who = desk(pick)
        more = {
            "OpenDrawer": {"cashier": who, "float_centavos": pick.one([0, 50000])},
            "DropCash": {"amount_centavos": pick.one([5000, 100000])},
            "CountDrawer": {},
            "CloseDrawer": {"counted_centavos": COUNTED},
        }[kind]
        return Ask({"desk": at_desk, **more}, who, "cashier")

    return ask


DRAWERS = {
    "OpenDrawer": Rule(6, drawer("OpenDrawer")),
    "DropCash": Rule(3, drawer("DropCash")),
    "CountDrawer": Rule(1, drawer("CountDrawer")),
    "CloseDrawer": Rule(6, drawer("CloseDrawer")),
}

AREAS: dict[str, dict[str, Rule]] = {
    "season": SEASON,
    "opening": OPENING,
    "selling": SELLING,
    "going back": GOING_BACK,
    "tables": TABLES,
    "media": MEDIA,
    "people": PERSONS,
    "drawers": DRAWERS,
}
RULES = {kind: rule for area in AREAS.values() for kind, rule in area.items()}
