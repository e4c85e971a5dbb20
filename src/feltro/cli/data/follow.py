"""`feltro follow ADDRESS --key KEY`: a second laptop takes the log of the first as it grows, into a file of its own.
`feltro follow --allow` on the first one makes the key."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from feltro.cli.database import (
    add_database,
    add_pictures,
    add_who,
    envelope,
    opened,
    pictures_folder,
    tell,
    tell_refusal,
)
from feltro.cli.terminal import UnusableError, write_json
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from threading import RLock

    from feltro.app.handling import House
    from feltro.app.second.follower import FollowRound, LogFollower
    from feltro.app.second.notes import FollowNote
    from feltro.words.languages import Lang

EVERY_SECONDS = 1.0
FILES_EVERY = 60
"""Rounds between looking for files."""


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("address", nargs="?", default="", help=say("cli.follow.address", lang))
    parser.add_argument("--key", default="", help=say("cli.follow.key", lang))
    parser.add_argument("--allow", action="store_true", help=say("cli.follow.allow", lang))
    parser.add_argument("--once", action="store_true", help=say("cli.follow.once", lang))
    parser.add_argument("--host", default="0.0.0.0", help=say("cli.follow.host", lang))  # noqa: S104 - the room's house
    parser.add_argument("--port", type=int, default=8000, help=say("cli.follow.port", lang))
    add_pictures(parser, lang)
    add_database(parser, lang)
    add_who(parser, lang)


def run(args: Namespace) -> int:
    if args.allow:
        return _allow(args)
    from feltro.app.second.follower import LogFollower
    from feltro.app.settings.hour import machine_hour
    from feltro.app.upkeep.installation_key import InstallationKey
    from feltro.cli.serve import follow_page

    with opened(args, make=True) as house:
        _begin(args, house)
        key = InstallationKey()
        key.sign(b"")  # made now, so that the first laptop can name it in its log
        follower = LogFollower(house, args.database, machine_hour, key.public.hex())
        with follow_page(args, house, lambda: envelope(args)) as door:
            code = _follow(args, follower, door.turn)
    return _serve_on(args) if door.began else code


def _serve_on(args: Namespace) -> int:
    """Whoever took over on the page finds the house at the same address: this process becomes its server."""
    words = [
        "serve",
        "--host",
        args.host,
        "--port",
        str(args.port),
        "--database",
        args.database,
        "--lang",
        args.lang,
    ]
    pictures = ["--pictures", args.pictures] if args.pictures else []
    os.execv(sys.executable, [sys.executable, "-m", "feltro.cli.main", *words, *pictures])  # noqa: S606 - our own command


def _allow(args: Namespace) -> int:
    from feltro.app.second.reigns import allow_follower
    from feltro.kernel.outcome import Refused

    with opened(args) as house:
        made = allow_follower(house, envelope(args))
    if isinstance(made, Refused):
        return tell_refusal(made, args)
    return tell("cli.follow.allowed", args, {"key": made.text}, code=made.text)


def _begin(args: Namespace, house: House) -> None:
    """An empty file, or one that follows already."""
    from feltro.app.second.channel import read_key
    from feltro.app.second.notes import FollowNote, read_note, write_note

    note: FollowNote | None = read_note(args.database)
    key = read_key(args.key) if args.key else (note.key if note else None)
    if key is None:
        raise UnusableError("key", say("cli.follow.no_key", args.lang))
    address = args.address or (note.address if note else "")
    if not address.startswith(("http://", "https://")):
        raise UnusableError("address", say("cli.follow.no_address", args.lang))
    if note is None and house.store.streams():
        raise UnusableError("database", say("cli.follow.not_empty", args.lang))
    if note is None or (note.address, note.key) != (address, key):
        from msgspec.structs import replace

        begun = replace(note, address=address, key=key) if note else FollowNote(address=address, key=key)
        write_note(args.database, begun)
    house.follows = True


def _follow(args: Namespace, follower: LogFollower, turn: RLock) -> int:
    """Until somebody ends it, takes over, or the first one says that it is no longer followed."""
    from feltro.app.second.follower import NotFollowedError
    from feltro.app.second.source import needed_files
    from feltro.store.growth import NotGrownError

    rounds, said, away = 0, -1, False
    while not follower.is_over:
        try:
            with turn:
                if follower.is_over:
                    break
                told = follower.take()
                if rounds % FILES_EVERY == 0 and not told.more:
                    follower.take_files(needed_files(pictures_folder(args)))
        except OSError:
            if not away:
                _say(args, "cli.follow.away", address=follower.note.address)
            away = True
        except (NotFollowedError, NotGrownError) as error:
            key = error.because if isinstance(error, NotFollowedError) else "reign.does_not_follow"
            raise UnusableError("address", say(key, args.lang, said=str(error))) from error
        else:
            said, away = _tell_round(args, told, said), False
            if told.more:
                continue
            rounds += 1
            if args.once:
                return 0
        time.sleep(EVERY_SECONDS)
    _say(args, "cli.follow.over")
    return 0


def _tell_round(args: Namespace, told: FollowRound, said: int) -> int:
    """A line when something came and nothing is missing; a machine is told every round."""
    if args.json:
        write_json({"links": told.links, "last": told.last, "more": told.more})
    elif not told.more and told.last != said:
        _say(args, "cli.follow.has", link=told.last)
        return told.last
    return said


def _say(args: Namespace, key: str, **values: object) -> None:
    print(say(key, args.lang, **values), file=sys.stderr if args.json else sys.stdout, flush=True)
