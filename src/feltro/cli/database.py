"""What commands on a house share: which database, who asks, and how an answer of the house is told."""

from __future__ import annotations

import os
import sys
import time
import uuid
from argparse import SUPPRESS
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.cli.terminal import UnusableError, write_json
from feltro.words.languages import LANGUAGES
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from feltro.app.handling import House
    from feltro.app.world.plan import Envelope
    from feltro.kernel.outcome import Refused
    from feltro.words.languages import Lang

DEFAULT = "sqlite:///feltro.sqlite3"
REFUSED = 1
LONGEST_WHO = 64
SQLITE_FILE = "sqlite:///"


def add_database(parser: ArgumentParser, lang: Lang) -> None:
    chosen = os.environ.get("FELTRO_DATABASE", DEFAULT)
    parser.add_argument("--database", metavar="URL", default=chosen, help=say("cli.database", lang))


def add_who(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("--who", metavar="ID", default="terminal", help=say("cli.who", lang))


def add_usual(parser: ArgumentParser, lang: Lang) -> None:
    """`--json` and `--lang` behind an action, too; where they are not given, those before it hold."""
    parser.add_argument("--json", action="store_true", default=SUPPRESS, help=say("cli.json", lang))
    parser.add_argument("--lang", choices=LANGUAGES, default=SUPPRESS, help=say("cli.lang", lang))


def add_pictures(parser: ArgumentParser, lang: Lang) -> None:
    folder = os.environ.get("FELTRO_PICTURES", "")
    parser.add_argument("--pictures", metavar="FOLDER", default=folder, help=say("cli.serve.pictures", lang))


def pictures_folder(args: Namespace) -> Path | None:
    """Where the room is kept after every level: as asked, else beside a database that is a file."""
    from feltro.app.papers.album import FOLDER

    if args.pictures:
        return Path(args.pictures)
    if args.database.startswith(SQLITE_FILE):
        return Path(args.database.removeprefix(SQLITE_FILE)).absolute().parent / FOLDER
    return None


@contextmanager
def opened(args: Namespace, *, make: bool = False) -> Iterator[House]:
    """The house behind `--database`. A file that is not there is a slip of the pen unless `make` says otherwise."""
    from feltro.app.wiring import open_house
    from feltro.store.port import StoreUnavailable

    address: str = args.database
    if address.startswith(SQLITE_FILE) and not make and not Path(address.removeprefix(SQLITE_FILE)).is_file():
        raise UnusableError("database", say("cli.database.none", args.lang, file=address.removeprefix(SQLITE_FILE)))
    try:
        house = open_house(address)
    except (ValueError, OSError, StoreUnavailable) as error:
        raise unopened(args.lang) from error
    except Exception as error:
        if type(error).__module__.partition(".")[0] not in {"sqlite3", "psycopg", "psycopg_pool"}:
            raise
        raise unopened(args.lang) from error
    try:
        yield house
    finally:
        house.store.close()


def unopened(lang: Lang) -> UnusableError:
    """Without the address: it may hold a password."""
    return UnusableError("database", say("cli.database.unusable", lang))


def envelope(args: Namespace) -> Envelope:
    """Whoever can open the database may do everything: the terminal speaks as the organiser."""
    from feltro.app.world.plan import Envelope
    from feltro.kernel.instants import Instant

    who = getattr(args, "who", "terminal")
    if not who or not who.isprintable() or len(who) > LONGEST_WHO:
        raise UnusableError("who", say("cli.who.unfit", args.lang))
    now = Instant(time.time_ns() // 1000)
    key = f"cli-{uuid.uuid4().hex}"
    return Envelope(key=key, who=who, role="organiser", device="cli", at=now)


def tell_refusal(refused: Refused, args: Namespace) -> int:
    text = say(refused.because, args.lang, **refused.values)
    if args.json:
        cites = [str(cite) for cite in refused.cites]
        write_json({"refused": {"because": refused.because, "text": text, "cites": cites}})
    else:
        print(text, file=sys.stderr)
    return REFUSED


def tell(key: str, args: Namespace, answer: dict[str, Any], **values: Any) -> int:
    """One sentence for people, or the answer as JSON."""
    if args.json:
        write_json(answer)
    else:
        print(say(key, args.lang, **values))
    return 0


def new_file(name: str, lang: Lang) -> Path:
    """A file to write that must not be there yet, in a folder that is."""
    path = Path(name)
    if path.exists():
        raise UnusableError("file", say("cli.file.exists", lang, file=name))
    if not path.parent.is_dir():
        raise UnusableError("file", say("cli.file.no_folder", lang, file=name))
    return path


def old_file(name: str, lang: Lang) -> Path:
    path = Path(name)
    if not path.is_file():
        raise UnusableError("file", say("cli.file.none", lang, file=name))
    return path
