"""`feltro draw verify FILE`: repeat a published draw and say whether it holds. `feltro draw key`: the key of the vault."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from feltro.cli.terminal import UnusableError, explain, write_json
from feltro.kernel import draws
from feltro.kernel.published_draw import findings, read_draw
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.kernel.published_draw import PublishedDraw
    from feltro.words.languages import Lang

KEY = ("show", "export", "import")


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("action", choices=["verify", "key"], help=say("cli.draw.action", lang))
    parser.add_argument("file", help=f"{say('cli.draw.file', lang)} {say('cli.draw.key', lang)}")
    parser.add_argument("key_file", nargs="?", metavar="file", help=say("cli.draw.file", lang))


def run(args: Namespace) -> int:
    if args.action == "key":
        return _key(args)
    try:
        text = sys.stdin.read() if args.file == "-" else Path(args.file).read_text(encoding="utf-8")
        told = read_draw(text)
        wrong = findings(told)
    except (OSError, ValueError) as error:
        raise UnusableError("file", say("cli.draw.unreadable", args.lang, file=args.file)) from error
    said = [explain(finding, args.lang) for finding in wrong]
    compare = _compare(told, args.lang)
    if args.json:
        write_json({"fair": not wrong, "findings": said, "compare": compare, "physical": told.physical})
    else:
        holds = "draw.physical" if told.physical else "draw.fair" if told.was_used else "draw.unused"
        print("\n".join([*(said or [say(holds, args.lang)]), *([compare] if compare else [])]))
    return 1 if wrong else 0


def _compare(told: PublishedDraw, lang: Lang) -> str:
    """What no computation can say: with what the public value is to be compared."""
    kind, reference = draws.source_in(told.label)
    if not kind or told.physical or not told.was_used:
        return ""
    return say(f"fair.compare.{kind}", lang, reference=reference, chain=draws.DRAND_CHAIN)


def _key(args: Namespace) -> int:
    """The key travels by itself: no backup, no export and no database holds it."""
    from feltro.app.world.seals import Seals, key_name, keys_in, write_keys

    if args.file not in KEY or (args.file != "show" and not args.key_file):
        raise UnusableError("file", say("cli.draw.needs_file", args.lang))
    seals = Seals()
    keys, where = seals.keys(), str(seals.path)
    try:
        if args.file == "export" and keys:
            write_keys(Path(args.key_file), keys)
            return _tell("exported", args, len(keys), args.key_file)
        if args.file == "import":
            return _tell("imported", args, seals.take(keys_in(Path(args.key_file).read_text("ascii"))), where)
    except (OSError, ValueError) as error:
        said = say("cli.draw.key.unreadable", args.lang, file=args.key_file)
        raise UnusableError("file", said) from error
    names = ", ".join(map(key_name, keys))
    return (
        _tell("shown" if keys else "none", args, len(keys), where, names=names)
        if keys or args.file == "show"
        else 1
    )


def _tell(what: str, args: Namespace, many: int, file: str, names: str = "") -> int:
    if args.json:
        write_json({"keys": many, "file": file, "names": names})
    else:
        print(say(f"cli.draw.key.{what}", args.lang, n=many, file=file, names=names))
    return 0
