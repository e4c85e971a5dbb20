"""Where something stands in the log, as people say it: the event by its name, the desk, the house."""

from feltro.app.world import World
from feltro.app.world.history import KINDS
from feltro.app.world.live import UnreadableEventError
from feltro.store.integrity import HOUSE
from feltro.store.port import StoreUnavailable
from feltro.words.languages import LANGUAGES, Lang
from feltro.words.sentences import say

LINE = "line"
"""Of a list of heads: its sentence says which."""
KNOWN = (*KINDS, HOUSE, LINE)


def place_in_words(where: str, world: World, lang: Lang) -> str:
    """`tournament:t1@15` is record 15 of the Main Event. What is no place in the log stays as it is."""
    stream, _, number = where.rpartition("@")
    kind = (stream or where).partition(":")[0]
    if kind not in KNOWN or (not stream and ":" not in where):
        return where
    name = stream_in_words(stream or where, world, lang)
    told = stream and kind != LINE and number.isdecimal()
    return say("log.place", lang, stream=name, number=number) if told else name


def stream_in_words(stream: str, world: World, lang: Lang) -> str:
    return say(f"log.stream.{stream.partition(':')[0]}", lang, name=name_of_stream(stream, world))


def name_of_stream(stream: str, world: World) -> str:
    """What it is called; one that is gone or cannot be read is named by the code in its address."""
    kind, _, code = stream.partition(":")
    if kind not in {"tournament", "season"}:
        return code
    try:
        live = world.live(stream)
        state = live.gist if kind == "tournament" else live.state
    except (UnreadableEventError, StoreUnavailable, ValueError, LookupError, AttributeError, TypeError):
        return code
    return (state.name if state else "") or code


def called(world: World) -> dict[str, str]:
    """Which stream people mean by a name; where two have the same, by neither."""
    found: dict[str, str] = {}
    twice: set[str] = set()
    for stream in world.store.streams():
        names = {name_of_stream(stream, world), *(stream_in_words(stream, world, lang) for lang in LANGUAGES)}
        for name in {one.casefold() for one in names if one}:
            if found.setdefault(name, stream) != stream:
                twice.add(name)
        world.forget((stream,))  # of a house of years no more than one is needed at a time
    house = {say("log.stream.house", lang, name="").casefold(): HOUSE for lang in LANGUAGES}
    return {name: stream for name, stream in found.items() if name not in twice} | house
