"""The clauses that an act rests on: of the rules that its decision reads, as the event settled them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.ranking import SeasonRanking, ranking_of

if TYPE_CHECKING:
    from feltro.kernel.outcome import Cite
    from feltro.rulebook.settle import Settled
    from feltro.web.acts.asking import Asking

READS: dict[str, tuple[str, ...]] = {
    "StartHand": (
        "level.hand_start.with_shuffler",
        "level.new.holds_from",
    ),
    "KeepOldLevel": ("level.old_by_mistake.locked_by",),
    "CheckIn": (
        "entry.photo_id.checked_at",
        "entry.refusal.covers",
    ),
    "AllowPerson": (
        "penalty.disqualification.reentry",
        "penalty.suspension.meanwhile",
        "penalty.exclusion.unpaid_prizes",
        "payment.open_debt",
    ),
    "MarkAbsent": ("seating.absent_at_start.stack",),
    "CorrectSeat": (
        "seating.wrong_seat.stack",
        "seating.wrong_seat.right_chips_needed",
    ),
    "Accommodate": ("seating.special_needs",),
    "OrderStacks": ("chips.stacks.floor_may_rearrange",),
    "RemoveChips": (
        "transport.hidden.chips",
        "chips.lost.owner_unknown",
    ),
    "ExchangeChips": ("chips.color_up.single_players",),
    "FindLateChips": (
        "chip_race.late_exchange",
        "chip_race.late_remainder",
    ),
    "UseTimeCards": ("action_clock.card.automatic",),
    "LoseTimeCards": ("action_clock.cards.lost_replaced",),
    "ShortenActionClock": ("action_clock.may_be_shortened",),
    "HandOutTimeCards": ("action_clock.cards.added_at",),
    "DeclareSponsor": (
        "media.sponsor.declare_until",
        "media.sponsor.after_start",
    ),
    "MeasurePatch": ("media.patch.max_area_cm2",),
    "AskPress": ("media.press.activities",),
    "ReportCameras": (
        "media.tv_cards.official_press",
        "media.tv_cards.buy_in_returned",
    ),
    "JudgeClothing": ("media.clothing.director_may",),
    "AmendRule": ("event.rules.change_from",),
    "StopTournament": (
        "event.stop.actions",
        "event.stop.causes",
    ),
    "CallOff": ("event.minimum_entries.missed",),
    "SaveBubble": ("deal.bubble_place",),
    "ForfeitPrize": (
        "penalty.disqualification.prize",
        "penalty.disqualification.freed_prize",
    ),
    "NameHunters": ("prizes.knockout.paid_for",),
    "SettleBounties": ("prizes.knockout.paid_for",),
    "SettleStopped": (
        "event.stop.mid_play",
        "event.stop.refund",
    ),
    "ReplacePayoutTable": ("prizes.sheet_may_change",),
    "VoidGuarantee": ("guarantee.void_on",),
    "LoadPointsTable": ("points.table_source",),
    "CloseStage": (
        "fund.stage.base",
        "ranking.tiebreak.still_equal",
    ),
    "ChargeHotel": ("fund.annual.champion_hotel",),
    "CloseSeason": (
        "ranking.tiebreak.still_equal",
        "fund.annual.prize_form",
    ),
    "ShareSurplus": ("fund.annual.surplus",),
    "LapseNoShows": (
        "ticket.no_show.to_pool",
        "ticket.lapses_for",
    ),
    "LapseTickets": ("ticket.lapses_at",),
}
"""By act: the names of the rules, the most telling first."""
MOST_CITED = 4


def rests_on(name: str, asking: Asking) -> list[Cite]:
    """Nothing where no rule decides, or where the season's events follow several books."""
    book = _book(asking)
    cites = [cite for rule in READS.get(name, ()) for cite in book[rule].cites] if book else []
    return list(dict.fromkeys(cites))[:MOST_CITED]


def _book(asking: Asking) -> Settled | None:
    if asking.found is not None:
        return asking.found.book
    house = asking.house
    ranking = ranking_of(asking.season.season, house.world, house.books) if asking.season else None
    return ranking.rules.book if isinstance(ranking, SeasonRanking) else None
