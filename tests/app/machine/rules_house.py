"""How the state machine asks for what concerns the house: seasons, openings, media, people, drawers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.people.public_ids import public_ids
from feltro.kernel.instants import local_time
from feltro.tournament.state import IN_THE_EVENT
from tests.app.machine.asking import (
    ENTRIES,
    NEWCOMERS,
    PEOPLE,
    TICKETS,
    Ask,
    Pick,
    Rule,
    sale,
)
from tests.tournament.room import at

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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


def keep_away(m: Any, pick: Pick) -> Ask:
    """With the card of the entry, or with another one."""
    entry = pick.one(ENTRIES)
    card = public_ids(m.room.house.store).entry("t1", pick.one([entry, entry, "x"]))
    fields = {"season": "s26", "tournament": "t1", "entry": entry, "card": card, "months": pick.one([1, 12])}
    return Ask(fields, "", "viewer")


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
    "AskSelfExclusion": Rule(1, keep_away),
    "ConfirmSelfExclusion": Rule(
        1,
        lambda m, pick: Ask(
            {
                "season": "s26",
                "person": PEOPLE[-1],
                "months": pick.one([1, 2]),
                "photo_id_seen": pick.one([True, False]),
            }
        ),
    ),
    "LiftBan": Rule(2, lambda m, pick: Ask({"season": "s26", "person": pick.one(list(m.season.bans) or PEOPLE)})),
}

# Opening and closing


def create(m: Any, pick: Pick) -> Ask:
    where = {"tournament": pick.one(["t1", "t3", "t4"]), "season": pick.one(["s26", "s26", "s99"]), "stage": "e1"}
    return Ask({**where, "sheet": m.sheet}, role="organiser")


def move(m: Any, pick: Pick) -> Ask:
    hour = pick.one(["14:00", "14:00", "14:30"])
    return Ask({"tournament": "t1", "day": pick.one(["1", "1", "9"]), "starts_at": f"2026-11-20T{hour}:00-03:00"})


def change(m: Any, pick: Pick) -> Ask:
    """Most often something that nobody has bought or played; now and then what was sold."""
    sheet = m.room.state.sheet or m.sheet
    wish = pick.one([{"notes": "Nova"}, {"notes": ""}, {"expected_entries": 40}, {"kind": "ladies"}])
    return Ask(
        {"tournament": "t1", "sheet": msgspec.to_builtins(msgspec.structs.replace(sheet, **wish), str_keys=True)}
    )


def amend(m: Any, pick: Pick) -> Ask:
    """The same value as the sheet's book most often has: what follows stays comparable."""
    hour = local_time(m.room.now).isoformat() if pick.one([1, 1, 0]) else "2026-11-01T10:00:00-03:00"
    rule = {"parameter": "cancel.until_minutes_before", "value": pick.one([60, 30]), "notice": "Aviso"}
    return Ask({"tournament": "t1", **rule, "holds_from": hour})


OPENING = {
    "CreateTournament": Rule(1, create),
    "MoveStart": Rule(1, move),
    "ChangeSheet": Rule(1, change),
    "ExtendRegistration": Rule(1, lambda m, pick: Ask({"tournament": "t1", "until_level": pick.one([0, 3, 12])})),
    "CloseRegistration": Rule(2, lambda m, pick: Ask({"tournament": "t1", "queue": PEOPLE[: pick.one([0, 1, 3])]})),
    "MarkLevel": Rule(
        2,
        lambda m, pick: Ask(
            {"tournament": "t1", "level": pick.one([0, 1, 2, 2, 3, 40]), "in_break": pick.seldom()}
        ),
    ),
    "AmendRule": Rule(1, amend),
    "SetControl": Rule(
        1,
        lambda m, pick: Ask({"tournament": "t1", "size": pick.one(["alone", "team", "circuit"])}, role="organiser"),
    ),
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


def was_in(m: Any) -> list[str]:
    """People with money in the books who play no more: of these something is kept when they are erased."""
    state = m.state("t1")
    return [
        one for one in PEOPLE if (mine := state.entries_of(one)) and not any(e.status in IN_THE_EVENT for e in mine)
    ]


PERSONS = {
    "RegisterPerson": Rule(4, register),
    "ChangePerson": Rule(
        2, lambda m, pick: Ask({"person": known(pick), "known_as": pick.one(["Zi", "Bela"])}, "ana", "cashier")
    ),
    "RecordImageConsent": Rule(
        1, lambda m, pick: Ask({"person": known(pick), "granted": True, "how": "x"}, "ana", "cashier")
    ),
    "ChoosePublicity": Rule(
        1, lambda m, pick: Ask({"person": known(pick), "initials": pick.one([True, False])}, "ana", "cashier")
    ),
    "MergePeople": Rule(
        2, lambda m, pick: Ask({"person": pick.one([*NEWCOMERS, *PEOPLE]), "into": pick.one(PEOPLE)})
    ),
    "ErasePerson": Rule(4, lambda m, pick: Ask({"person": pick.one([*NEWCOMERS[:2], *(was_in(m) or PEOPLE)])})),
    "ForgetExpired": Rule(
        2,
        lambda m, pick: Ask(
            {"person": pick.one([one for one, until in m.people.erased.items() if until] or ["p1"])},
            at=pick.one([None, at("12:00", "2040-01-02")]),
        ),
    ),
}
