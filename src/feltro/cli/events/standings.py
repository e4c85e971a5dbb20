"""`feltro standings`: who stands where and why, and where a person's points came from."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from feltro.cli.database import add_database, opened, tell_refusal
from feltro.cli.terminal import UnusableError, bold, write_json, write_table
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.app.handling import House
    from feltro.app.ranking import SeasonRanking
    from feltro.app.ranking.explanation import PersonPoints
    from feltro.season.points.scheme import PointsLine
    from feltro.season.standings import Standing
    from feltro.words.languages import Lang

WHOLE = 100


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("season", help=say("cli.standings.season", lang))
    parser.add_argument("--stage", help=say("cli.standings.stage", lang))
    parser.add_argument("--person", help=say("cli.standings.person", lang))
    parser.add_argument("--top", type=int, default=50, help=say("cli.standings.top", lang))
    add_database(parser, lang)


def run(args: Namespace) -> int:
    from feltro.app.ranking import ranking_of
    from feltro.kernel.outcome import Refused

    if args.top < 1:
        raise UnusableError("top", say("cli.standings.bad_top", args.lang))
    with opened(args) as house, house.world.lock:
        ranking = ranking_of(args.season, house.world, house.books)
        if isinstance(ranking, Refused):
            return tell_refusal(ranking, args)
        return _person(args, ranking, house) if args.person else _list(args, ranking, house)


def _list(args: Namespace, ranking: SeasonRanking, house: House) -> int:
    from feltro.app.people.names import name_of
    from feltro.kernel.outcome import Refused

    if args.stage and args.stage not in house.world.live(f"season:{args.season}").state.stages:
        return tell_refusal(Refused("stage.unknown", {"stage": args.stage}), args)
    standings = ranking.of_stage(args.stage) if args.stage else ranking.standings
    found = standings.page(0, args.top)
    names = {one.person: name_of(one.person, house.store) for one in found}
    if args.json:
        write_json({"season": args.season, "stage": args.stage or "", "standings": [_plain(one) for one in found]})
        return 0
    if not found:
        print(say("cli.standings.none", args.lang))
        return 0
    head = [say(f"report.column.{name}", args.lang) for name in ("rank", "person", "name", "points", "why")]
    rows = [
        [str(one.rank), one.person, names[one.person], points(one.points, args.lang), _why(one, args.lang)]
        for one in found
    ]
    write_table(head, rows, right=(0, 3))
    _write_passed_over(args, ranking, house)
    return 0


def _write_passed_over(args: Namespace, ranking: SeasonRanking, house: House) -> None:
    """Before anybody closes the year: who stands in a paid place and is kept out of the list."""
    from feltro.app.people.names import name_of
    from feltro.rulebook.speech import typed

    people = () if args.stage else ranking.passed_over()
    if people:
        cites = ", ".join(typed(ranking.rules.book["ranking.requires_profile"].cites, args.lang))
        names = tuple(name_of(person, house.store) for person in people)
        print(f"\n{say('season.passed', args.lang, names=names)} [{cites}]")


def _why(one: Standing, lang: Lang) -> str:
    from feltro.rulebook.speech import typed

    if one.tied:
        return say("standings.tied", lang)
    if one.ahead is None:
        return ""
    cites = ", ".join(typed(one.ahead.cites, lang))
    return f"{say(one.ahead.because, lang, **one.ahead.values)} [{cites}]"


def _plain(one: Standing) -> dict[str, Any]:
    from feltro.app.ranking.explanation import plain_points
    from feltro.rulebook.plain import plain

    ahead = one.ahead and {
        "because": one.ahead.because,
        "values": plain(dict(one.ahead.values)),
        "cites": [str(cite) for cite in one.ahead.cites],
    }
    return {
        "rank": one.rank,
        "person": one.person,
        "points": plain_points(one.points),
        "tied": one.tied,
        "ahead": ahead,
    }


def _person(args: Namespace, ranking: SeasonRanking, house: House) -> int:
    from feltro.app.ranking.explanation import plain_line, plain_points, points_of
    from feltro.kernel.outcome import Refused

    found = points_of(args.person, ranking, house.world.live(f"season:{args.season}").state)
    if not found.events and not found.adjustments:
        return tell_refusal(Refused("ranking.not_in_it", {"person": args.person}), args)
    if not args.json:
        _write_person(found, args.lang)
        return 0
    events = [
        {**one._asdict(), "points": plain_points(one.points), "lines": [plain_line(line) for line in one.lines]}
        for one in found.events
    ]
    answer = {
        "person": found.person,
        "points": plain_points(found.points),
        "standing": _plain(found.standing) if found.standing else None,
        "kept_out_by": [str(cite) for cite in found.flagged],
        "events": events,
        "adjustments": [plain_line(line) for line in found.adjustments],
    }
    write_json(answer)
    return 0


def _write_person(found: PersonPoints, lang: Lang) -> None:
    rank = f"{found.standing.rank}º · " if found.standing else ""
    print(bold(f"{rank}{found.person}: {points(found.points, lang)}"))
    if found.flagged:
        print(f"{say('points.line.no_profile', lang)} [{', '.join(map(str, found.flagged))}]")
    for event in found.events:
        print(f"\n{event.name} ({event.stage}): {points(event.points, lang)}")
        _write_lines(event.lines, lang)
    if found.adjustments:
        print()
        _write_lines(found.adjustments, lang)


def _write_lines(lines: tuple[PointsLine, ...], lang: Lang) -> None:
    from feltro.rulebook.speech import typed

    for line in lines:
        cites = ", ".join(typed(line.cites, lang))
        said = say(line.because, lang, **line.values)
        print(f"  {points(line.points, lang):>10}  {said}{f' [{cites}]' if cites else ''}")


def points(hundredths: int, lang: Lang) -> str:
    return written(Fraction(hundredths, WHOLE), lang)
