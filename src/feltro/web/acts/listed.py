"""Acts that are rare enough to have no button of their own: where each has its one form, and which pages lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.handling.catalogue import COMMANDS
from feltro.tournament.eliminations.envelopes import waiting
from feltro.tournament.eliminations.heads import without_hunter
from feltro.tournament.state.draws import PHONES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from feltro.kernel.commands import Command
    from feltro.season.state import SeasonState
    from feltro.tournament.state import TournamentState

PLAYER, TABLE = "player", "table"
FLOOR, MONEY, SEASON = "direcao", "premios", "temporada"
"""Where a form stands: with the direction, with the prizes, with a season."""

ELSEWHERE = {
    "ExtendRegistration": "/eventos/{tournament}#inscricoes",
    "CloseRegistration": "/eventos/{tournament}#inscricoes",
    "ReportReturn": "/direcao/{tournament}/punicoes",
    "LoadPointsTable": "/temporada/{season}/pontos",
}
"""Acts with a form of their own on another page, which the list of the direction or the season leads to."""

Groups = dict[str, tuple[str, ...]]


def _under(**groups: str) -> Groups:
    """Under each heading the acts of its subjects, as their cards say, in the order in which the house knows them."""
    return {
        heading: tuple(name for one in subjects.split() for name, act in COMMANDS.items() if act.subject == one)
        for heading, subjects in groups.items()
    }


OF_DIRECTION = _under(
    clock="clock",
    tables="tables draws",
    players="players",
    chips="chips",
    time="time",
    money="bubble envelopes hunters bounties",
    press="press",
    house="house",
    rules="rules",
    stop="stop stopped void bans",
)
"""What the direction's list shows, in this order: also acts whose form stands elsewhere."""
OF_CHIPS = {"chips": ("ExchangeChips", "FindLateChips", "CountChipSet")}
OF_MONEY = _under(
    prizes="bubble payouts", overpaid="overpaid", bounties="envelopes bounties", taken="taken stopped"
)
OF_SEASON = _under(ranking="ranking", closing="closing", tickets="tickets", bans="bans")


class Rare(NamedTuple):
    place: str
    about: str
    """On whose sheet it is offered too: a player's or a table's."""
    grave: bool


def _rare(name: str, act: type[Command]) -> Rare:
    lists = ((OF_SEASON, SEASON), (OF_MONEY, MONEY), (OF_DIRECTION, FLOOR))
    place = next(place for groups, place in lists if any(name in names for names in groups.values()))
    return Rare(place, TABLE if "table" in act.about else PLAYER if act.about else "", act.grave)


RARE = {name: _rare(name, act) for name, act in COMMANDS.items() if act.subject and name not in ELSEWHERE}
"""Acts that are asked for seldom: each has one form, where its first list stands."""


def _mystery(state: TournamentState) -> bool:
    bounty = state.the_sheet.bounty
    return bounty is not None and bounty.kind == "mystery"


FITS: dict[str, Callable[[TournamentState], bool]] = {
    "ResumeTournament": lambda state: bool(state.stopped),
    "SettleStopped": lambda state: bool(state.stopped),
    "SealEnvelopes": _mystery,
    "AddEnvelopes": _mystery,
    "AddPublicValue": lambda state: any(one.awaits for one in state.draws.sources.values()),
    "ClosePhones": lambda state: any(one.awaits and one.kind == PHONES for one in state.draws.sources.values()),
    "SeatByCard": lambda state: any(one.by_cards for one in state.floor.halls.values()),
    "OpenEnvelopes": lambda state: bool(waiting(state)),
    "RevealEnvelopes": _mystery,
    "NameHunters": lambda state: bool(without_hunter(state)),
    "SettleBounties": lambda state: state.the_sheet.bounty is not None,
    "EndSatellite": lambda state: state.the_sheet.satellite is not None,
    "FindLateChips": lambda state: bool(state.chips.races),
    "AnswerPress": lambda state: any(one.met is None for one in state.media.press.values()),
    "ReportReturn": lambda state: any(one.left and not one.lifted for one in state.sanctions.penalties.values()),
    "Correct": lambda state: bool(state.eliminations.outs),
    "SaveBubble": lambda state: state.prizes.announced is not None,
    "NoteEarlyCash": lambda state: state.prizes.announced is None,
    "ReplacePayoutTable": lambda state: state.prizes.announced is None,
    "VoidGuarantee": lambda state: bool(state.the_sheet.guarantee_centavos) and state.prizes.announced is None,
    "ForfeitPrize": lambda state: state.prizes.announced is not None,
    "ReportOverpayment": lambda state: bool(state.prizes.payments),
    "TakeBackPrize": lambda state: bool(state.prizes.payments),
    "TakeBackShare": lambda state: any(share.receipt for share in state.prizes.staff.values()),
    "RepayOverpayment": lambda state: any(state.prizes.overpaid.values()),
}
"""Acts that make sense only sometimes. The others can always be asked for; the house refuses what may not be."""

FITS_SEASON: dict[str, Callable[[SeasonState], bool]] = {
    "LiftBan": lambda state: bool(state.bans),
    "TakeBackRankingPrize": lambda state: any(one.paid_centavos for one in state.ranking.owed.values()),
    "ChargeHotel": lambda state: any(one not in state.ranking.closed_stages for one in state.stages),
}


def fits(name: str, event: TournamentState | None, season: SeasonState | None) -> bool:
    if name in FITS_SEASON:
        return season is None or FITS_SEASON[name](season)
    return event is None or name not in FITS or FITS[name](event)


class Offer(NamedTuple):
    name: str
    href: str
    grave: bool = False
    sheet: bool = True
    """It opens beside the page, where there is one to open beside."""


def _offer(name: str, tournament: str, season: str) -> Offer:
    if name in ELSEWHERE:
        return Offer(name, ELSEWHERE[name].format(tournament=tournament, season=season), sheet=False)
    return Offer(name, address_of(name, tournament, season), RARE[name].grave)


def _concerns(name: str, about: str) -> bool:
    return not about or (name in RARE and RARE[name].about == about)


def address_of(name: str, tournament: str, season: str) -> str:
    """Where the form of an act stands."""
    place = RARE[name].place
    return f"/{place}/{season if place == SEASON else tournament}/ato/{name}"


def offered(
    groups: Mapping[str, tuple[str, ...]],
    can: frozenset[str],
    event: TournamentState | None,
    season: SeasonState | None,
    about: str = "",
) -> dict[str, list[Offer]]:
    """What somebody may do now, by group; `about` keeps those of a player's or a table's sheet."""
    tournament = event.tournament if event else ""
    of_season = season.season if season else ""
    listed = {
        group: [
            _offer(name, tournament, of_season)
            for name in names
            if name in can and _concerns(name, about) and fits(name, event, season)
        ]
        for group, names in groups.items()
    }
    return {group: names for group, names in listed.items() if names}
