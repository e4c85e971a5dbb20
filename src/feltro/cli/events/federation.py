"""`feltro federation`: results signed for other houses, houses that a season follows, and the ranking over all of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from feltro.cli.database import add_database, add_usual, add_who, envelope, new_file, opened, tell, tell_refusal
from feltro.cli.terminal import UnusableError, write_json, write_table
from feltro.words.sentences import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from feltro.app.federation.followed import Sent
    from feltro.app.handling import House
    from feltro.kernel.outcome import Refused
    from feltro.words.languages import Lang

WEB = ("https://", "http://")
PATIENCE_SECONDS = 30


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar=say("cli.action", lang))
    for name in ACTIONS:
        action = actions.add_parser(name, help=say(f"cli.federation.{name}", lang))
        action.add_argument("season", help=say("cli.results.season", lang))
        if name in {"sign", "follow", "unfollow"}:
            action.add_argument("what", help=say(f"cli.federation.{name}.what", lang))
        if name == "follow":
            action.add_argument("--key", default="", help=say("cli.federation.key", lang))
            action.add_argument("--recount", action="store_true", help=say("cli.federation.recount", lang))
        if name == "standings":
            action.add_argument("--top", type=int, default=50, help=say("cli.standings.top", lang))
        add_database(action, lang)
        add_who(action, lang)
        add_usual(action, lang)


def run(args: Namespace) -> int:
    return ACTIONS[args.action](args)


def sign(args: Namespace) -> int:
    from feltro.app.federation.signed import sign_results
    from feltro.app.public.results import season_results
    from feltro.app.screens.club import club_of
    from feltro.app.upkeep.installation_key import InstallationKey
    from feltro.kernel.outcome import Refused

    path = new_file(args.what, args.lang)
    with opened(args) as house, house.world.lock:
        found = season_results(house, args.season)
        name = club_of(house.store).name
    if found is None:
        return tell_refusal(Refused("season.unknown", {"season": args.season}), args)
    if not name:
        return tell_refusal(Refused("federation.no_name"), args)
    key = InstallationKey()
    body = sign_results(name, found, key)
    if body is None:
        return tell_refusal(Refused("federation.no_key"), args)
    path.write_bytes(body)
    answer = {"file": str(path), "events": len(found.told.events), "key": key.public.hex()}
    return tell("cli.federation.signed", args, answer, file=str(path), signer=key.public.hex())


def follow(args: Namespace) -> int:
    from feltro.app.federation.followed import Sent

    by_address = args.what.startswith(WEB)
    data = fetched(args.what, args.lang) if by_address else _read(args.what, args.lang)
    sent = Sent(data, args.key, args.what if by_address else "", args.recount)
    with opened(args) as house:
        return _take(house, sent, args)


def refresh(args: Namespace) -> int:
    """Every house that was followed by an address, once more; one that is away is told and stays as it was."""
    from feltro.app.federation.followed import Sent, followed_by

    worst = 0
    with opened(args) as house:
        for one in followed_by(house.store, args.season).houses.values():
            if one.address:
                data = fetched(one.address, args.lang)
                worst = max(worst, _take(house, Sent(data, one.signer, one.address, one.recounted), args))
    return worst


def _take(house: House, sent: Sent, args: Namespace) -> int:
    from feltro.app.federation.followed import follow as take
    from feltro.app.ranking import ranking_of
    from feltro.app.upkeep.installation_key import InstallationKey
    from feltro.kernel.outcome import Refused

    with house.world.lock:
        ranking = ranking_of(args.season, house.world, house.books)
    if isinstance(ranking, Refused):
        return tell_refusal(ranking, args)
    own = InstallationKey().public.hex()
    found = take(house.store, args.season, sent, ranking.rules.scheme, own, envelope(args))
    if isinstance(found, Refused):
        return tell_refusal(found, args)
    answer = {
        "house": found.house,
        "season": found.season,
        "events": found.events,
        "key": found.signer,
        "id": found.id,
    }
    return tell(
        "cli.federation.followed", args, answer, house=found.house, events=found.events, signer=found.signer
    )


def fetched(address: str, lang: Lang) -> bytes:
    """By plain HTTP, no further than the size of a season."""
    from urllib.error import URLError
    from urllib.request import Request, urlopen

    from feltro.app.federation.signed import LARGEST

    try:
        with urlopen(Request(address), timeout=PATIENCE_SECONDS) as answer:  # noqa: S310 - http and https only
            body: bytes = answer.read(LARGEST + 1)
    except (URLError, OSError, ValueError) as error:
        raise UnusableError("what", say("cli.federation.away", lang, address=address)) from error
    return body


def _read(name: str, lang: Lang) -> bytes:
    path = Path(name)
    if not path.is_file():
        raise UnusableError("what", say("cli.file.none", lang, file=name))
    return path.read_bytes()


def unfollow(args: Namespace) -> int:
    from feltro.app.federation.followed import unfollow as leave

    with opened(args) as house:
        refused: Refused | None = leave(house.store, args.season, args.what, envelope(args))
    return tell_refusal(refused, args) if refused else tell("cli.federation.left", args, {"house": args.what})


def list_(args: Namespace) -> int:
    import msgspec

    from feltro.app.federation.followed import followed_by

    with opened(args) as house:
        found = followed_by(house.store, args.season).houses
    if args.json:
        write_json([{"id": one.id, **msgspec.to_builtins(one)} for one in found.values()])
        return 0
    head = [
        say(f"cli.federation.column.{name}", args.lang) for name in ("id", "house", "season", "events", "address")
    ]
    rows = [[one.id, one.house, one.season_name, str(one.events), one.address] for one in found.values()]
    write_table(head, rows, right=(3,))
    return 0


def standings(args: Namespace) -> int:
    from fractions import Fraction

    from feltro.app.federation.across import across, rows_of
    from feltro.app.ranking.explanation import plain_points
    from feltro.kernel.outcome import Refused
    from feltro.season.points.scheme import WHOLE
    from feltro.words.sentences import written

    with opened(args) as house, house.world.lock:
        found = across(house, args.season)
    if isinstance(found, Refused):
        return tell_refusal(found, args)
    rows = rows_of(found, 0, args.top)
    if args.json:
        write_json([
            {"rank": one.standing.rank, "name": one.name, "points": plain_points(one.standing.points), "houses": one.houses}
            for one in rows
        ])  # fmt: skip
        return 0
    head = [say(f"report.column.{name}", args.lang) for name in ("rank", "name", "points")]
    told = [
        [
            str(one.standing.rank),
            one.name,
            written(Fraction(one.standing.points, WHOLE), args.lang),
            ", ".join(one.houses),
        ]
        for one in rows
    ]
    write_table([*head, say("cli.federation.column.house", args.lang)], told, right=(0, 2))
    return 0


ACTIONS: dict[str, Callable[[Namespace], int]] = {
    "sign": sign,
    "follow": follow,
    "refresh": refresh,
    "unfollow": unfollow,
    "list": list_,
    "standings": standings,
}
