"""Who may do what: roles and the commands each may give. A refusal says which roles may."""

import msgspec

from feltro.kernel.outcome import Refused

ROLES = ("organiser", "director", "finance", "cashier", "floor", "dealer", "viewer")

READERS = ROLES
"""Everybody with a token may see a tournament: its state holds nobody's data."""

_OFFICE = ("organiser", "director")
_DESK = (*_OFFICE, "cashier")

MAY: dict[str, tuple[str, ...]] = {
    "CreateSeason": ("organiser",),
    "CreateTournament": _OFFICE,
    "MoveStart": _OFFICE,
    "ExtendRegistration": _OFFICE,
    "CloseRegistration": _OFFICE,
    "MarkLevel": _OFFICE,
    "SellEntry": _DESK,
    "IssueReceipt": _DESK,
    "SellExtra": _DESK,
    "AnnounceRebuy": (*_DESK, "floor", "dealer"),
    "PayDebt": _DESK,
    "MatchPix": (*_DESK, "finance"),
    "SellAhead": (*_DESK, "finance"),
    "CompleteAhead": (*_DESK, "finance"),
    "CancelEntry": _DESK,
    "VoidSale": _OFFICE,
    "VoidEntry": _OFFICE,
    "PayRefund": _DESK,
    "TransferEntry": _DESK,
    "StopTournament": _OFFICE,
    "ResumeTournament": _OFFICE,
    "CallOff": _OFFICE,
    "SeatAlternate": (*_DESK, "floor"),
    "Eliminate": (*_OFFICE, "floor", "dealer"),
    "Bag": (*_OFFICE, "floor", "dealer"),
    "CheckIdentity": (*_DESK, "floor"),
    "CheckIn": (*_DESK, "floor", "dealer"),
    "EndSatellite": _OFFICE,
    "AmendRule": _OFFICE,
    "AnnounceStage": _OFFICE,
    "IssueTicket": (*_OFFICE, "finance"),
    "TransferTicket": _DESK,
    "LapseTickets": _OFFICE,
    "LapseNoShows": _OFFICE,
    "BanPerson": _OFFICE,
    "LiftBan": _OFFICE,
    "OpenDrawer": (*_DESK, "finance"),
    "DropCash": (*_DESK, "finance"),
    "CountDrawer": (*_DESK, "finance"),
    "CloseDrawer": (*_DESK, "finance"),
    "RegisterPerson": _DESK,
    "ChangePerson": _DESK,
    "SeePhotoId": (*_DESK, "floor"),
    "RecordImageConsent": _DESK,
    "MergePeople": _OFFICE,
    "ErasePerson": _OFFICE,
    "ForgetExpired": _OFFICE,
    **dict.fromkeys(
        ("StartClock", "PauseClock", "ResumeClock", "GoToLevel", "NextLevel", "PreviousLevel"), _OFFICE
    ),
    **dict.fromkeys(("AddTime", "RemoveTime", "TakeBreak", "EndBreak", "PlanBreak", "ResumeAfterCrash"), _OFFICE),
    "LookAtClock": ROLES[:-1],
    **dict.fromkeys(("StartHand", "ReportTable", "HoldAllIn", "UseTimeCards"), (*_OFFICE, "floor", "dealer")),
    **dict.fromkeys(("StartHandForHand", "ReleaseHand", "EndHandForHand"), _OFFICE),
    "KeepOldLevel": (*_OFFICE, "floor"),
    "RunAllIn": (*_OFFICE, "floor"),
    **dict.fromkeys(("StopForLastHands", "DrawLastHands", "EndDay", "StartDay"), _OFFICE),
    "VerifyBag": (*_OFFICE, "floor", "dealer"),
    **dict.fromkeys(("LoseTimeCards", "HandOutTimeCards"), (*_OFFICE, "floor")),
    "ShortenActionClock": _OFFICE,
    "SignReceipt": _DESK,
    "NameOfficialSponsors": _OFFICE,
    "DeclareSponsor": _DESK,
    "MeasurePatch": (*_OFFICE, "floor"),
    "AskPress": (*_OFFICE, "floor"),
    "AnswerPress": (*_OFFICE, "floor"),
    "ReportCameras": (*_OFFICE, "floor"),
    "JudgeClothing": ("director",),
    "Correct": _OFFICE,
    "Undo": (*_DESK, "finance", "floor"),
}


def refusal(command: msgspec.Struct, role: str) -> Refused | None:
    name = type(command).__name__
    allowed = MAY.get(name, ())
    if role in allowed:
        return None
    return Refused("permission.role_may_not", {"role": role, "command": name, "roles": allowed})
