"""What people ask of a season's ranking and of its funds."""

from typing import Annotated, Any, Literal

import msgspec

from feltro.kernel.commands import SeasonCommand
from feltro.kernel.fields import (
    UNASKED,
    AnybodyId,
    BookName,
    Centavos,
    EventId,
    GivenReason,
    Id,
    Name,
    PersonId,
    Reason,
    SomeCentavos,
    StageId,
    names,
    which,
)
from feltro.kernel.roles import BOOKS, DESK, MONEY, OFFICE, ORGANISER, OWN_MONEY
from feltro.season.points.table import PointsRow
from feltro.season.results import EventResult, PointsKind

Method = Literal["cash", "bank_transfer", "pix", "cheque"]


class ChooseRankingBook(SeasonCommand, frozen=True, kw_only=True):
    """The rulebook of the ranking. Without it the ranking follows the book of its tournaments, if they agree."""

    may = ORGANISER
    subject = "ranking"
    book: BookName
    addenda: Annotated[tuple[Id, ...], UNASKED] = ()
    answers: Annotated[dict[str, Any], UNASKED] = msgspec.field(default_factory=dict)


class LoadPointsTable(SeasonCommand, frozen=True, kw_only=True):
    """The organiser's own table, where the book leaves it to him."""

    may = OFFICE
    subject = "ranking"
    rests_on = ("points.table_source",)
    scored_as: PointsKind
    rows: Annotated[tuple[PointsRow, ...], msgspec.Meta(min_length=1, max_length=5000)]


class RegisterForRanking(SeasonCommand, frozen=True, kw_only=True):
    """The person has a profile with the series: from now on everything they finished counts."""

    may = DESK
    subject = "ranking"
    person: AnybodyId


class CountEvent(SeasonCommand, frozen=True, kw_only=True):
    """A tournament gives points, by this table, whatever its sheet says."""

    may = OFFICE
    subject = "ranking"
    tournament: EventId
    scored_as: PointsKind
    reason: GivenReason


class ExcludeEvent(SeasonCommand, frozen=True, kw_only=True):
    """A tournament gives no points, whatever its sheet says."""

    may = OFFICE
    subject = "ranking"
    tournament: EventId
    reason: GivenReason


class AdjustPoints(SeasonCommand, frozen=True, kw_only=True):
    """Points given or taken by the director."""

    may = OFFICE
    subject = "ranking"
    person: AnybodyId
    points: Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
    reason: GivenReason


class ImportResults(SeasonCommand, frozen=True, kw_only=True):
    """An event that was played before the league came to Feltro, or elsewhere."""

    may = OFFICE
    name: Name
    result: EventResult
    replace: bool = False
    """The event was imported before, and this is what it should have been."""


class CloseStage(SeasonCommand, frozen=True, kw_only=True):
    """The stage is over: its champion is known, and what its fund holds is the champion's. Under a book without stage
    champions it simply closes, and so does a stage that was never played."""

    may = OFFICE
    subject = "closing"
    rests_on = ("fund.stage.base", "ranking.tiebreak.still_equal")
    stage: StageId
    champion: Annotated[str, names("person"), which("anybody")] = ""
    """The director's word, where the tie-breaks leave several."""
    passed_over: bool = False
    """Whoever closes has read who is passed over, and why."""


class ChargeHotel(SeasonCommand, frozen=True, kw_only=True):
    """The hotel of last year's champion, paid by the organiser out of the fund."""

    may = OWN_MONEY
    subject = "closing"
    rests_on = ("fund.annual.champion_hotel",)
    stage: StageId
    amount_centavos: SomeCentavos
    reason: Reason = ""


class CloseSeason(SeasonCommand, frozen=True, kw_only=True):
    """Every stage is closed: the ranking is final, and its prizes are owed."""

    may = ORGANISER
    subject = "closing"
    grave = True
    rests_on = ("ranking.tiebreak.still_equal", "fund.annual.prize_form")
    order: tuple[PersonId, ...] = ()
    """The director's word, where the tie-breaks leave several in a paid place: best first."""
    passed_over: bool = False
    """Whoever closes has read who is passed over, and why."""
    unheld: Literal["", "spread", "kept"] = ""
    """The shares of places that nobody holds: to those who are there, in their proportion, or left in the fund. The
    director's word, asked where there are such places."""


class ShareSurplus(SeasonCommand, frozen=True, kw_only=True):
    """What the fund holds beyond the fixed prizes, to the places after them, as the organiser decides."""

    may = ORGANISER
    subject = "closing"
    rests_on = ("fund.annual.surplus",)
    amounts_centavos: Annotated[tuple[Centavos, ...], msgspec.Meta(min_length=1, max_length=1000)]
    """From the first place without a fixed prize on."""
    order: tuple[PersonId, ...] = ()
    passed_over: bool = False
    """Whoever shares it has read who is passed over, and why."""


class ApproveRankingPrize(SeasonCommand, frozen=True, kw_only=True):
    """A second person has looked at the place, the amount and the payee."""

    may = BOOKS
    second_person = True
    prize: Id


class PayRankingPrize(SeasonCommand, frozen=True, kw_only=True):
    may = MONEY
    taken_back = "TakeBackRankingPrize"
    money_out = True
    personal = ("bank_name", "bank_document")
    prize: Id
    method: Method
    amount_centavos: SomeCentavos
    desk: Annotated[str, names("desk")] = ""
    """Cash comes out of a drawer."""
    bank_name: Annotated[str, msgspec.Meta(max_length=120)] = ""
    """Whose account a PIX goes to, as the bank shows it. Compared, and kept nowhere."""
    bank_document: Annotated[str, msgspec.Meta(max_length=40)] = ""
    reason: Reason = ""
    """The director's, where the book leaves it to him: somebody who was excluded since."""


class TakeBackRankingPrize(SeasonCommand, frozen=True, kw_only=True):
    """A ranking prize, or a part of it, was paid by mistake and came back."""

    may = BOOKS
    subject = "closing"
    grave = True
    taken_back = "PayRankingPrize"
    prize: Annotated[Id, names("ranking_prize")]
    amount_centavos: SomeCentavos
    desk: Annotated[str, names("desk")] = ""
    """Whose drawer notes come back into; what went through a bank comes back through it."""
    reason: GivenReason
