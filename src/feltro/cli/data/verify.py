"""`feltro verify`: whether the log, the books and the rows still say what was once written.

With `--heads FILE` it is held to what went out of the house: a list that was typed, lines that were scanned, or a photograph
of the QR codes themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.cli.database import add_database, old_file, opened
from feltro.cli.terminal import UnusableError, explain, write_json
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from feltro.app.upkeep.outside import Outside
    from feltro.kernel.outcome import Finding
    from feltro.words.languages import Lang

PICTURES = {".png", ".jpg", ".jpeg", ".webp"}


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("--heads", metavar="FILE", help=say("cli.verify.heads", lang))
    parser.add_argument("--public-key", metavar="FILE", help=say("cli.verify.public_key", lang))
    add_database(parser, lang)


def run(args: Namespace) -> int:
    from feltro.app.upkeep.audit import verify_house
    from feltro.app.upkeep.going_out import heads_of_all
    from feltro.app.upkeep.places import place_in_words

    outside = _outside(args)
    with opened(args) as house:
        report = verify_house(house.store, outside, house.world.shelf)
        found, notes = (
            [_said(one, place_in_words(one.where, house.world, args.lang), args.lang) for one in several]
            for several in (report.findings, report.notes)
        )
        heads = heads_of_all(house, args.lang)
    if args.json:
        sound = {"sound": not found, "counts": report.counts, "findings": found, "notes": notes}
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
    return 1 if found else 0


def _outside(args: Namespace) -> Outside:
    """What this machine and whoever asks know besides the database."""
    from feltro.app.upkeep.heads import read_heads
    from feltro.app.upkeep.installation_key import InstallationKey, public_key_in
    from feltro.app.upkeep.marks import marks_of
    from feltro.app.upkeep.outside import Outside

    heads = tuple(read_heads(heads_text(args.heads, args.lang))) if args.heads else ()
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
