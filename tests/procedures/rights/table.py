"""What a person may still get, by book, status and act: written down from the regulations, cell by cell.

`ok`: given. `no`: refused, on these clauses. `ask`: refused until the director decides, with a reason. `casa`: the book is
silent and the house decides, as the organiser settled it. Without a clause, the reason of the house: there is no entry
that plays, or nothing is due. Points are `ok`, `none`, or not there yet.
"""

from __future__ import annotations

NOT_GIVEN = "not given"
"""The book does not have this penalty."""

CGP = {
    "disqualified": {
        "no 5.6.6.f": "sell reenter rebuy add_on seat check_in ticket",
        "no 5.6.6.a 5.6.6.f": "pay deal",
        "none": "points",
        "ok": "ranking_prize",
    },
    "eliminated": {
        "no 5.6.6.e": "sell reenter rebuy add_on seat check_in ticket",
        "ok": "pay points ranking_prize",
        "no deal.not_the_players": "deal",
    },
    "banned": {
        "no 5.6.6.f": "sell reenter rebuy add_on seat check_in deal ticket",
        "ok": "pay points ranking_prize",
    },
    "refused": {
        "no 5.6.4~negar": "sell reenter rebuy add_on seat check_in deal ticket",
        "ok": "pay points ranking_prize",
    },
    "excluded": {
        "no 5.6.6.a": "sell reenter rebuy add_on seat check_in deal ranking_prize ticket",
        "ask casa": "pay",
        "none": "points",
    },
    "suspended": {
        "ask 5.6.5 casa": "sell reenter rebuy add_on check_in",
        "ok": "seat pay deal points ranking_prize ticket",
    },
    "under_age": {
        "no 2.1": "sell reenter rebuy add_on seat check_in pay deal ticket",
        "no casa": "ranking_prize",
        "ok": "points",
    },
    "in_debt": {
        "ask casa": "sell reenter pay ranking_prize",
        "ok": "rebuy add_on seat check_in deal points ticket",
    },
    "not_identified": {
        "no 2.1": "sell reenter",
        "ok": "rebuy add_on seat deal points ticket",
        "no 2.1.a": "check_in",
        "no casa": "pay ranking_prize",
    },
    "alternate": {
        "no 2.1": "sell",
        "no 2.1.c": "reenter",
        "no extra.needs_live_entry": "rebuy add_on",
        "no entry.not_playing": "seat",
        "no entry.waits_for_seat": "check_in",
        "no prizes.alternates_wait": "pay deal points",
        "ok": "ranking_prize ticket",
    },
    "bagged": {
        "no 2.1.c": "sell reenter",
        "no extra.needs_live_entry": "rebuy add_on",
        "ok": "seat check_in deal ranking_prize ticket",
        "no prize.none_due": "pay",
        "not finished": "points",
    },
    "busted": {
        "no 2.1": "sell",
        "ok": "reenter pay points ranking_prize ticket",
        "no extra.needs_live_entry": "rebuy add_on",
        "no entry.not_playing": "seat check_in",
        "no deal.not_the_players": "deal",
    },
}

NPS = {
    "disqualified": {
        "no 47.f": "sell reenter rebuy add_on seat check_in ticket",
        "no 47.a 47.f": "pay deal",
        "none": "points",
        "ok": "ranking_prize",
    },
    "eliminated": {
        "no 47.e": "sell reenter rebuy add_on seat check_in ticket",
        "ok": "pay points ranking_prize",
        "no deal.not_the_players": "deal",
    },
    "banned": {
        "no 47.f": "sell reenter rebuy add_on seat check_in deal ticket",
        "ok": "pay points ranking_prize",
    },
    "refused": {
        "no 45~negar": "sell reenter rebuy add_on seat check_in deal ticket",
        "ok": "pay points ranking_prize",
    },
    "excluded": {
        "no 47.a": "sell reenter rebuy add_on seat check_in deal ranking_prize ticket",
        "ask casa": "pay",
        "none": "points",
    },
    "suspended": {
        "ask 46 casa": "sell reenter rebuy add_on check_in",
        "ok": "seat pay deal points ranking_prize ticket",
    },
    "under_age": {
        "no F": "sell reenter rebuy add_on seat check_in pay deal ticket",
        "no casa": "ranking_prize",
        "ok": "points",
    },
    "in_debt": {
        "ask casa": "sell reenter pay ranking_prize",
        "ok": "rebuy add_on seat check_in deal points ticket",
    },
    "not_identified": {
        "no F": "sell reenter check_in",
        "ok": "rebuy add_on seat deal points ticket",
        "no casa": "pay ranking_prize",
    },
    "alternate": {
        "no F": "sell reenter",
        "no extra.needs_live_entry": "rebuy add_on",
        "no entry.not_playing": "seat",
        "no entry.waits_for_seat": "check_in",
        "no prizes.alternates_wait": "pay deal points",
        "ok": "ranking_prize ticket",
    },
    "bagged": {
        "no F": "sell reenter",
        "no extra.needs_live_entry": "rebuy add_on",
        "ok": "seat check_in deal ranking_prize ticket",
        "no prize.none_due": "pay",
        "not finished": "points",
    },
    "busted": {
        "no F": "sell",
        "ok": "reenter pay points ranking_prize ticket",
        "no extra.needs_live_entry": "rebuy add_on",
        "no entry.not_playing": "seat check_in",
        "no deal.not_the_players": "deal",
    },
}

ADTP_2012 = {
    "disqualified": {
        "ask 52 casa": "sell reenter ticket",
        "no 52": "rebuy add_on seat check_in",
        "no casa": "pay deal",
        "none": "points",
        "ok": "ranking_prize",
    },
    "eliminated": NOT_GIVEN,
    "banned": {
        "no casa": "sell reenter rebuy add_on seat check_in deal ticket",
        "ok": "pay points ranking_prize",
    },
    "refused": {
        "no casa": "sell reenter rebuy add_on seat check_in deal ticket",
        "ok": "pay points ranking_prize",
    },
    "excluded": {
        "no casa": "sell reenter rebuy add_on seat check_in deal ticket",
        "ask casa": "pay ranking_prize",
        "ok": "points",
    },
    "suspended": {
        "ask 59 casa": "sell reenter rebuy add_on check_in",
        "ok": "seat pay deal points ranking_prize ticket",
    },
    "under_age": {
        "no casa": "sell reenter rebuy add_on seat check_in pay deal ranking_prize ticket",
        "ok": "points",
    },
    "in_debt": {
        "ask casa": "sell reenter pay ranking_prize",
        "ok": "rebuy add_on seat check_in deal points ticket",
    },
    "not_identified": {
        "no casa": "sell reenter check_in pay ranking_prize",
        "ok": "rebuy add_on seat deal points ticket",
    },
    "alternate": {
        "no casa": "sell reenter",
        "no extra.needs_live_entry": "rebuy add_on",
        "no entry.not_playing": "seat",
        "no entry.waits_for_seat": "check_in",
        "no prizes.alternates_wait": "pay deal points",
        "ok": "ranking_prize ticket",
    },
    "bagged": {
        "no casa": "sell reenter",
        "no extra.needs_live_entry": "rebuy add_on",
        "ok": "seat check_in deal ranking_prize ticket",
        "no prize.none_due": "pay",
        "not finished": "points",
    },
    "busted": {
        "no casa": "sell",
        "ok": "reenter pay points ranking_prize ticket",
        "no extra.needs_live_entry": "rebuy add_on",
        "no entry.not_playing": "seat check_in",
        "no deal.not_the_players": "deal",
    },
}

ADTP_2023 = {
    "disqualified": {
        "ask 67.D casa": "sell reenter ticket",
        "no 67.D": "rebuy add_on seat check_in",
        "no casa": "pay deal",
        "none": "points",
        "ok": "ranking_prize",
    },
    "eliminated": {
        "ask casa": "sell reenter ticket",
        "no casa": "rebuy add_on seat check_in",
        "ok": "pay points ranking_prize",
        "no deal.not_the_players": "deal",
    },
    "banned": {
        "no casa": "sell reenter rebuy add_on seat check_in deal ticket",
        "ok": "pay points ranking_prize",
    },
    "refused": {
        "no casa": "sell reenter rebuy add_on seat check_in deal ticket",
        "ok": "pay points ranking_prize",
    },
    "excluded": {
        "no casa": "sell reenter rebuy add_on seat check_in deal ticket",
        "ask casa": "pay ranking_prize",
        "ok": "points",
    },
    "suspended": {
        "ask 67.B 71 casa": "sell reenter rebuy add_on check_in",
        "ok": "seat pay deal points ranking_prize ticket",
    },
    "under_age": {
        "no casa": "sell reenter rebuy add_on seat check_in pay deal ranking_prize ticket",
        "ok": "points",
    },
    "in_debt": {
        "ask casa": "sell reenter pay ranking_prize",
        "ok": "rebuy add_on seat check_in deal points ticket",
    },
    "not_identified": {
        "no casa": "sell reenter check_in pay ranking_prize",
        "ok": "rebuy add_on seat deal points ticket",
    },
    "alternate": {
        "no casa": "sell",
        "no 8.B": "reenter",
        "no extra.needs_live_entry": "rebuy add_on",
        "no entry.not_playing": "seat",
        "no entry.waits_for_seat": "check_in",
        "no prizes.alternates_wait": "pay deal points",
        "ok": "ranking_prize ticket",
    },
    "bagged": {
        "no casa": "sell reenter",
        "no extra.needs_live_entry": "rebuy add_on",
        "ok": "seat check_in deal ranking_prize ticket",
        "no prize.none_due": "pay",
        "not finished": "points",
    },
    "busted": {
        "no casa": "sell",
        "ok": "reenter pay points ranking_prize ticket",
        "no extra.needs_live_entry": "rebuy add_on",
        "no entry.not_playing": "seat check_in",
        "no deal.not_the_players": "deal",
    },
}

BPT = {
    "disqualified": {
        "ask casa": "sell reenter ticket",
        "no casa": "rebuy add_on seat check_in pay deal",
        "none": "points",
        "ok": "ranking_prize",
    },
    "eliminated": NOT_GIVEN,
    "banned": {
        "no casa": "sell reenter rebuy add_on seat check_in deal ticket",
        "ok": "pay points ranking_prize",
    },
    "refused": {
        "no casa": "sell reenter rebuy add_on seat check_in deal ticket",
        "ok": "pay points ranking_prize",
    },
    "excluded": {
        "no casa": "sell reenter rebuy add_on seat check_in deal ticket",
        "ask casa": "pay ranking_prize",
        "ok": "points",
    },
    "suspended": {
        "ask 34 casa": "sell reenter rebuy add_on check_in",
        "ok": "seat pay deal points ranking_prize ticket",
    },
    "under_age": {
        "no casa": "sell reenter rebuy add_on seat check_in pay deal ranking_prize ticket",
        "ok": "points",
    },
    "in_debt": {
        "ask casa": "sell reenter pay ranking_prize",
        "ok": "rebuy add_on seat check_in deal points ticket",
    },
    "not_identified": {
        "no casa": "sell reenter check_in pay ranking_prize",
        "ok": "rebuy add_on seat deal points ticket",
    },
    "alternate": {
        "no casa": "sell reenter",
        "no extra.needs_live_entry": "rebuy add_on",
        "no entry.not_playing": "seat",
        "no entry.waits_for_seat": "check_in",
        "no prizes.alternates_wait": "pay deal points",
        "ok": "ranking_prize ticket",
    },
    "bagged": {
        "no casa": "sell reenter",
        "no extra.needs_live_entry": "rebuy add_on",
        "ok": "seat check_in deal ranking_prize ticket",
        "no prize.none_due": "pay",
        "not finished": "points",
    },
    "busted": {
        "no casa": "sell",
        "ok": "reenter pay points ranking_prize ticket",
        "no extra.needs_live_entry": "rebuy add_on",
        "no entry.not_playing": "seat check_in",
        "no deal.not_the_players": "deal",
    },
}

TABLE = {
    "cgp-2024": CGP,
    "nps-2019": NPS,
    "adtp-2012": ADTP_2012,
    "adtp-2023": ADTP_2023,
    "bpt-2015": BPT,
}
