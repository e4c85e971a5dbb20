"""Who may do what: roles and the commands each may give. A refusal says which roles may."""

import msgspec

from feltro.kernel.outcome import Refused

ROLES = ("organiser", "director", "finance", "cashier", "floor", "dealer", "viewer")

READERS = ROLES
"""Everybody with a token may see a tournament: its state holds nobody's data."""

_OFFICE = ("organiser", "director")
_DESK = (*_OFFICE, "cashier")
_FLOOR = (*_OFFICE, "floor")

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
    "ChooseRankingBook": ("organiser",),
    "LoadPointsTable": _OFFICE,
    "RegisterForRanking": _DESK,
    "CountEvent": _OFFICE,
    "ExcludeEvent": _OFFICE,
    "AdjustPoints": _OFFICE,
    "ImportResults": _OFFICE,
    "CloseStage": _OFFICE,
    "ChargeHotel": ("organiser", "finance"),
    "CloseSeason": ("organiser",),
    "ShareSurplus": ("organiser",),
    "PayRankingPrize": (*_DESK, "finance"),
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
    "ReplacePayoutTable": _OFFICE,
    "VoidGuarantee": _OFFICE,
    "AnnouncePrizes": _OFFICE,
    "NoteEarlyCash": _OFFICE,
    "SaveBubble": _OFFICE,
    "ForfeitPrize": _OFFICE,
    "AwardKnockout": (*_OFFICE, "floor"),
    "HoldPrize": (*_OFFICE, "finance"),
    "ReleasePrize": (*_OFFICE, "finance"),
    "ApprovePrize": (*_OFFICE, "finance"),
    "SchedulePrize": (*_DESK, "finance"),
    "PayPrize": (*_DESK, "finance"),
    "ReportOverpayment": (*_DESK, "finance"),
    "RepayOverpayment": (*_DESK, "finance"),
    "DivideStaff": (*_OFFICE, "finance"),
    "SignStaffShare": (*_DESK, "finance"),
    "OpenDeal": (*_OFFICE, "floor"),
    "ProposeDeal": (*_OFFICE, "floor"),
    "ConsentDeal": (*_OFFICE, "floor"),
    "VetoDeal": _OFFICE,
    "CloseDeal": _OFFICE,
    **dict.fromkeys(("OpenTables", "CloseTable", "AddPublicValue", "RevealDraw", "SeatEntries"), _OFFICE),
    **dict.fromkeys(("SetBalancing", "PublishBreakOrder", "DropProposal", "Redraw", "WaiveHalt"), _OFFICE),
    **dict.fromkeys(("LockChair", "UnlockChair", "SeatPlayer", "MovePlayer", "SwapSeats", "CorrectSeat"), _FLOOR),
    **dict.fromkeys(("DrawButton", "ProposeBalance", "EditMove", "ConfirmMoves", "BreakTable"), _FLOOR),
    **dict.fromkeys(("HaltTable", "ResumeTable"), _FLOOR),
    "Accommodate": (*_DESK, "floor"),
    **dict.fromkeys(("MarkAbsent", "MarkArrived", "ReportButton", "EndHand"), (*_FLOOR, "dealer")),
    **dict.fromkeys(("FurnishRoom", "RemoveFromRoom"), _OFFICE),
    **dict.fromkeys(("LendThing", "ReturnThing", "SeatDealer", "FreeDealer", "PushDealers"), _FLOOR),
    "Correct": _OFFICE,
    "Undo": (*_DESK, "finance", "floor"),
}


def refusal(command: msgspec.Struct, role: str) -> Refused | None:
    name = type(command).__name__
    allowed = MAY.get(name, ())
    if role in allowed:
        return None
    return Refused("permission.role_may_not", {"role": role, "command": name, "roles": allowed})
