"""One person, one status, one act: a room brought to that point by real commands, and what the house then says."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.ranking import ranking_of
from feltro.app.world.codec import codec
from feltro.kernel.outcome import Refused
from feltro.season.events import SeasonClosed
from feltro.season.results import FundPrize
from feltro.store.port import Append, Meta, Transaction
from feltro.tournament.sheet import Day, SaleItem
from tests.season.league import NPS_TABLE
from tests.tournament.prizes.hall import Hall
from tests.tournament.room import START, sheet

if TYPE_CHECKING:
    from feltro.kernel.outcome import Cite

DIRECTOR = {"tournament": "t1", "role": "director", "who": "dora"}
MONEY = ("pay", "deal", "points")
"""Acts that need prizes: a field of twenty-one, which pays three places in every book."""

# Written out here although the program lists the same: what is expected of it is not read from it, and one that it
# forgets, or adds without a cell in the table, is noticed.
STATUSES = (
    "disqualified",
    "eliminated",
    "banned",
    "excluded",
    "refused",
    "suspended",
    "under_age",
    "in_debt",
    "not_identified",
    "alternate",
    "bagged",
    "busted",
)
ACTS = (
    "sell",
    "reenter",
    "rebuy",
    "add_on",
    "seat",
    "check_in",
    "pay",
    "deal",
    "points",
    "ranking_prize",
    "ticket",
)
ADD_ON = SaleItem(
    id="addon",
    kind="addon",
    label="Add-on",
    price_centavos=10000,
    split_centavos={"prize_pool": 10000},
    chips=10000,
)
SENT_ELSEWHERE = {"banned": "ban", "excluded": "exclusion"}


def answer(book: str, status: str, act: str) -> str:
    return Stage(book, status, 21 if act in MONEY else 4).act(act)


class Stage(Hall):
    """`p1` with entry `e1` is the one everything is about; `t0` is another tournament of the same stage."""

    def __init__(
        self, book: str, status: str = "", players: int = 4, answers: dict[str, Any] | None = None, **changes: Any
    ) -> None:
        self.players = players
        seats = players - 1 if status == "alternate" else 1000
        days = (
            Day(id="1", starts_at=datetime.fromisoformat(START), seats=seats, until_level=10),
            Day(id="2", starts_at=datetime.fromisoformat("2026-11-21T14:00:00-03:00"), from_level=11, seats=1000),
        )
        made = {"days": days, "items": (*sheet(book).items, ADD_ON), "points": "main", **changes}
        super().__init__(book=book, answers=answers, **made)
        self.status = status
        dates = {"first_day": "2026-11-20", "last_day": "2026-11-22"}
        self.done("AnnounceStage", role="director", season="s26", stage="e1", name="E", venue="V", **dates)
        self.done("ChooseRankingBook", role="organiser", season="s26", book=book)
        if book != "cgp-2024":
            self.done("LoadPointsTable", role="organiser", season="s26", scored_as="main", rows=NPS_TABLE)

    def field(self) -> None:
        """Everybody enters, that of p1 the first, or the last where it finds no chair."""
        order = [*range(2, self.players + 1), 1] if self.status == "alternate" else range(1, self.players + 1)
        for number in order:
            self.sell(f"e{number}", f"p{number}")
        if self.status != "not_identified":
            for day in ("1", "2"):
                self.done("CheckIdentity", tournament="t1", entry="e1", day=day)
        if self.status == "in_debt":
            owed = {"sale": "r1", "entry": "e1", "item": "rebuy", "before_next_hand": True}
            self.done("AnnounceRebuy", tournament="t1", **owed)
        self.done("RegisterForRanking", role="director", season="s26", person="p1")

    def penalise(self, kind: str, tournament: str = "t1", entry: str = "e1", **more: Any) -> Any:
        given = {"penalty": f"x-{kind}-{self.next()}", "entry": entry, "kind": kind, "reason": "briga"}
        conduct = {"infraction": "conduct.assault", "stack": 30000, **more}
        return self.do("GivePenalty", **{**DIRECTOR, "tournament": tournament}, **given, **conduct)

    def while_live(self) -> None:
        """What is done to somebody who plays."""
        match self.status:
            case "disqualified" | "eliminated":
                given = self.penalise(self.status.replace("disqualified", "disqualification").replace(
                    "eliminated", "elimination"))  # fmt: skip
                assert not isinstance(given, Refused), given
            case "suspended":
                given = self.penalise("suspension", until_at="2026-12-30T00:00:00-03:00")
                assert not isinstance(given, Refused), given
            case "bagged":
                self.done("Bag", **DIRECTOR, entry="e1", chips=30000)

    def at_last(self) -> None:
        """What is found out, or done elsewhere, whether the person still plays or not."""
        if self.status in SENT_ELSEWHERE:
            self._send_away_elsewhere(SENT_ELSEWHERE[self.status])
        elif self.status == "refused":
            self.done("BanPerson", role="director", season="s26", person="p1", ground="order", reason="briga")
        elif self.status == "under_age":
            self.person("p1", born="2010-01-01")
        elif self.status == "not_identified":
            self.person("p1", seen=False)
        elif self.status == "busted" and self.state.entries["e1"].status == "live":
            self.out(1)

    def _send_away_elsewhere(self, kind: str) -> None:
        made = msgspec.to_builtins(sheet("cgp-2024"), str_keys=True)
        other = {"tournament": "t0", "season": "s26", "stage": "e1"}
        self.done("CreateTournament", role="organiser", sheet=made, answers={}, **other)
        was, self.now = self.now, min(self.state.starts["1"], self.now)
        self.done("SellEntry", **self.sale("z1", "p1", tournament="t0", payments=self.cash(62000)))
        given = self.penalise(kind, "t0", "z1")
        assert not isinstance(given, Refused), given
        self.now = was

    def cash(self, centavos: int) -> list[dict[str, Any]]:
        return [{"method": "cash", "amount_centavos": centavos}]

    # The acts

    def act(self, name: str) -> str:
        if name in MONEY:
            return self._money(name)
        self.field()
        self.while_live()
        if name == "reenter" and self.state.entries["e1"].status == "live":
            self.out(1)
        self.at_last()
        return told(self._given(name))

    def _given(self, name: str) -> Any:
        match name:
            case "sell" | "reenter":
                item = "entry" if name == "sell" else "reentry"
                return self.do("SellEntry", **self.sale("again", "p1", item=item))
            case "rebuy" | "add_on":
                item = {"rebuy": "rebuy", "add_on": "addon"}[name]
                fields = {"sale": "more", "entry": "e1", "item": item, "desk": "d1", "payments": self.cash(10000)}
                return self.do("SellExtra", tournament="t1", **fields)
            case "seat":
                day = "2" if self.status == "bagged" else "1"
                self.done("OpenTables", **DIRECTOR, draw="m", day=day, tables=[{"number": 1, "chairs": 9}])
                return self.do("SeatPlayer", **DIRECTOR, entry="e1", table=1, seat=1, reason="x")
            case "check_in":
                day = "2" if self.status == "bagged" else "1"
                return self.do("CheckIn", tournament="t1", entry="e1", day=day)
            case "ticket":
                ticket = {"season": "s26", "ticket": "k1", "owner": "p1", "target": "t1", "value_centavos": 62000}
                return self.do("IssueTicket", role="organiser", **ticket)
        return self.act_of_paying_the_year()

    def act_of_paying_the_year(self) -> Any:
        """A closed season that owes p1 a thousand reais."""
        prize = FundPrize(prize="annual-1", person="p1", place=1, amount_centavos=100000, due=date(2027, 1, 1))
        closed = SeasonClosed(season="s26", fund_centavos=0, cover_centavos=100000, stage_funds_centavos={},
                              prizes=(prize,), at=self.now)  # fmt: skip
        stream = "season:s26"
        append = Append(stream, self.house.store.version(stream), (codec().encode(closed),))
        meta = Meta("olga", "organiser", "", self.now, "closed", "CloseSeason")
        self.house.store.commit(Transaction(meta, (append,), b"{}"))
        with self.house.world.lock:
            ways = ranking_of("s26", self.house.world, self.house.books).rules.book["fund.annual.methods"].value
        way = "bank_transfer" if "bank_transfer" in ways else min(ways)
        fields = {"prize": "annual-1", "method": way, "amount_centavos": 100000, "desk": "d1"}
        return self.do("PayRankingPrize", season="s26", **fields)

    def _money(self, name: str) -> str:
        self.field()
        self.close()
        announced = self.do("AnnouncePrizes", tournament="t1", role="director")
        if isinstance(announced, Refused):
            return told(announced)
        self.out(*range(self.players, 3 if name == "deal" else 2, -1))
        self.while_live()
        if name != "deal" and self.state.entries["e1"].status == "live":
            self.out(1)
        second = self.prizes[1]
        self.at_last()
        if name == "pay":
            return told(self.do("PayPrize", **self.paying("e1", second)))
        if name == "points":
            return self._points()
        stacks = {"e1": 100000, "e2": 100000, "e3": 100000}
        return told(self.do("OpenDeal", deal="d", stacks=stacks, **DIRECTOR))

    def _points(self) -> str:
        with self.house.world.lock:
            ranking = ranking_of("s26", self.house.world, self.house.books)
            assert not isinstance(ranking, Refused), ranking
            if ranking.unfinished():
                return "not finished"
            return "ok" if ranking.standings.standing("p1") else "none"


def told(outcome: Any) -> str:
    """`ok`; or `no` or `ask`, and on what it rests."""
    if not isinstance(outcome, Refused):
        return "ok"
    said = "ask" if outcome.because.endswith(".asks") else "no"
    rests = " ".join(sorted(set(map(ground, outcome.cites))))
    return f"{said} {rests}" if rests else f"{said} {outcome.because}"


def ground(cite: Cite) -> str:
    """A clause by its number; what the organiser settled, because the book is silent, is the house's."""
    return str(cite.clause) if not str(cite.book).startswith(("t1", "acert", "casa")) else "casa"
