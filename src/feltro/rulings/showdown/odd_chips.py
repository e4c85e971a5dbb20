"""Dividing pots: halves, ties, and the chips that cannot be shared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feltro.hand.games import BY_CODE
from feltro.rulings.notation import MOST_CHAIRS, Facts, Field, Kind, UnreadableError
from feltro.rulings.play.games import family_of
from feltro.rulings.ruling import Default, Option, Ruling, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feltro.hand.ranks import Ranking
    from feltro.rulings.consultation import Consultation

Awards = dict[str, int]
ACE = 48  # the lowest ace: in a low hand aces count as one
HELD = 7
"""Nobody holds more cards at the end of a hand."""
PLAYING = 5
"""Cards that play, in the games that look for the highest of them."""
HIGH_FIRST = "odd_chip.high_low.to"
"""What a book says of odd chips in every game: cited in draw, of which no book speaks, when there is nothing to share."""


@dataclass(frozen=True, slots=True)
class SharedPot:
    """One pot to divide: its chips, who won which half, in units of one chip."""

    chips: int
    high: tuple[Facts, ...]
    low: tuple[Facts, ...]

    @property
    def identical(self) -> bool:
        """The same players share high and low."""
        seats = {one["seat"] for one in self.high}
        return len(seats) > 1 and seats == {one["seat"] for one in self.low}


@dataclass(frozen=True, slots=True)
class Division:
    """How chips are divided here: in which unit, and in whose order the odd ones go."""

    unit: int
    game: str
    button: int | None
    consultation: Consultation

    def halves(self, chips: int) -> tuple[int, int]:
        """The high and the low half; the odd chip of the whole pot goes where the book says."""
        lesser = chips // self.unit // 2 * self.unit
        greater = chips - lesser
        if greater == lesser or self.consultation.decides("odd_chip.high_low.to") == "high":
            return greater, lesser
        return lesser, greater

    def share(self, chips: int, winners: Sequence[Facts], *, low: bool) -> Awards:
        """Equal parts; what is left goes chip by chip in the order of the book."""
        each, odd = divmod(chips // self.unit, len(winners))
        awards = {one["seat"]: each * self.unit for one in winners}
        crumbs = chips % self.unit
        if len(winners) == 1 or not (odd or crumbs):
            self.consultation.cite_own(self._parameter(low=low) if family_of(self.game) != "draw" else HIGH_FIRST)
            awards[winners[0]["seat"]] += crumbs
            return awards
        order = self._order(winners, low=low)
        for one in order[:odd]:
            awards[one["seat"]] += self.unit
        awards[order[0]["seat"]] += crumbs
        return awards

    def _order(self, winners: Sequence[Facts], *, low: bool) -> list[Facts]:
        to = self.consultation.decides(self._parameter(low=low))
        if to == "first_left_of_button":
            return sorted(winners, key=self._from_button)
        whole = family_of(self.game) != "stud" or (
            to == "highest_card" and self.consultation.detail("odd_chip.stud.among") == "whole_hand"
        )
        ranking = BY_CODE[self.game].rankings[-1 if low else 0]
        return sorted(winners, key=lambda one: _highest_card(one, ranking, whole=whole), reverse=True)

    def _parameter(self, *, low: bool) -> str:
        """Who takes odd chips among equals: the books speak of flop games and of stud, the house of draw."""
        family = family_of(self.game)
        if family != "flop":
            return f"odd_chip.{family}.to"
        return f"odd_chip.flop.tied_{'lows' if low else 'highs'}"

    def _from_button(self, winner: Facts) -> tuple[bool, int]:
        if self.button is None:
            raise UnreadableError(Unreadable("button", "unreadable.missing"))
        if not winner["seat"].isdecimal():
            raise UnreadableError(Unreadable("winners.seat", "unreadable.count", {"value": winner["seat"]}))
        seat = int(winner["seat"])
        return seat <= self.button, seat


def _highest_card(winner: Facts, ranking: Ranking, *, whole: bool) -> int:
    """By rank and then by suit, of the cards that play; an ace in a low hand is a one."""
    cards: Sequence[int] = winner["cards"] or ()
    if len(cards) > HELD:
        raise UnreadableError(Unreadable("winners.cards", "unreadable.no_such_hand"))
    if len(cards) > PLAYING and not whole:
        cards = ranking.best_cards(cards, ())
    if not cards:
        because = "unreadable.no_such_hand" if winner["cards"] else "unreadable.missing"
        raise UnreadableError(Unreadable("winners.cards", because))
    return max(card - 52 if ranking.ace_is_low and card >= ACE else card for card in cards)


def rule_odd_chip(facts: Facts, consultation: Consultation) -> Ruling | Unreadable:
    """Each pot on its own: halves first, then ties; identical hands both ways may share the whole pot."""
    try:
        pots = _pots(facts, consultation)
        division = Division(_unit(facts, consultation), facts["game"], facts["button"], consultation)
        identical = any(pot.identical for pot in pots)
        said = consultation.spoken("odd_chip.identical_hands") if identical else "half_by_half"
        evenly = [_evenly(pot, division) if pot.identical else _divide(pot, division) for pot in pots]
        by_halves = evenly if said == "whole_pot_evenly" else [_divide(pot, division) for pot in pots]
    except UnreadableError as error:
        return error.unreadable
    if said is None and evenly != by_halves:
        return _open_case(evenly, by_halves, consultation)
    return _award(by_halves, consultation)


def _award(each: list[Awards], consultation: Consultation) -> Ruling:
    values = _values(each)
    return consultation.rules("award", "odd_chip.award", said={"awards": values["awards"]}, values=values)


def _open_case(evenly: list[Awards], by_halves: list[Awards], consultation: Consultation) -> Ruling:
    """The book does not say how identical hands share: both ways are offered."""
    whole = consultation.decides("odd_chip.identical_hands") == "whole_pot_evenly"
    options = (
        Option("award", "option.odd_chip.evenly", {"awards": _sum(evenly)}),
        Option("award", "option.odd_chip.by_halves", {"awards": _sum(by_halves)}),
    )
    return consultation.rules(
        "director_decides",
        "odd_chip.identical_open",
        discretion=True,
        options=options,
        default=Default("award", None, consultation.speaker("odd_chip.identical_hands")),
        values=_values(evenly if whole else by_halves),
    )


def _values(each: list[Awards]) -> dict[str, Any]:
    return {"awards": _sum(each), **({"pots": each} if len(each) > 1 else {})}


def _sum(each: Iterable[Awards]) -> Awards:
    total: Awards = {}
    for awards in each:
        for seat, chips in awards.items():
            total[seat] = total.get(seat, 0) + chips
    return total


def _unit(facts: Facts, consultation: Consultation) -> int:
    """The smallest chip in play; a bigger chip stays whole only where the book does not break it down."""
    smallest = facts["smallest"] or 1
    if facts["odd_value"] is None:
        consultation.cite_own("odd_chip.broken_down")
        return int(smallest)
    return int(smallest if consultation.detail("odd_chip.broken_down") else facts["odd_value"] or smallest)


def _pots(facts: Facts, consultation: Consultation) -> list[SharedPot]:
    told = facts["pots"] or [{"pot": facts["pot"], "winners": facts["winners"]}]
    for place, one in enumerate(told):
        where = f"pots[{place}]." if facts["pots"] else ""
        if one["pot"] is None or not one["winners"]:
            raise UnreadableError(Unreadable(f"{where}{'pot' if one['pot'] is None else 'winners'}", MISSING))
    pots = [SharedPot(one["pot"], *_sides(one["winners"])) for one in told]
    if len(pots) > 1 and not consultation.decides("pots.side.separate"):
        return _merged(pots)
    return pots


def _merged(pots: list[SharedPot]) -> list[SharedPot]:
    """Pots of the same winners thrown together."""
    together: dict[tuple[str, ...], SharedPot] = {}
    for pot in pots:
        key = tuple(sorted(one["seat"] for one in (*pot.high, *pot.low)))
        known = together.get(key)
        together[key] = SharedPot(pot.chips + (known.chips if known else 0), pot.high, pot.low)
    return list(together.values())


def _sides(winners: Iterable[Facts]) -> tuple[tuple[Facts, ...], tuple[Facts, ...]]:
    """Who won the high half and who the low one; without halves everybody won the same thing."""
    high = {one["seat"]: one for one in winners if one["half"] != "low"}
    low = {one["seat"]: one for one in winners if one["half"] == "low"}
    return tuple(high.values()), tuple(low.values())


def _divide(pot: SharedPot, division: Division) -> Awards:
    if not pot.high or not pot.low:
        return division.share(pot.chips, pot.high or pot.low, low=not pot.high)
    high, low = division.halves(pot.chips)
    return _sum((division.share(high, pot.high, low=False), division.share(low, pot.low, low=True)))


def _evenly(pot: SharedPot, division: Division) -> Awards:
    return division.share(pot.chips, pot.high, low=False)


MISSING = "unreadable.missing"

_WINNERS = Field(
    "winners",
    "list",
    "who won, and which half",
    parts=(
        Field(
            "",
            "table",
            "",
            required=True,
            parts=(
                Field("seat", "name", "seat number", required=True),
                Field("half", "text", "which half", ("high", "low")),
                Field(
                    "cards",
                    "cards",
                    "stud: the cards of the hand; of more than five, the best five for that half are found",
                ),
            ),
        ),
    ),
)

KINDS = (
    Kind(
        "odd_chip",
        (
            Field("pot", "count", "chips in the pot"),
            Field("smallest", "count", "value of the smallest chip in play", default=1),
            Field("odd_value", "count", "value of the chip that cannot be shared as it is"),
            _WINNERS,
            Field(
                "pots",
                "list",
                "main pot and side pots, instead of pot and winners",
                parts=(
                    Field(
                        "",
                        "table",
                        "",
                        required=True,
                        parts=(Field("pot", "count", "chips", required=True), _WINNERS),
                    ),
                ),
            ),
            Field("button", "count", "seat of the button", most=MOST_CHAIRS),
            Field("chairs", "count", "chairs at the table", most=MOST_CHAIRS),
        ),
        rule_odd_chip,
        {"pot": 5300, "smallest": 100, "winners": [{"seat": 2}, {"seat": 6}], "button": 5, "chairs": 9},
        "How a pot is shared, to the last chip.",
    ),
)
