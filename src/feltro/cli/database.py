"""What commands on a house share: which database, who asks, and how an answer of the house is told."""

from __future__ import annotations

import os
import sys
import time
import uuid
from argparse import SUPPRESS
from contextlib import ExitStack, contextmanager
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
    from feltro.app.world.shelf import Shelf
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
def opened(args: Namespace, *, make: bool = False, waits: bool = False) -> Iterator[House]:
    """The house behind `--database`. A file that is not there is a slip of the pen unless `make` says otherwise; a server
    that is away is waited for where `waits` says so."""
    from feltro.app.wiring import open_house, open_when_there

    if not make:
        must_be_there(args)

    def tell(_error: Exception) -> None:
        print(say("cli.database.waits", args.lang), file=sys.stderr, flush=True)

    with _said_if_unopened(args):
        house = open_when_there(args.database, tell) if waits else open_house(args.database)
    try:
        yield house
    finally:
        house.store.close()


@contextmanager
def looked_at(args: Namespace) -> Iterator[tuple[House, Shelf | None]]:
    """The same, to look at only: a file that nobody can write to will do."""
    from feltro.app.wiring import look_at_house

    must_be_there(args)
    with ExitStack() as stack:
        with _said_if_unopened(args):
            found = stack.enter_context(look_at_house(args.database))
        yield found


def must_be_there(args: Namespace) -> None:
    file = args.database.removeprefix(SQLITE_FILE)
    if args.database.startswith(SQLITE_FILE) and not Path(file).is_file():
        raise UnusableError("database", say("cli.database.none", args.lang, file=file))


@contextmanager
def _said_if_unopened(args: Namespace) -> Iterator[None]:
    from feltro.store.port import StoreUnavailable

    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise UnusableError("database", say("cli.extra_missing", args.lang, extra="postgres")) from error
    except (ValueError, OSError, StoreUnavailable) as error:
        raise unopened(args.lang) from error
    except Exception as error:
        if type(error).__module__.partition(".")[0] not in {"sqlite3", "psycopg", "psycopg_pool"}:
            raise
        raise unopened(args.lang) from error


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
