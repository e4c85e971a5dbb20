"""A whole house as one version of the program wrote it, and what it showed: `python -m tests.golden_house VERSION`.

Written once, when a version is cut, into tests/golden/houses/VERSION; what stands there is never written again. The
house is small and has one of everything that must not change under anybody's feet: an event paid to the last prize, one
with knockouts that ended in a deal, one in mid-play, one that takes entries, a closed stage, a ranking, people, staff,
drawers open and closed.
"""

from __future__ import annotations

import gzip
import json
import secrets
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.access.doors import add_user
from feltro.app.access.rows import User
from feltro.app.handling import House
from feltro.app.ranking import ranking_of
from feltro.app.ranking.results_archive import archive
from feltro.app.upkeep.archive import export_season
from feltro.app.world.plan import Envelope
from feltro.house import desks
from feltro.kernel.instants import instant_of
from feltro.kernel.outcome import Refused
from feltro.season.commands import AnnounceStage, CreateSeason
from feltro.season.ranking.commands import CloseStage, PayRankingPrize, RegisterForRanking
from feltro.sim.counter import Counter
from feltro.sim.evening import _secrets as repeatable
from feltro.sim.room import Crowd, SimulatedRoom, play_event
from feltro.sim.sheets import evening_sheet
from feltro.sim.voice import Crew, RoomClock, Voice
from feltro.store.address import open_store
from feltro.store.backup import backup, restore
from feltro.tournament.checks import complaints
from feltro.tournament.clock.face import standing
from feltro.tournament.deals import commands as deals
from feltro.tournament.eliminations.places import players_left, still_in
from feltro.tournament.opening.commands import CreateTournament
from feltro.tournament.prizes.due import due, due_apart
from feltro.tournament.sales.commands import CancelEntry
from feltro.tournament.sales.hours import opens_at
from feltro.tournament.sheet import Bounty
from tests.postgres_server import Server, find_binaries

if TYPE_CHECKING:
    from feltro.tournament.sheet import Sheet
    from feltro.tournament.state import TournamentState

HOUSES = Path(__file__).parent / "golden" / "houses"
SEASON, STAGE = "2026", "etapa-1"
TOURNAMENTS = ("abertura", "knockout", "noturno", "deepstack")
FIRST = datetime.fromisoformat("2026-11-06T19:00:00-03:00")
LOOKED_AT = instant_of(FIRST + timedelta(days=3, hours=4))
"""When the house is shown: the event in mid-play was left about then."""


def furnish(house: House) -> None:
    """Everything by commands that people could give."""
    house.world.fresh_secret = repeatable(1)
    voice = Voice(house, RoomClock(instant_of(FIRST - timedelta(days=1))), Crew(), "golden")
    for user, role in (("olga", "organiser"), ("caio", "cashier"), ("dora", "director")):
        envelope = Envelope(key=f"golden-{user}", who="olga", role="organiser", at=voice.clock())
        add_user(house.store, User(id=user, name=user.title(), role=role), secrets.token_urlsafe(12), envelope)
    voice.do(CreateSeason(season=SEASON, name="Temporada 2026", year=2026), "organiser")
    day = FIRST.date()
    for stage, first in ((STAGE, day), ("etapa-2", day + timedelta(days=30))):
        last = first + timedelta(days=4)
        voice.do(
            AnnounceStage(season=SEASON, stage=stage, name=stage, venue="Clube", first_day=first, last_day=last)
        )
    voice.do(desks.OpenDrawer(desk="caixa-1", cashier="caio", float_centavos=200_000), "cashier")
    _paid_to_the_last_prize(house, voice)
    _ended_in_a_deal(house, voice)
    _mid_play(house, voice)
    _takes_entries(house, voice)


def _create(voice: Voice, tournament: str, stage: str, sheet: Sheet) -> None:
    voice.do(CreateTournament(tournament=tournament, season=SEASON, stage=stage, sheet=sheet), "organiser")


def _paid_to_the_last_prize(house: House, voice: Voice) -> None:
    """Under the book with the most money rules; the drawer is closed behind it, with a small difference."""
    _create(voice, "abertura", STAGE, evening_sheet("cgp-2024", FIRST, name="Abertura", points="side"))
    for number in (2, 3, 8, 9):  # no two of them end with the same points: how ties are broken may be read anew
        Counter(voice, "abertura", 5, SimulatedRoom(voice, "abertura", Crowd(1)).chance).welcome(number)
        voice.do(RegisterForRanking(season=SEASON, person=f"p{number}"), "cashier")
    play_event(house, "abertura", Crowd(entries=14, seed=5, hand_seconds=400))
    voice.clock = RoomClock(instant_of(FIRST + timedelta(hours=9)))
    voice.do(CloseStage(season=SEASON, stage=STAGE), "organiser")
    prize = next(iter(house.world.live(f"season:{SEASON}").state.ranking.owed))
    voice.do(
        PayRankingPrize(season=SEASON, prize=prize, method="cash", amount_centavos=1000, desk="caixa-1"),
        "cashier",
    )
    voice.do(desks.DropCash(desk="caixa-1", amount_centavos=50_000), "cashier")
    voice.do(desks.CountDrawer(desk="caixa-1"), "cashier")
    held = house.world.balances.by("drawer", "method", cashier="caio")
    counted = {method: money.centavos for method, money in held.items()}
    counted["cash"] -= 300
    voice.do(desks.CloseDrawer(desk="caixa-1", counted_centavos=counted), "cashier")
    voice.do(desks.OpenDrawer(desk="caixa-1", cashier="caio", float_centavos=100_000), "cashier")


def _ended_in_a_deal(house: House, voice: Voice) -> None:
    """Progressive knockouts; the last three agree."""
    sheet = evening_sheet("adtp-2023", FIRST + timedelta(days=1), name="Knockout")
    items = tuple(
        msgspec.structs.replace(
            item, split_centavos={"prize_pool": 12000, "bounties": 4000, "rake": 4000}, price_centavos=20000
        )
        for item in sheet.items
    )
    bounty = Bounty(kind="progressive", amount_centavos=4000, won_basis_points=5000)
    _create(voice, "knockout", "etapa-2", msgspec.structs.replace(sheet, items=items, bounty=bounty))
    play_event(house, "knockout", Crowd(entries=10, seed=6, first=4, hand_seconds=400), each_beat=_agree)


def _agree(room: SimulatedRoom) -> None:
    state = room.state
    if players_left(state) != 3 or state.prizes.announced is None or state.deals.deals:
        return
    left = still_in(state)
    stacks = {entry: room.stacks.of[entry] for entry in left}
    tournament = room.tournament
    room.voice.do(deals.OpenDeal(tournament=tournament, deal="acordo", stacks=stacks))
    room.voice.do(deals.ProposeDeal(tournament=tournament, deal="acordo", method="icm"))
    for entry in left:
        room.voice.do(deals.ConsentDeal(tournament=tournament, deal="acordo", entry=entry, agrees=True))
    room.voice.do(deals.CloseDeal(tournament=tournament, deal="acordo"))


def _mid_play(house: House, voice: Voice) -> None:
    """Two tables, some out, a hand or two behind them, the clock running."""
    sheet = evening_sheet("nps-2019", FIRST + timedelta(days=3), name="Noturno")
    _create(voice, "noturno", "etapa-2", sheet)
    state: TournamentState = house.world.live("tournament:noturno").state
    day = state.the_sheet.days[0]
    clock = RoomClock(opens_at(day, state, house.books.settlement(state, state.starts_at(day)).book))
    crowd = Crowd(entries=16, seed=7, first=2, hand_seconds=240)
    room = SimulatedRoom(Voice(house, clock, Crew(), "sim-noturno"), "noturno", crowd)
    for seconds in room.beats():
        clock.pass_by(seconds)
        if clock() >= LOOKED_AT:
            return


def _takes_entries(house: House, voice: Voice) -> None:
    sheet = evening_sheet("bpt-2015", FIRST + timedelta(days=3, hours=5), name="Deepstack")
    voice.clock = RoomClock(instant_of(FIRST + timedelta(days=3, hours=4)))
    _create(voice, "deepstack", "etapa-2", sheet)
    counter = Counter(voice, "deepstack", 8, SimulatedRoom(voice, "deepstack", Crowd(1)).chance)
    sold = [counter.sell(counter.welcome(number)) for number in range(20, 25)]
    if isinstance(sold[0], Refused):
        raise TypeError(sold[0])
    voice.do(CancelEntry(tournament="deepstack", entry=sold[0], desk="caixa-1"), "cashier")


def shown(house: House) -> dict[str, Any]:
    """What people were shown of it: results, ranking, money, chairs and clock, in plain values."""
    house.world.load_all()
    ranking = ranking_of(SEASON, house.world, house.books)
    if isinstance(ranking, Refused):
        raise TypeError(ranking)
    found = archive(SEASON, ranking, house.store)
    return {
        "tournaments": {name: _event(house, name) for name in TOURNAMENTS},
        "results": {
            event.event: [[one.place, one.person, one.name, one.points] for one in event.finishers]
            for event in found.events
            if event.counts  # the first version had no others in its archive
        },
        "standings": [[one.rank, one.person, one.name, one.points, one.tied] for one in found.standings],
        "money": {str(account): money.centavos for account, money in sorted(house.world.balances, key=str)},
        "closings": [
            [one.cashier, one.expected_centavos, one.counted_centavos]
            for one in house.world.live("desk:caixa-1").state.closings
        ],
    }


def _event(house: House, tournament: str) -> dict[str, Any]:
    state: TournamentState = house.world.live(f"tournament:{tournament}").state
    clock = standing(state, state.the_sheet.days[0].id, LOOKED_AT)
    return {
        "entries": state.entries_sold,
        "statuses": {entry.id: entry.status for entry in state.entries.values()},
        "won": [[one.entry, one.amount, one.remaining] for one in (*due(state).values(), *due_apart(state))],
        "tables": {
            str(table.number): {str(seat): entry for seat, entry in sorted(table.players.items())}
            for table in sorted(state.floor.tables.values(), key=lambda table: table.number)
        },
        "clock": [clock.level, round(clock.seconds_left), clock.running],
        "chips": [state.chips_issued, state.chips_removed],
        "receipts": state.last_receipt,
        "complaints": [one.because for one in complaints(state, house.books.settlement(state, LOOKED_AT).book)],
    }


def write(version: str, postgres: Server) -> Path:
    """The same house three times: the file of a laptop, the archive of its season, the dump of a server."""
    folder = HOUSES / version
    folder.mkdir(parents=True)
    file = folder / "house.db"
    house = House(open_store(f"sqlite:///{file}"))
    furnish(house)
    (folder / "shown.json").write_text(json.dumps(shown(house), ensure_ascii=False, indent=1) + "\n")
    refused = export_season(SEASON, house.store, folder / "season.zip")
    if isinstance(refused, Refused):
        raise TypeError(refused)
    whole = folder / "whole.db"
    backup(house.store, whole)
    url = postgres.new_database()
    server = open_store(url)
    restored = restore(whole, server)
    if isinstance(restored, list):
        raise TypeError(restored)
    server.close()
    house.store.close()
    (folder / "postgres.sql.gz").write_bytes(_squeezed(_dump(postgres, url)))
    (folder / "house.sqlite3.gz").write_bytes(_squeezed(whole.read_bytes()))
    for one in folder.glob("*.db*"):
        one.unlink()
    return folder


def _dump(postgres: Server, url: str) -> bytes:
    """Plain statements that any client can send: what a newer `pg_dump` says to its own shell is left out."""
    command = [postgres.binaries / "pg_dump", "--inserts", "--no-owner", "--no-privileges", "--dbname", url]
    dumped = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return "\n".join(line for line in dumped.splitlines() if not line.startswith("\\")).encode()


def _squeezed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def main() -> int:
    binaries = find_binaries()
    if len(sys.argv) != 2 or binaries is None or (HOUSES / sys.argv[1]).exists():
        sys.stderr.write(__doc__ or "")
        return 2
    server = Server(binaries, durable=False)
    try:
        server.start()
        sys.stdout.write(f"{write(sys.argv[1], server)}\n")
    finally:
        server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
