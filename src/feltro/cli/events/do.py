"""`feltro do`: commands from a file, one JSON object on each line, and what became of each.

Beside its own fields a line may say `key`, `as` (`ana:cashier`), `at` and `device`. Only here: over the API
who asks is who holds the token, and the time is the server's. An `Undo` with `"preview": true` is only looked at.
"""

from __future__ import annotations

import hashlib
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.cli.database import add_database, opened
from feltro.cli.terminal import UnusableError, write_json
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from feltro.app.handling import House
    from feltro.app.world.plan import Envelope
    from feltro.words.languages import Lang

SOME_REFUSED = 1


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("file", nargs="?", metavar="commands.jsonl", help=say("cli.do.file", lang))
    add_database(parser, lang)
    parser.add_argument("--schema", action="store_true", help=say("cli.do.schema", lang))


def run(args: Namespace) -> int:
    if args.schema:
        return _write_schema(args)
    if not args.file:
        raise UnusableError("file", say("cli.do.no_file", args.lang))
    refused = 0
    with opened(args, make=True) as house:
        for number, line in _lines(args.file, args.lang):
            answer = _do(number, line, house, args.lang)
            _write(number, answer, args.lang, as_json=args.json)
            refused += "refused" in answer or "unreadable" in answer
    return SOME_REFUSED if refused else 0


def _lines(name: str, lang: Lang) -> Iterator[tuple[int, str]]:
    path = Path(name)
    if name != "-" and not path.is_file():
        raise UnusableError("file", say("cli.file.none", lang, file=name))
    text = sys.stdin.read() if name == "-" else path.read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("//"):
            yield number, line


def _do(number: int, line: str, house: House, lang: Lang) -> dict[str, Any]:
    import msgspec

    from feltro.app.handling.answer import told, told_preview
    from feltro.app.handling.catalogue import command_decoder
    from feltro.app.handling.undo import Undo
    from feltro.app.handling.unreadable import why_unreadable

    try:
        written = msgspec.json.decode(line, type=dict[str, Any])
        looks = written.get("type") == "Undo" and written.get("preview") is True
        if looks:
            del written["preview"]  # any other value stays, and is refused as no field of a command
        envelope = _envelope(number, line, written)
        command = command_decoder().decode(msgspec.json.encode(written))
    except (msgspec.MsgspecError, RecursionError) as error:
        why = why_unreadable(error)
        return {"unreadable": {"text": say(why.because, lang, **why.values)}}
    except ValueError as error:
        return {"unreadable": {"text": say("cli.do.unreadable", lang, said=str(error))}}
    if looks and isinstance(command, Undo):
        return {"command": "Undo", **told_preview(house.preview(command, envelope), lang)}
    return {"command": type(command).__name__, **told(house.handle(command, envelope), lang)}


def _envelope(number: int, line: str, written: dict[str, Any]) -> Envelope:
    """Takes what belongs to the envelope out of what was written. A file that is run again does nothing twice."""
    from feltro.app.world.plan import Envelope
    from feltro.kernel.instants import Instant, parse_instant

    who, _, role = str(written.pop("as", "terminal:organiser")).partition(":")
    at = written.pop("at", None)
    now = Instant(time.time_ns() // 1000)
    own = hashlib.sha256(f"{number} {line}".encode()).hexdigest()[:24]
    return Envelope(
        key=str(written.pop("key", f"do-{own}")),
        who=who,
        role=role or "organiser",
        device=str(written.pop("device", "feltro-do")),
        at=parse_instant(str(at)) if at else now,
    )


def _write(number: int, answer: dict[str, Any], lang: Lang, *, as_json: bool) -> None:
    import json

    if as_json:
        print(json.dumps({"line": number, **answer}, ensure_ascii=False))
        return
    if "done" in answer:
        names = ", ".join(event["name"] for event in answer["done"]["events"])
        print(f"{number}: {answer['command']}: {names}")
        return
    if "preview" in answer:
        for change in answer["preview"]["changes"]:
            before, after = (json.dumps(change[name], ensure_ascii=False) for name in ("before", "after"))
            print(f"{number}: {answer['command']}? {change['where']}: {before} -> {after}")
        return
    from feltro.rulebook.speech import typed

    wrong = answer.get("refused") or answer["unreadable"]
    cites = ", ".join(typed((f"{cite['book']}:{cite['clause']}" for cite in wrong.get("cites", ())), lang))
    print(f"{number}: {answer.get('command', '?')}: {wrong['text']}{f' [{cites}]' if cites else ''}")


def _write_schema(args: Namespace) -> int:
    """Every command with an example; as JSON also its JSON Schema."""
    import msgspec

    from feltro.app.handling.catalogue import COMMANDS, with_cards
    from feltro.app.handling.examples import examples

    if args.json:
        schemas, components = msgspec.json.schema_components(COMMANDS.values(), ref_template="#/$defs/{name}")
        named = dict(zip(COMMANDS, schemas, strict=True))
        write_json({"commands": named, "$defs": with_cards(components), "examples": examples()})
        return 0
    for name, example in examples().items():
        summary = (COMMANDS[name].__doc__ or "").strip().splitlines()
        print(f"# {name}{f': {summary[0]}' if summary and not summary[0].startswith(name) else ''}")
        print(msgspec.json.encode(example).decode())
    return 0
