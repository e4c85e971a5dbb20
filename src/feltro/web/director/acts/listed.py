"""Acts that are rare enough to have no button of their own: each has a form, made of its command's fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.tournament.state import TournamentState

PLAYER, TABLE = "player", "table"


class Rare(NamedTuple):
    group: str
    """`acts.group.*` in words/."""
    about: str = ""
    """On whose sheet it is offered too: a player's or a table's."""
    grave: bool = False
    """It asks before it is done, and stands apart from the rest."""


GROUPS: dict[str, dict[str, Rare]] = {
    "clock": {
        "PlanBreak": Rare("clock"),
        "ExtendRegistration": Rare("clock"),
        "CloseRegistration": Rare("clock", grave=True),
        "ResumeAfterCrash": Rare("clock"),
    },
    "tables": {
        "StartHand": Rare("tables", TABLE),
        "KeepOldLevel": Rare("tables", TABLE),
        "AddPublicValue": Rare("tables"),
        "RevealDraw": Rare("tables"),
    },
    "players": {
        "CheckIn": Rare("players", PLAYER),
        "MarkAbsent": Rare("players", PLAYER),
        "CorrectSeat": Rare("players", PLAYER),
        "Accommodate": Rare("players", PLAYER),
        "ReportReturn": Rare("players"),
        "Correct": Rare("players"),
    },
    "chips": {
        "OrderStacks": Rare("chips", PLAYER),
        "AddChips": Rare("chips", PLAYER),
        "RemoveChips": Rare("chips", PLAYER),
        "ReturnChips": Rare("chips", PLAYER),
        "ExchangeChips": Rare("chips", PLAYER),
        "FindLateChips": Rare("chips", PLAYER),
    },
    "time": {
        "UseTimeCards": Rare("time", PLAYER),
        "LoseTimeCards": Rare("time", PLAYER),
        "ShortenActionClock": Rare("time", PLAYER),
        "HandOutTimeCards": Rare("time"),
    },
    "money": {
        "SaveBubble": Rare("money"),
        "NoteEarlyCash": Rare("money"),
        "SealEnvelopes": Rare("money"),
        "RevealEnvelopes": Rare("money"),
        "SettleBounties": Rare("money"),
        "EndSatellite": Rare("money", grave=True),
    },
    "press": {
        "NameOfficialSponsors": Rare("press"),
        "DeclareSponsor": Rare("press", PLAYER),
        "MeasurePatch": Rare("press", PLAYER),
        "AskPress": Rare("press", PLAYER),
        "AnswerPress": Rare("press"),
        "ReportCameras": Rare("press", PLAYER),
        "JudgeClothing": Rare("press", PLAYER),
    },
    "house": {
        "SeatDealer": Rare("house"),
        "FreeDealer": Rare("house"),
        "PushDealers": Rare("house"),
        "LendThing": Rare("house"),
        "ReturnThing": Rare("house"),
        "FurnishRoom": Rare("house"),
        "RemoveFromRoom": Rare("house"),
    },
    "rules": {
        "KeepRuling": Rare("rules", TABLE),
        "OverruleRuling": Rare("rules"),
        "AmendRule": Rare("rules", grave=True),
    },
    "stop": {
        "StopTournament": Rare("stop", grave=True),
        "ResumeTournament": Rare("stop"),
        "SettleStopped": Rare("stop", grave=True),
        "CallOff": Rare("stop", grave=True),
        "VoidEntry": Rare("stop", grave=True),
        "BanPerson": Rare("stop", grave=True),
        "LiftBan": Rare("stop"),
    },
}
"""In the order in which they are shown."""

RARE: dict[str, Rare] = {name: one for group in GROUPS.values() for name, one in group.items()}

FITS: dict[str, Callable[[TournamentState], bool]] = {
    "ResumeTournament": lambda state: bool(state.stopped),
    "SettleStopped": lambda state: bool(state.stopped),
    "SealEnvelopes": lambda state: state.the_sheet.bounty is not None,
    "RevealEnvelopes": lambda state: state.the_sheet.bounty is not None,
    "SettleBounties": lambda state: state.the_sheet.bounty is not None,
    "EndSatellite": lambda state: state.the_sheet.satellite is not None,
    "FindLateChips": lambda state: bool(state.chips.races),
    "AnswerPress": lambda state: any(one.met is None for one in state.media.press.values()),
    "ReportReturn": lambda state: any(one.left and not one.lifted for one in state.sanctions.penalties.values()),
    "Correct": lambda state: bool(state.eliminations.outs),
}
"""Acts that make sense only sometimes. The others can always be asked for; the house refuses what may not be."""


def fits(name: str, state: TournamentState) -> bool:
    return name not in FITS or FITS[name](state)


def offered_to(can: frozenset[str], state: TournamentState, about: str = "") -> dict[str, list[str]]:
    """What somebody may do now, by group; `about` keeps those of a player's or a table's sheet."""
    listed = {
        group: [
            name
            for name, one in acts.items()
            if name in can and (one.about == about or not about) and fits(name, state)
        ]
        for group, acts in GROUPS.items()
    }
    return {group: names for group, names in listed.items() if names}
