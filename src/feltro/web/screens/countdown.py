"""What a browser needs to count by itself: the parts of the day from now on, each with the instant at which it ends.

The browser shows the part whose end is still ahead, by the server's time. So the clock goes on right through levels
and breaks while nobody answers, and two televisions never differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.kernel.instants import Instant, local_time
from feltro.tournament.clock.face import following, part, standing
from feltro.tournament.sheet.games import games_of
from feltro.web.screens.announcements import level_clips, stakes_clips
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from feltro.tournament.clock.face import ClockFace
    from feltro.tournament.sheet import Day, Level
    from feltro.tournament.state import TournamentState
    from feltro.words.languages import Lang

MILLISECOND = 1000
PARTS_AHEAD = 16
"""Some hours: longer than any router takes to come back."""


class Stake(NamedTuple):
    label: str
    amount: str


class ClockPart(NamedTuple):
    """A level, or a break, as it stands in the middle of the screen."""

    level: int
    rest: bool
    until: int
    """Milliseconds of the server's time; 0: it does not end by itself."""
    title: str
    stakes: tuple[Stake, ...]
    game: str
    ahead: str
    """What comes next, in one line."""
    ahead_stakes: tuple[Stake, ...]
    calls: str
    """The announcement when it begins: names of recordings, in a row."""
    says: str
    """The recordings of what is posted from then on."""
    spoken: str
    """The same in words, for a browser that could not fetch a recording and has a voice of its own."""
    back: str = ""
    """When play goes on after it."""


def stakes_of(posted: Level, ante_from: str, lang: Lang) -> tuple[Stake, ...]:
    """What is posted at a level: blinds and antes, or what stud posts, or both in turn."""
    found: list[Stake] = []
    if posted.big_blind:
        both = f"{written(posted.small_blind, lang)} / {written(posted.big_blind, lang)}"
        found.append(Stake(say("face.blinds", lang), both))
    if posted.ante:
        found.append(Stake(say(f"face.ante.{ante_from}", lang), written(posted.ante, lang)))
    if posted.stud_ante:
        found.append(Stake(say("face.stud_ante", lang), written(posted.stud_ante, lang)))
    if posted.bring_in:
        found.append(Stake(say("face.bring_in", lang), written(posted.bring_in, lang)))
    if posted.small_bet:
        both = f"{written(posted.small_bet, lang)} / {written(posted.big_bet, lang)}"
        found.append(Stake(say("face.bets", lang), both))
    return tuple(found)


def stages(state: TournamentState, day: Day, at: Instant, lang: Lang) -> list[ClockPart]:
    """From the part that is played now on. Where the clock stands still there is only that one, without an end."""
    now = standing(state, day.id, at)
    if not now.level:
        return [_stage(state, day, (day.from_level, False), lang)]
    first = _first(state, day, now, at, lang)
    if not now.running:
        return first
    return [*first, *_following(state, day, now, at, lang)][:PARTS_AHEAD]


def _first(state: TournamentState, day: Day, now: ClockFace, at: Instant, lang: Lang) -> list[ClockPart]:
    here = (now.level, now.in_break)
    ends = at + now.left
    if not now.extra:
        return [_stage(state, day, here, lang, ends if now.running else 0)]
    pause = _rest(state, now.level, lang, at + now.extra if now.running else 0)
    return [pause, _stage(state, day, here, lang, ends + now.extra)] if now.running else [pause]


def _following(state: TournamentState, day: Day, now: ClockFace, at: Instant, lang: Lang) -> list[ClockPart]:
    sheet, clock = state.the_sheet, state.clocks.days[day.id]
    here, ends = part(sheet, clock, now.level, in_break=now.in_break), at + now.extra + now.left
    found: list[ClockPart] = []
    while len(found) < PARTS_AHEAD:
        then = following(sheet, day, clock, here.level, in_break=here.in_break)
        if then is None:
            break
        here, ends = then, ends + then.length
        found.append(_stage(state, day, (here.level, here.in_break), lang, ends))
    return found


def _stage(state: TournamentState, day: Day, where: tuple[int, bool], lang: Lang, until: int = 0) -> ClockPart:
    level, in_break = where
    if in_break:
        return _rest(state, level + 1, lang, until)
    sheet = state.the_sheet
    posted = sheet.levels[level - 1]
    games = games_of(sheet, level)
    ahead, stakes = _ahead(state, day, level, lang)
    return ClockPart(
        level=level,
        rest=False,
        until=until // MILLISECOND,
        title=say("face.level", lang, n=level),
        stakes=stakes_of(posted, sheet.ante_from, lang),
        game=" · ".join(say(f"hand.game.{game}", lang) for game in games),
        ahead=ahead,
        ahead_stakes=stakes,
        calls=" ".join(level_clips(level)),
        says=" ".join(stakes_clips(posted)),
        spoken=say("face.say_blinds", lang, small=posted.small_blind, big=posted.big_blind)
        if posted.big_blind
        else "",
    )


def _ahead(state: TournamentState, day: Day, level: int, lang: Lang) -> tuple[str, tuple[Stake, ...]]:
    sheet, clock = state.the_sheet, state.clocks.days.get(day.id)
    last = day.until_level or len(sheet.levels)
    if level >= last:
        return say("face.last_level", lang), ()
    minutes = (clock.breaks if clock else {}).get(level, sheet.levels[level - 1].break_minutes)
    if minutes:
        return say("face.next.break", lang, minutes=minutes), ()
    after = sheet.levels[level]
    return say("face.next.level", lang, n=level + 1), stakes_of(after, sheet.ante_from, lang)


def _rest(state: TournamentState, back_to: int, lang: Lang, until: int) -> ClockPart:
    sheet = state.the_sheet
    hour: Any = local_time(Instant(until), sheet.zone).time() if until else None
    stakes = stakes_of(sheet.levels[back_to - 1], sheet.ante_from, lang) if back_to <= len(sheet.levels) else ()
    return ClockPart(
        level=back_to,
        rest=True,
        until=until // MILLISECOND,
        title=say("face.break", lang),
        stakes=(),
        game="",
        ahead=say("face.next.level", lang, n=back_to),
        ahead_stakes=stakes,
        calls="intervalo",
        says="",
        spoken="",
        back=say("face.back_at", lang, hour=hour) if hour else say("face.back_to", lang, n=back_to),
    )


def clock_text(seconds: int) -> str:
    """`14:05`, or `1:14:05` where an hour or more is left."""
    hours, rest = divmod(max(seconds, 0), 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02d}:{left:02d}" if hours else f"{minutes:02d}:{left:02d}"
