"""The kind `hand`: a hand told as what people did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.bets import untold
from feltro.rulings.bets.begun import Begun
from feltro.rulings.bets.floor import HandFloor
from feltro.rulings.bets.later import is_only_a_notice
from feltro.rulings.bets.scene import build, unreadable
from feltro.rulings.bets.words import understand
from feltro.rulings.doubt import UNKNOWN, YES_OR_NO, Doubt, Possible
from feltro.rulings.hand_rules import RULES_OF
from feltro.rulings.notation import Facts, Field, Kind, UnreadableError

if TYPE_CHECKING:
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.ruling import Rulings, Unreadable

SPEAKS = (
    *("says", "pushes", "puts", "gesture", "folds", "throws_forward", "past_line", "pulls_back", "noticed"),
    "protests",
)
BEGUN = "hand"
"""Where the beginning of a hand waits for the other ways in which it may be meant."""
MOST_ACTS = 200
LONGEST_SAYING = 200


def rule_hand(facts: Facts, consultation: Consultation) -> Rulings | Unreadable:
    """The scene on the engine, then each act in the order in which it happened."""
    rulebook = consultation.rulebook
    facts = _filled_in(facts)
    begun: Begun = Begun() if consultation.earlier is None else consultation.earlier.setdefault(BEGUN, Begun())
    if consultation.earlier is not None:
        facts["acts"] = begun.watched(facts["acts"])
    try:
        _check_acts(facts)
        rules = rulebook.once(RULES_OF[facts["game"]])
        least = consultation.looks_at("betting.bet.minimum")
        scene = build(facts, rules, bet_from_blind=least == "big_blind", amounts=_amounts(facts))
        floor = begun.taken_up(scene, facts["acts"]) or HandFloor(scene, rulebook, facts["acts"])
        return floor.rule(None if consultation.earlier is None else begun)
    except UnreadableError as error:
        return error.unreadable


def _filled_in(facts: Facts) -> Facts:
    """Sums of chips as chips; that nobody told an act is nothing to rule on."""
    return {**facts, "acts": [{**untold.with_chips(act), "presumed": False} for act in facts["acts"]]}


def _check_acts(facts: Facts) -> None:
    """Every act names a player of the hand and something that he did."""
    names = tuple(facts["seats"])
    if len(facts["acts"]) > MOST_ACTS:
        raise unreadable("acts", "unreadable.bets.too_many_acts", len(facts["acts"]))
    for index, act in enumerate(facts["acts"]):
        if act["player"] not in names:
            raise unreadable(f"acts[{index}].player", "unreadable.bets.player", act["player"], names)
        if act["says"] is not None and not 0 < len(act["says"].strip()) <= LONGEST_SAYING:
            raise unreadable(f"acts[{index}].says", "unreadable.text", act["says"][:LONGEST_SAYING])
        if not any(act[field] for field in SPEAKS):
            raise unreadable(f"acts[{index}]", "unreadable.bets.empty_act", "", SPEAKS)
        if index == 0 and is_only_a_notice(act):
            raise unreadable("acts[0].noticed", "unreadable.bets.nothing_before")


def _amounts(facts: Facts) -> list[int]:
    """Every amount of chips in the acts, from which the smallest chip in play is known."""
    found = [chip for chips in (*facts["posted"].values(), *facts["chips"].values()) for chip in chips]
    found += facts["stacks"].values()
    found += untold.amounts_in(facts["acts"])
    for act in facts["acts"]:
        said = understand(act["says"]) if act["says"] else None
        if said is not None and said.amount is not None and not said.amount.is_short:
            found.append(int(said.amount.value))
    return found


def _chips(name: str, meaning: str) -> Field:
    chip = Field("chip", "count", "the value of one chip")
    return Field(name, "map", meaning, default={}, parts=(Field("chips", "list", "chip by chip", parts=(chip,)),))


ORDERS = ("says_first", "pushes_first", "together")
_ORDER = tuple(Possible(f"unsaid.order.{order}", order) for order in ORDERS[:2])
_PULLED = (Possible("unsaid.pulled.nothing", "nothing"), Possible("unsaid.pulled.partly", "partly"))
_TIMES = (Possible("unsaid.first_time", 1), Possible("unsaid.second_time", 2))
_AMOUNT = Field("amount", "count", "chips")
ACT = Field(
    "act",
    "table",
    "what one player did",
    parts=(
        Field("player", "name", "who", required=True),
        Field("says", "text", "free words, in Portuguese, English or Spanish"),
        Field(
            "pushes",
            "motions",
            "chips put forward, in one motion or a list of motions",
            asked=Doubt("unsaid.pushes", untold.chips_of, lambda told: told.says("puts")),
        ),
        Field("puts", "amounts", "a sum put forward whose chips are not known, for each motion"),
        Field(
            "order", "text", "which came first", ORDERS, asked=Doubt("unsaid.order", _ORDER, untold.order_matters)
        ),
        Field(
            "pulls_back",
            "text",
            "chips of the bet in front taken back first",
            ("nothing", "partly", "all"),
            asked=Doubt("unsaid.pulls_back", _PULLED, untold.chips_lay_there),
        ),
        Field("pulled", "list", "which chips, when partly", parts=(_AMOUNT,)),
        Field("last_chips", "boolean", "they were his last chips", default=False),
        Field("gesture", "text", "tap (on the table), forward (chips moved and not released), or what was seen"),
        Field("folds", "boolean", "he gave his cards up", default=False),
        Field("throws_forward", "boolean", "he threw his cards forward", default=False),
        Field("past_line", "boolean", "his cards passed the betting line", default=False),
        Field("told", "count", "count of a bet or pot that he heard before acting"),
        Field(
            "occurrence",
            "count",
            "the how-manieth time he does this",
            asked=Doubt("unsaid.occurrence", _TIMES, untold.may_be_a_habit),
        ),
        Field("noticed", "text", "when an earlier irregularity was seen", ("same_street", "next_card", "showdown")),
        Field("deliberate", "boolean", "the floor found that it was on purpose", default=False),
        Field(
            "unaware",
            "boolean",
            "he did not see the raise",
            asked=Doubt("unsaid.unaware", YES_OR_NO, untold.is_silent_push),
        ),
        Field("protests", "boolean", "passed over, he claims his turn", default=False),
        Field("presumed", "boolean", "nobody told this act; it follows from those around it", default=False),
    ),
    asked=Doubt("unsaid.between", untold.passed_over, lambda told: told.part.get("presumed") is True),
)

HAND = Kind(
    "hand",
    (
        Field("blinds", "list", "small and big blind", parts=(_AMOUNT,)),
        Field("ante", "count", "the ante"),
        Field("ante_kind", "text", "who pays it", ("big_blind", "each", "button")),
        Field("bring_in", "count", "the bring-in, in stud"),
        Field("bets", "list", "small and big bet, in limit", parts=(_AMOUNT,)),
        Field(
            "street",
            "text",
            "the round of betting; the first when not given",
            asked=Doubt("unsaid.street", untold.rounds, lambda told: told.part.get("street") == UNKNOWN),
        ),
        Field("pot", "count", "chips collected before this street"),
        Field(
            "seats",
            "list",
            "players with cards, clockwise from the left of the button",
            required=True,
            parts=(Field("player", "name", "a player"),),
            asked=Doubt("unsaid.more_in_hand", untold.others, untold.names_only_some, of_what_was_said=True),
        ),
        Field("seats_presumed", "boolean", "only those named are known to hold cards", default=False),
        Field("dealer", "name", "who has the button, when not the last of seats"),
        Field(
            "stacks", "map", "chips before this street's bets; plenty when not named", default={}, parts=(_AMOUNT,)
        ),
        _chips("chips", "what a player has behind, chip by chip"),
        _chips("posted", "chips of a blind or bet lying in front of a player, chip by chip"),
        Field("players_left", "count", "players left in the whole event"),
        Field("dead_small_blind", "boolean", "nobody posts the small blind", default=False),
        Field("acts", "list", "what people did, in order", required=True, parts=(ACT,)),
    ),
    rule_hand,
    {
        "game": "nlhe",
        "blinds": [200, 400],
        "street": "flop",
        "pot": 1800,
        "seats": ["A", "B", "C", "D"],
        "acts": [
            {"player": "A", "says": "aposto quatrocentos"},
            {"player": "B", "says": "aumento, mil e cem"},
            {"player": "C", "pushes": [500, 1000]},
        ],
    },
    "a hand, told as what people said and pushed",
)

KINDS = (HAND,)
