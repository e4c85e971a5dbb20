"""`feltro verify`: whether the log, the books and the rows still say what was once written.

With `--heads FILE` it is held to what went out of the house: a list that was typed, lines that were scanned, or a photograph
of the QR codes themselves.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from feltro.cli.database import SQLITE_FILE, add_database, looked_at, must_be_there, old_file
from feltro.cli.terminal import UnusableError, explain, write_json
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.app.handling import House
    from feltro.app.upkeep.audit import Audit
    from feltro.app.upkeep.going_out import HeadOut
    from feltro.app.upkeep.outside import Outside
    from feltro.kernel.outcome import Finding
    from feltro.store.port import Store
    from feltro.words.languages import Lang

PROGRESS_SECONDS = 0.5
PICTURES = {".png", ".jpg", ".jpeg", ".webp"}


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("--heads", metavar="FILE", help=say("cli.verify.heads", lang))
    parser.add_argument("--public-key", metavar="FILE", help=say("cli.verify.public_key", lang))
    add_database(parser, lang)


def run(args: Namespace) -> int:
    from feltro.app.upkeep.audit import verify_house
    from feltro.app.upkeep.places import place_in_words

    outside = _outside(args)
    must_be_there(args)
    try:
        with looked_at(args) as (house, shelf):
            progress = Progress(house.store, args)
            report = verify_house(house.store, outside, shelf, progress)
            progress.end()
            found, notes = (
                [_said(one, place_in_words(one.where, house.world, args.lang), args.lang) for one in several]
                for several in (report.findings, report.notes)
            )
            heads = [] if report.is_damaged else _heads(house, args)
    except UnusableError as error:
        report = _unopened(error, args)
        found, notes, heads = [_said(one, one.where, args.lang) for one in report.findings], [], []
    if args.json:
        whole = report.whole._asdict() if report.whole else None
        sound = {"sound": not found, "counts": report.counts, "findings": found, "notes": notes, "whole": whole}
        write_json({**sound, "heads": [one._asdict() for one in heads]})
        return 1 if found else 0
    for one in found:
        print(f"{one['place']}: {one['text']}")
    for one in notes:
        print(say("cli.verify.note", args.lang, text=one["text"]))
    for head in heads[:1]:
        print(say("cli.verify.head", args.lang, called=head.called, short=head.short))
    print(say("cli.verify.counts", args.lang, **report.counts))
    print(say("cli.verify.unsound" if found else "cli.verify.sound", args.lang, findings=len(found)))
    if report.whole:
        print(say("cli.verify.first", args.lang, place=found[0]["place"]))
        print(say("cli.verify.whole", args.lang, **report.whole._asdict()))
        print(say("cli.verify.way_back", args.lang))
    return 1 if found else 0


class Progress:
    """Where somebody waits at a terminal: what is looked at, as soon as it begins, and how much of it is done. Every event is met
    several times."""

    def __init__(self, store: Store, args: Namespace) -> None:
        self._lang: Lang = args.lang
        self._shown = sys.stderr.isatty() and not args.json
        self._all = self._counted(store) if self._shown else 0
        self._done: dict[str, int] = {}
        self._next = time.monotonic() + PROGRESS_SECONDS

    def __call__(self, what: str, more: int) -> None:
        if not self._shown:
            return
        begins = what not in self._done
        self._done[what] = done = self._done.get(what, 0) + more
        if begins or time.monotonic() >= self._next:
            self._next = time.monotonic() + PROGRESS_SECONDS
            told = say(f"cli.verify.progress.{what}", self._lang, done=done, all=self._all)
            print(f"\r\x1b[K{told}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._done:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _counted(self, store: Store) -> int:
        """A damaged file may not even say how much there is of it."""
        try:
            return sum(store.streams().values())
        except Exception:  # noqa: BLE001 - as it says
            return 0


def _heads(house: House, args: Namespace) -> list[HeadOut]:
    """All of them for a program; people are shown the one that stands for all."""
    from feltro.app.upkeep.going_out import heads_of_all, night_head

    head = None if args.json else night_head(house, args.lang)
    return heads_of_all(house, args.lang) if args.json else [head] if head else []


def _unopened(error: UnusableError, args: Namespace) -> Audit:
    """A file that is there and cannot even be opened, by the reason. What was typed wrong stays what it is."""
    import sqlite3

    from feltro.app.upkeep.audit import Audit, WholePart
    from feltro.kernel.outcome import Finding
    from feltro.store.port import StoreUnavailable

    why = error.__cause__
    of_a_file = error.field == "database" and args.database.startswith(SQLITE_FILE)
    if not of_a_file or not isinstance(why, (sqlite3.DatabaseError, StoreUnavailable)):
        raise error
    where = args.database.removeprefix(SQLITE_FILE)
    counts = {"streams": 0, "events": 0, "commands": 0, "people": 0, "postings": 0}
    return Audit([Finding("store.damaged", where, {"said": str(why)})], counts, (), WholePart(0, 0, 0))


def _outside(args: Namespace) -> Outside:
    """What this machine and whoever asks know besides the database."""
    from feltro.app.upkeep.heads import read_heads
    from feltro.app.upkeep.installation_key import InstallationKey, public_key_in
    from feltro.app.upkeep.marks import marks_of
    from feltro.app.upkeep.outside import Outside

    heads = tuple(read_heads(heads_text(args.heads, args.lang))) if args.heads else ()
    if args.heads and not heads:
        raise UnusableError("heads", say("cli.verify.no_heads", args.lang, file=args.heads))
    marks = marks_of(args.database)
    only = b""
    if args.public_key:
        try:
            only = public_key_in(old_file(args.public_key, args.lang).read_text("utf-8", errors="replace"))
        except ValueError as error:
            raise UnusableError("public-key", say("cli.verify.no_key", args.lang)) from error
    return Outside(InstallationKey().public, only, tuple(marks.read()) if marks else (), heads)


def _said(finding: Finding, place: str, lang: Lang) -> dict[str, str]:
    text = explain(finding, lang)
    return {"where": finding.where, "because": finding.because, "place": place, "text": text}


def heads_text(name: str, lang: Lang) -> str:
    """The lines of a file; of a photograph, what its QR codes say."""
    path = old_file(name, lang)
    if path.suffix.lower() not in PICTURES:
        return path.read_text("utf-8", errors="replace")
    try:
        import zxingcpp
        from PIL import Image
    except ImportError as error:
        raise UnusableError("heads", say("cli.verify.no_reader", lang)) from error
    with Image.open(path) as picture:
        found = zxingcpp.read_barcodes(picture.convert("L"))
    return "\n".join(one.text for one in found)
