"""`feltro person`: a person's data handed over, erased or merged, as the LGPD asks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from feltro.cli.database import (
    add_database,
    add_pictures,
    add_usual,
    add_who,
    envelope,
    new_file,
    opened,
    pictures_folder,
    tell,
    tell_refusal,
)
from feltro.cli.terminal import UnusableError, write_json
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from feltro.app.handling import House
    from feltro.words.languages import Lang


LONGEST_ID = 64


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar=say("cli.action", lang))
    for name in ACTIONS:
        action = actions.add_parser(name, help=say(f"cli.person.{name}", lang))
        if name in {"export", "erase", "merge"}:
            action.add_argument("person", help=say("cli.person.id", lang))
        if name == "export":
            action.add_argument("--file", help=say("cli.person.file", lang))
        if name == "merge":
            action.add_argument("into", help=say("cli.person.into", lang))
        if name in {"erase", "merge"}:
            action.add_argument("--yes", action="store_true", help=say("cli.yes", lang))
            add_pictures(action, lang)
        if name == "remains":
            action.add_argument("folder", help=say("cli.person.folder", lang))
        add_database(action, lang)
        add_who(action, lang)
        add_usual(action, lang)


def run(args: Namespace) -> int:
    from feltro.kernel.outcome import Refused

    for one in (getattr(args, "person", ""), getattr(args, "into", "")):
        if one and not (one.isprintable() and len(one) <= LONGEST_ID):
            return tell_refusal(Refused("person.unknown", {"person": ascii(one[:LONGEST_ID])}), args)
    with opened(args) as house:
        return ACTIONS[args.action](args, house)


def export(args: Namespace, house: House) -> int:
    """To standard output, or to a file that only its owner can read."""
    import msgspec

    from feltro.app.people.export import export_person
    from feltro.kernel.outcome import Refused
    from feltro.store.archive import written_whole

    found = export_person(args.person, house.world)
    if isinstance(found, Refused):
        return tell_refusal(found, args)
    if not args.file:
        write_json(found)
        return 0
    path = new_file(args.file, args.lang)
    with written_whole(path) as beside:
        beside.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2))
    return tell("cli.person.exported", args, {"file": str(path)}, file=str(path))


def erase(args: Namespace, house: House) -> int:
    from feltro.app.people.commands import ErasePerson

    confirm(args, say("cli.person.erase_sure", args.lang, person=args.person))
    return _do(ErasePerson(person=args.person), args, house, "cli.person.erased")


def merge(args: Namespace, house: House) -> int:
    from feltro.app.people.commands import MergePeople

    confirm(args, say("cli.person.merge_sure", args.lang, person=args.person, into=args.into))
    return _do(MergePeople(person=args.person, into=args.into), args, house, "cli.person.merged")


def expired(args: Namespace, house: House) -> int:
    """Erase what the law no longer obliges to keep."""
    from feltro.app.people.commands import ForgetExpired
    from feltro.app.people.erasure import expired as found
    from feltro.app.world.streams.people import STREAM

    people = found(house.world.live(STREAM).state, envelope(args).at)
    for person in people:
        house.handle(ForgetExpired(person=person), envelope(args))
    return tell("cli.person.expired_done", args, {"people": people}, people=len(people))


def duplicates(args: Namespace, house: House) -> int:
    from feltro.app.people.directory import directory

    pairs = [(one.id, other.id) for one, other in directory(house.store).duplicates()]
    if args.json:
        write_json(pairs)
        return 0
    for one, other in pairs:
        print(say("cli.person.alike", args.lang, one=one, other=other))
    if not pairs:
        print(say("cli.person.no_duplicates", args.lang))
    return 0


def remains(args: Namespace, house: House) -> int:
    """Which copies still hold somebody who was erased or merged since they were made."""
    from pathlib import Path

    from feltro.app.upkeep.remains import old_copies

    folder = Path(args.folder)
    if not folder.is_dir():
        raise UnusableError("folder", say("cli.person.no_folder", args.lang, folder=args.folder))
    found = list(old_copies(folder, house.store))
    if args.json:
        write_json([{"file": str(one.file), "people": one.people} for one in found])
        return 0
    for one in found:
        people = ", ".join(one.people)
        key = "cli.person.remains_in" if people else "cli.person.remains_not"
        print(say(key, args.lang, file=str(one.file), n=len(one.people), people=people))
    if not found:
        print(say("cli.person.no_copies", args.lang))
    return 0


ACTIONS: dict[str, Callable[[Namespace, House], int]] = {
    "export": export,
    "erase": erase,
    "merge": merge,
    "expired": expired,
    "duplicates": duplicates,
    "remains": remains,
}


def confirm(args: Namespace, question: str) -> None:
    """What cannot be undone is asked about; a script says --yes."""
    if args.yes:
        return
    if not sys.stdin.isatty():
        raise UnusableError("yes", say("cli.yes.needed", args.lang))
    answer = input(f"{question} ")
    if answer.strip().lower() not in {"s", "sim", "y", "yes", "si", "sí"}:
        raise UnusableError("yes", say("cli.yes.no", args.lang))


def _do(command: Any, args: Namespace, house: House, key: str) -> int:
    from feltro.kernel.outcome import Refused

    outcome = house.handle(command, envelope(args))
    if isinstance(outcome, Refused):
        return tell_refusal(outcome, args)
    drawn = _pictures_drawn(args, house)
    told = {"done": outcome.command, "key": outcome.key, "pictures": drawn}
    status = tell(key, args, told, person=args.person)
    if not args.json:
        if drawn:
            print(say("cli.person.redrawn", args.lang, n=drawn))
        print(say("cli.person.copies_remain", args.lang))
    return status


def _pictures_drawn(args: Namespace, house: House) -> int:
    """A server that runs does it by itself within a second; without one, nobody else would."""
    from feltro.app.papers.album import Album

    folder = pictures_folder(args)
    return Album(house, folder).forget(envelope(args).at) if folder else 0
