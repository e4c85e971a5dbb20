"""`feltro simulate fairness` and `feltro simulate hands`: is everybody treated alike, and is the field model like hands."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.cli.terminal import UnusableError, bold, progress_bar, write_json, write_table
from feltro.rulebook.library import shipped
from feltro.words.numbers import decimal, percent
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from argparse import Namespace

    from feltro.app.papers.blocks import Paper
    from feltro.sim.fairness import EvennessTest, FairnessStudy
    from feltro.words.languages import Lang

STRANGE = 1
MOST_EVENTS = 200
UNITS = {"moves_by_person": "moves", "blinds_by_person": "blinds"}


def run(args: Namespace) -> int:
    return _fairness(args) if args.what == "fairness" else _hands(args)


def _fairness(args: Namespace) -> int:
    from feltro.sim.fairness import FairnessAsked, study

    asked = FairnessAsked(args.book, args.rooms, args.players, args.chairs, args.seed, args.evenings)
    found = study(asked, (lambda done: progress_bar(done, args.rooms)) if sys.stderr.isatty() else None)
    if args.pdf:
        _print(args, found)
    if args.json:
        write_json(fairness_numbers(found))
    else:
        _tell(found, args.lang)
    return STRANGE if found.strange else 0


def fairness_numbers(found: FairnessStudy) -> dict[str, Any]:
    return {
        **found.asked._asdict(),
        "questions": [
            {
                "question": one.question,
                "counted": one.counted,
                "size": round(one.size, 4),
                "p": round(one.p, 6),
                "even": not one.strange(len(found.judged)),
            }
            for one in found.judged
        ],
        "hand_for_hand": {"bubbles": found.bubbles, "most_hands_apart": found.uneven_hands},
        "moves_per_room": round(found.moves_per_room, 3),
        "extra_big_blinds_when_moved": round(found.moved_extra, 3),
    }


def _tell(found: FairnessStudy, lang: Lang) -> None:
    print(bold(say("fairness.title", lang)))
    for line in _lead(found, lang):
        print(line)
    print()
    for one in found.judged:
        print(f"{_verdict(one, found, lang):<18}{say(f'fairness.q.{one.question}', lang)}")
        print(f"{'':<18}{written(one.counted, lang)} · {_size(one, lang)} · p = {decimal(_part(one.p, 4), lang)}")
    print()
    for line in _rest(found, lang):
        print(line)


def _lead(found: FairnessStudy, lang: Lang) -> list[str]:
    asked = found.asked
    book = shipped().book(asked.book).label
    values = {"rooms": asked.rooms, "players": asked.players, "book": book, "seed": str(asked.seed)}
    many = len(found.strange)
    whole = say("fairness.some_strange", lang, n=many) if many else say("fairness.all_even", lang)
    return [say("fairness.lead", lang, **values), whole, say("fairness.tests", lang)]


def _rest(found: FairnessStudy, lang: Lang) -> list[str]:
    moves, blinds = decimal(_part(found.moves_per_room, 1), lang), decimal(_part(found.moved_extra, 2), lang)
    held = {"n": found.bubbles, "hands": found.uneven_hands}
    bubble = say("fairness.hand_for_hand", lang, **held) if found.bubbles else say("fairness.no_bubble", lang)
    return [say("fairness.moved", lang, moves=moves, blinds=blinds), bubble]


def _verdict(one: EvennessTest, found: FairnessStudy, lang: Lang) -> str:
    return say("fairness.strange" if one.strange(len(found.judged)) else "fairness.even", lang)


def _size(one: EvennessTest, lang: Lang) -> str:
    unit = UNITS.get(one.question, "part")
    size = percent(_part(one.size, 3), lang) if unit == "part" else decimal(_part(one.size, 3), lang)
    return say(f"fairness.unit.{unit}", lang, size=size)


def _part(value: float, digits: int) -> Fraction:
    return Fraction(str(round(value, digits)))


def _print(args: Namespace, found: FairnessStudy) -> None:
    from feltro.app.papers.printer import printed

    try:
        Path(args.pdf).write_bytes(printed(fairness_paper(found, args.lang)))
    except OSError as error:
        raise UnusableError("--pdf", error.strerror or str(error)) from error


def fairness_paper(found: FairnessStudy, lang: Lang) -> Paper:
    """To be shown to players."""
    from feltro.app.papers import blocks as b

    title = say("fairness.title", lang)
    head = tuple(say(f"fairness.column.{name}", lang) for name in ("question", "counted", "size", "p"))
    rows = tuple(
        (
            f"{say(f'fairness.q.{one.question}', lang)} {_verdict(one, found, lang)}.",
            written(one.counted, lang),
            _size(one, lang),
            percent(_part(one.p, 3), lang),
        )
        for one in found.judged
    )
    blocks: tuple[b.Any, ...] = (
        b.Title(text=title, under=shipped().book(found.asked.book).label),
        *(b.Paragraph(text=line) for line in _lead(found, lang)),
        b.Gap(),
        b.Grid(head=head, rows=rows, widths=(50, 14, 22, 14), align="lrrr"),
        b.Gap(),
        *(b.Paragraph(text=line) for line in _rest(found, lang)),
    )
    return b.Paper(title=title, size="a4", blocks=blocks)


def _hands(args: Namespace) -> int:
    from feltro.sim.evening import STARTS
    from feltro.sim.hand_field import compare
    from feltro.sim.policies import POLICIES
    from feltro.sim.sheets import evening_sheet

    events = min(max(1, args.evenings), MOST_EVENTS)
    found = compare(evening_sheet(args.book, STARTS, name=args.book), args.entries, POLICIES, events, args.seed)
    if args.json:
        rows = [
            {
                "policy": one.policy,
                "end_minutes": one.ends.tenths,
                "hands": one.hands,
                "player_minutes": round(one.minutes),
            }
            for one in found.by
        ]
        model = {"end_minutes": found.ends.tenths, "player_minutes": round(found.minutes)}
        write_json(
            {"book": args.book, "entries": args.entries, "seed": args.seed, "model": model, "policies": rows}
        )
        return 0
    print(bold(say("hands.title", args.lang)))
    head = [say(f"hands.column.{name}", args.lang) for name in ("who", "ends", "minutes", "hands")]
    lines = [(say("hands.model", args.lang), found.ends, found.minutes, 0)]
    lines += [(say(f"hands.policy.{one.policy}", args.lang), one.ends, one.minutes, one.hands) for one in found.by]
    shown = [
        (who, f"{ends.p50} ({ends.p10}–{ends.p90})", written(round(minutes), args.lang), written(hands, args.lang))
        for who, ends, minutes, hands in lines
    ]
    write_table(head, shown, right=(2, 3))
    print(say("hands.note", args.lang))
    return 0
