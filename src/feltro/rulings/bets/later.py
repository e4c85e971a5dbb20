"""Irregularities that are noticed later: bets and raises of a wrong size, pots counted wrongly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feltro.rulings.bets.table import HandMove
from feltro.rulings.consultation import Consultation

if TYPE_CHECKING:
    from feltro.rulings.bets.floor import HandFloor
    from feltro.rulings.bets.verdict import Verdict
    from feltro.rulings.notation import Facts

STRUCTURES = {"no": "no_limit", "pot": "pot_limit", "fixed": "limit"}


@dataclass(frozen=True, slots=True)
class Passed:
    """A bet or raise of a wrong size with which the table played on."""

    act: int
    seat: int
    place: int
    """Its place among the moves."""
    verdict: Verdict
    since: int
    """How many acts were done with it, itself included."""


def is_only_a_notice(act: Facts) -> bool:
    """An act that names nothing but the player whose earlier act is looked at now."""
    return act["noticed"] is not None and not any(
        act[field] for field in ("says", "pushes", "folds", "gesture", "throws_forward", "past_line", "pulls_back")
    )


def goes_unnoticed(acts: list[Facts], index: int) -> bool:
    """Whether a later act says that something was seen only then."""
    player = acts[index]["player"]
    return any(
        later["noticed"] is not None and (not is_only_a_notice(later) or later["player"] == player)
        for later in acts[index + 1 :]
    )


def rule_bare_notice(floor: HandFloor, index: int) -> None:
    """The player's earlier act is ruled again, and this act with it."""
    act = floor.acts[index]
    found = next((one for one in reversed(floor.passed) if floor.scene.names[one.seat] == act["player"]), None)
    if found is None:
        book = Consultation(floor.rulebook)
        book.cite("words.in_turn.binding")
        ruling = book.rules(
            "play_on", "bets.nothing_to_correct", act=index, player=act["player"], said={"player": act["player"]}
        )
        floor.rulings.append(ruling)
        return
    _rule(floor, found, act["noticed"])
    floor.rulings.append(replace(floor.rulings[-1], act=index))


def rule_notices(floor: HandFloor) -> None:
    """Notices told with another act: seen when all that was told had happened."""
    for act in floor.acts:
        if act["noticed"] is not None and not is_only_a_notice(act) and floor.passed:
            _rule(floor, floor.passed[-1], act["noticed"])


def _rule(floor: HandFloor, passed: Passed, noticed: str) -> None:
    book = Consultation(floor.rulebook)
    floor.passed.remove(passed)
    in_time = _miscount_in_time if passed.verdict.miscounted else _size_in_time
    if book.asks("question.bets.noticed_in_time", in_time(floor, passed, noticed, book)):
        _correct(floor, passed, book)
    else:
        _let_stand(floor, passed, book)


def _size_in_time(floor: HandFloor, passed: Passed, noticed: str, book: Consultation) -> bool:
    """A bet or raise below the minimum: until the round ends, on the last one until the showdown."""
    structure = STRUCTURES[floor.scene.game.limit]
    if structure not in book.decides("betting.underbet.structures"):
        return False
    book.cite("betting.raise.minimum")
    if floor.scene.is_last_street:
        until = book.decides("betting.underbet.river_until")
        return noticed == "same_street" or (noticed == "next_card" and until == "showdown_begins")
    until = book.decides("betting.underbet.corrected_until")
    if until == "substantial_action":
        return not floor.is_substantial(floor.done[passed.since :], book)
    return noticed == "same_street"


def _miscount_in_time(floor: HandFloor, passed: Passed, noticed: str, book: Consultation) -> bool:
    """A pot told too high: until the round ends; too low: until substantial action follows."""
    high = (passed.verdict.to or 0) > passed.verdict.should_be
    until = book.decides(f"pot_limit.miscount_{'high' if high else 'low'}.corrected_until")
    if noticed != "same_street":
        return False
    return until == "end_of_round" or not floor.is_substantial(floor.done[passed.since :], book)


def _correct(floor: HandFloor, passed: Passed, book: Consultation) -> None:
    """To the right size, for everybody who matched it."""
    verdict = passed.verdict
    name = "pot_limit.miscount.corrected_for" if verdict.miscounted else "betting.underbet.corrected_for"
    everybody = book.detail(name) == "all_bettors"
    if not verdict.miscounted:
        book.cite("betting.underbet.becomes")
    moves = list(floor.table.moves)
    moves[passed.place] = HandMove("raise", passed.seat, verdict.should_be)
    floor.table.play_again(moves)
    after = {move.seat for move in moves[passed.place :] if move.kind in {"raise", "stands", "call"}}
    bettors = sorted(after) if everybody else [passed.seat]
    played = floor.table.moves[passed.place].to if passed.place < len(floor.table.moves) else verdict.should_be
    because = "bets.miscount_corrected" if verdict.miscounted else "bets.size_corrected"
    values = {"played": verdict.to, "corrected": [floor.scene.names[seat] for seat in bettors]}
    _record(floor, passed, book, because, to=played, values=values, returned=max((verdict.to or 0) - played, 0))


def _let_stand(floor: HandFloor, passed: Passed, book: Consultation) -> None:
    """Too late: what was played stays."""
    if not passed.verdict.miscounted and book.detail("betting.underbet.later") == "director":
        to = passed.verdict.to
        _record(floor, passed, book, "bets.size_open", to=to, remedy="director_decides", discretion=True)
        return
    _record(floor, passed, book, "bets.size_stands", to=passed.verdict.to, returned=0)


def _record(floor: HandFloor, passed: Passed, book: Consultation, because: str, **fields: object) -> None:
    player = floor.scene.names[passed.seat]
    proposed = passed.verdict.default
    remedy = fields.pop("remedy", proposed.remedy if proposed else passed.verdict.remedy)
    said = {"to": fields["to"], "player": player}
    floor.rulings.append(
        book.rules(remedy, because, act=passed.act, player=player, said=said, **fields)  # type: ignore[arg-type]
    )
