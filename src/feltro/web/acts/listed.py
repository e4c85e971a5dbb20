"""Acts that are rare enough to have no button of their own: where each has its one form, and which pages lead to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.tournament.eliminations.envelopes import waiting
from feltro.tournament.eliminations.heads import without_hunter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from feltro.season.state import SeasonState
    from feltro.tournament.state import TournamentState

PLAYER, TABLE = "player", "table"
FLOOR, MONEY, SEASON = "direcao", "premios", "temporada"
"""Where a form stands: with the direction, with the prizes, with a season."""


class Rare(NamedTuple):
    place: str = FLOOR
    about: str = ""
    """On whose sheet it is offered too: a player's or a table's."""
    grave: bool = False
    """Cannot simply be undone, or takes something from somebody: it is named and asked once more before it is done."""


RARE: dict[str, Rare] = {
    "PlanBreak": Rare(),
    "ResumeAfterCrash": Rare(),
    "StartHand": Rare(about=TABLE),
    "KeepOldLevel": Rare(about=TABLE),
    "AddPublicValue": Rare(),
    "RevealDraw": Rare(),
    "CheckIn": Rare(about=PLAYER),
    "AllowPerson": Rare(),
    "MarkAbsent": Rare(about=PLAYER),
    "CorrectSeat": Rare(about=PLAYER),
    "Accommodate": Rare(about=PLAYER),
    "Correct": Rare(),
    "OrderStacks": Rare(about=PLAYER),
    "AddChips": Rare(about=PLAYER),
    "RemoveChips": Rare(about=PLAYER),
    "ReturnChips": Rare(about=PLAYER),
    "ExchangeChips": Rare(about=PLAYER),
    "FindLateChips": Rare(about=PLAYER),
    "CountChipSet": Rare(),
    "UseTimeCards": Rare(about=PLAYER),
    "LoseTimeCards": Rare(about=PLAYER),
    "ShortenActionClock": Rare(about=PLAYER),
    "HandOutTimeCards": Rare(),
    "NameOfficialSponsors": Rare(),
    "DeclareSponsor": Rare(about=PLAYER),
    "MeasurePatch": Rare(about=PLAYER),
    "AskPress": Rare(about=PLAYER),
    "AnswerPress": Rare(),
    "ReportCameras": Rare(about=PLAYER),
    "JudgeClothing": Rare(about=PLAYER),
    "SeatDealer": Rare(),
    "FreeDealer": Rare(),
    "PushDealers": Rare(),
    "LendThing": Rare(),
    "ReturnThing": Rare(),
    "FurnishRoom": Rare(),
    "RemoveFromRoom": Rare(),
    "KeepRuling": Rare(about=TABLE),
    "OverruleRuling": Rare(),
    "AmendRule": Rare(grave=True),
    "StopTournament": Rare(grave=True),
    "ResumeTournament": Rare(),
    "CallOff": Rare(grave=True),
    "VoidEntry": Rare(grave=True),
    "SaveBubble": Rare(MONEY),
    "NoteEarlyCash": Rare(MONEY),
    "ReportOverpayment": Rare(MONEY),
    "RepayOverpayment": Rare(MONEY),
    "ForfeitPrize": Rare(MONEY, grave=True),
    "SealEnvelopes": Rare(MONEY),
    "AddEnvelopes": Rare(MONEY),
    "OpenEnvelopes": Rare(MONEY),
    "RevealEnvelopes": Rare(MONEY),
    "NameHunters": Rare(about=PLAYER),
    "SettleBounties": Rare(MONEY),
    "EndSatellite": Rare(MONEY, grave=True),
    "SettleStopped": Rare(MONEY, grave=True),
    "ReplacePayoutTable": Rare(MONEY),
    "VoidGuarantee": Rare(MONEY, grave=True),
    "RegisterForRanking": Rare(SEASON),
    "CountEvent": Rare(SEASON),
    "ExcludeEvent": Rare(SEASON),
    "AdjustPoints": Rare(SEASON),
    "ChooseRankingBook": Rare(SEASON),
    "LoadPointsTable": Rare(SEASON),
    "CloseStage": Rare(SEASON),
    "ChargeHotel": Rare(SEASON),
    "CloseSeason": Rare(SEASON, grave=True),
    "ShareSurplus": Rare(SEASON),
    "IssueTicket": Rare(SEASON),
    "LapseNoShows": Rare(SEASON, grave=True),
    "LapseTickets": Rare(SEASON, grave=True),
    "BanPerson": Rare(SEASON, grave=True),
    "LiftBan": Rare(SEASON),
}

ELSEWHERE = {
    "ExtendRegistration": "/eventos/{tournament}#inscricoes",
    "CloseRegistration": "/eventos/{tournament}#inscricoes",
    "ReportReturn": "/direcao/{tournament}/punicoes",
}
"""Acts with a form of their own on another page, which the direction's list leads to."""

Groups = dict[str, tuple[str, ...]]


def _named(**groups: str) -> Groups:
    return {group: tuple(names.split()) for group, names in groups.items()}


OF_DIRECTION = _named(
    clock="PlanBreak ExtendRegistration CloseRegistration ResumeAfterCrash",
    tables="StartHand KeepOldLevel AddPublicValue RevealDraw",
    players="CheckIn AllowPerson MarkAbsent CorrectSeat Accommodate ReportReturn Correct",
    chips="OrderStacks AddChips RemoveChips ReturnChips ExchangeChips FindLateChips CountChipSet",
    time="UseTimeCards LoseTimeCards ShortenActionClock HandOutTimeCards",
    money="SaveBubble NoteEarlyCash SealEnvelopes AddEnvelopes OpenEnvelopes RevealEnvelopes"
    " NameHunters SettleBounties EndSatellite",
    press="NameOfficialSponsors DeclareSponsor MeasurePatch AskPress AnswerPress ReportCameras JudgeClothing",
    house="SeatDealer FreeDealer PushDealers LendThing ReturnThing FurnishRoom RemoveFromRoom",
    rules="KeepRuling OverruleRuling AmendRule",
    stop="StopTournament ResumeTournament SettleStopped CallOff VoidEntry BanPerson LiftBan",
)
"""What the direction's list shows, in this order: also acts whose form stands elsewhere."""
OF_CHIPS = _named(chips="ExchangeChips FindLateChips CountChipSet")
OF_MONEY = _named(
    prizes="SaveBubble NoteEarlyCash ReplacePayoutTable",
    overpaid="ReportOverpayment RepayOverpayment",
    bounties="SealEnvelopes AddEnvelopes OpenEnvelopes RevealEnvelopes SettleBounties EndSatellite",
    taken="ForfeitPrize VoidGuarantee SettleStopped",
)
OF_SEASON = _named(
    ranking="RegisterForRanking CountEvent ExcludeEvent AdjustPoints ChooseRankingBook LoadPointsTable",
    closing="CloseStage ChargeHotel CloseSeason ShareSurplus",
    tickets="IssueTicket LapseNoShows LapseTickets",
    bans="BanPerson LiftBan",
)


def _mystery(state: TournamentState) -> bool:
    bounty = state.the_sheet.bounty
    return bounty is not None and bounty.kind == "mystery"


FITS: dict[str, Callable[[TournamentState], bool]] = {
    "ResumeTournament": lambda state: bool(state.stopped),
    "SettleStopped": lambda state: bool(state.stopped),
    "SealEnvelopes": _mystery,
    "AddEnvelopes": _mystery,
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
    "RepayOverpayment": lambda state: any(state.prizes.overpaid.values()),
}
"""Acts that make sense only sometimes. The others can always be asked for; the house refuses what may not be."""

FITS_SEASON: dict[str, Callable[[SeasonState], bool]] = {
    "LiftBan": lambda state: bool(state.bans),
    "CloseStage": lambda state: any(one not in state.ranking.closed_stages for one in state.stages),
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
        return Offer(name, ELSEWHERE[name].format(tournament=tournament), sheet=False)
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
