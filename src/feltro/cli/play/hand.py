"""`feltro hand replay`, `show` and `equity`: hand histories in PHH, and what hands are worth."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feltro.words.sentences import say as words

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterable, Iterator
    from fractions import Fraction

    from feltro.hand.phh.reader import History
    from feltro.hand.rules import HandRules
    from feltro.kernel.outcome import Refused
    from feltro.words.languages import Lang

    Say = Callable[[str, dict[str, Any]], str]
    """Words of a key with its values, in the reader's language."""


PROGRESS_FROM = 50
"""Files from which a progress bar is worth its ink."""


def arguments(parser: ArgumentParser, lang: Lang) -> None:
    parser.add_argument("action", choices=["replay", "show", "equity"], help=words("cli.hand.action", lang))
    parser.add_argument("what", nargs="+", metavar="FILE|HAND", help=words("cli.hand.what", lang))
    parser.add_argument("--book", help=words("cli.hand.book", lang))
    parser.add_argument("--game", default="nlhe", help=words("cli.hand.game", lang))
    parser.add_argument("--board", default="", help=words("cli.hand.board", lang))
    parser.add_argument("--dead", default="", help=words("cli.hand.dead", lang))


def run(args: Namespace) -> int:
    def say(key: str, values: dict[str, Any]) -> str:
        return words(key, args.lang, **values)

    spoken = None if args.json else say
    rules = _rules_of(args.book, args.lang) if args.book else None
    if args.action == "replay":
        progress = len(args.what) >= PROGRESS_FROM and sys.stderr.isatty()
        return replay(args.what, rules, args.book or "", spoken, progress)
    if args.action == "show":
        return max(show(path, rules, say) for path in args.what)
    return equity(args.what, args.game, spoken, board=args.board, dead=args.dead, progress=sys.stderr.isatty())


def _rules_of(book: str, lang: Lang) -> HandRules:
    from feltro.cli.shelf import find_rulebook
    from feltro.rulings.hand_rules import hand_rules

    return hand_rules(find_rulebook(book, lang))


def replay(files: Iterable[str], rules: HandRules | None, rules_name: str, say: Say | None, progress: bool) -> int:
    """Replay files and print the final stacks or the first divergence; JSON lines when `say` is None.

    `rules_name` is what the answer calls the rules: a book's id, or nothing for the rules of histories.
    """
    named = rules_name or "as-written"
    paths = list(files)
    wrong = 0
    for done, path in enumerate(paths, 1):
        for answer in _replayed(path, rules):
            wrong += not answer["ok"]
            answer["rules"] = named
            print(json.dumps(_public(answer), ensure_ascii=False) if say is None else _sentence(answer, say))
        if progress and (done % 25 == 0 or done == len(paths)):
            print(_bar(done, len(paths)), end="\n" if done == len(paths) else "", file=sys.stderr, flush=True)
    return 1 if wrong else 0


def show(path: str, rules: HandRules | None, say: Say) -> int:
    """Tell the hands of a file as a person would."""
    from feltro.hand.phh.reader import NotPhh, read
    from feltro.hand.phh.replay import replay as play_again
    from feltro.hand.rules import AS_WRITTEN
    from feltro.hand.story import tell

    wrong = 0
    for answer, text in _hands(path):
        try:
            history = read(text)
            result = play_again(history, rules or AS_WRITTEN)
        except NotPhh as error:
            answer["error"] = answer["error"] or str(error)
        else:
            for told in tell(result.hand, history.players):
                print(say(told.key, _for_people(told.values, history.units, say)))
            if result.divergence is not None:
                answer.update(_divergence(result.divergence))
        if answer["error"] is not None:
            wrong = 1
            print(_sentence(answer | {"rules": ""}, say))
    return wrong


def equity(  # noqa: PLR0913 - the cards of a table and how to answer, as the command line has them
    hands: list[str], game: str, say: Say | None, *, board: str = "", dead: str = "", progress: bool = False
) -> int:
    """Say what each hand is worth; JSON when `say` is None."""
    from dataclasses import asdict

    from feltro.hand.equity import equity as worth
    from feltro.kernel.outcome import Refused

    shown = _show_progress if progress else None
    answer = worth(game, hands, board, dead, progress=shown)
    if progress:
        print(file=sys.stderr)
    if isinstance(answer, Refused):
        refusal = {"error": answer.because, "values": dict(answer.values)}
        print(json.dumps(refusal) if say is None else say(answer.because, dict(answer.values)))
        return 1
    if say is None:
        print(json.dumps(asdict(answer)))
        return 0
    for share in answer.players:
        parts = {name: _percent(getattr(share, name)) for name in ("equity", "win", "tie")}
        print(say("hand.equity.share", {"hand": share.hand, **parts}))
    error = _percent(max(share.error for share in answer.players))
    print(say(f"hand.equity.{'counted' if answer.exact else 'sampled'}", {"deals": answer.deals, "error": error}))
    return 0


def _percent(share: float) -> Fraction:
    """A share in percent, to two decimals."""
    from fractions import Fraction

    return Fraction(round(10_000 * share), 100)


def _show_progress(done: int, total: int) -> None:
    print(_bar(done, total), end="", file=sys.stderr, flush=True)


def _for_people(values: dict[str, Any], units: int, say: Say) -> dict[str, Any]:
    """Names of games and streets in words, chips as the room writes them."""
    from feltro.kernel.chips import write_chips

    shown = dict(values)
    for name in ("game", "street"):
        if name in shown:
            shown[name] = say(f"hand.{name}.{shown[name]}", {})
    for name in ("chips", "stack"):
        if name in shown:
            whole, rest = divmod(shown[name], units)
            decimals = f",{rest:0{len(str(units)) - 1}d}" if rest else ""
            shown[name] = write_chips(whole) + decimals
    return shown


def _hands(path: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Each hand of a file: the beginning of what is answered about it, and its text."""
    from feltro.hand.phh.reader import sections

    empty: dict[str, Any] = {"ok": False, "final_stacks": None, "recorded_stacks": None, "error": None}
    try:
        parts = list(sections(Path(path).read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        yield {"file": path, **empty, "error": str(error)}, ""
        return
    for name, text in parts:
        yield {"file": path, **({"hand": name} if len(parts) > 1 else {}), **empty}, text


def _replayed(path: str, rules: HandRules | None) -> Iterator[dict[str, Any]]:
    from feltro.hand.phh.reader import NotPhh, read

    for answer, text in _hands(path):
        try:
            yield answer | _answer(read(text), rules)
        except NotPhh as error:
            yield answer | {"error": answer["error"] or str(error)}


def _answer(history: History, rules: HandRules | None) -> dict[str, Any]:
    from feltro.hand.phh.replay import replay as play_again
    from feltro.hand.rules import AS_WRITTEN

    result = play_again(history, rules or AS_WRITTEN)
    recorded = history.finishing_stacks
    answer: dict[str, Any] = {
        "recorded_stacks": None if recorded is None else _chips(recorded, history.units),
    }
    if result.divergence is not None:
        return answer | _divergence(result.divergence)
    final = tuple(result.hand.stacks)
    answer["final_stacks"] = _chips(final, history.units)
    answer["ok"] = recorded is None or final == recorded
    if not answer["ok"]:
        answer["error"] = "final stacks differ"
    return answer


def _divergence(divergence: Any) -> dict[str, Any]:
    refused: Refused = divergence.refused
    where = f"action {divergence.number}, {divergence.action!r}: " if divergence.number else ""
    return {"error": f"{where}{refused.because} {dict(refused.values)}", "divergence": divergence}


def _chips(stacks: Iterable[int], units: int) -> list[int | float]:
    return [stack // units if stack % units == 0 else stack / units for stack in stacks]


def _public(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key != "divergence"}


def _sentence(answer: dict[str, Any], say: Say) -> str:
    section = f" [{answer['hand']}]" if "hand" in answer else ""
    values = {"file": answer["file"] + section, "rules": answer["rules"]}
    divergence = answer.get("divergence")
    if divergence is not None:
        reason = say(divergence.refused.because, dict(divergence.refused.values))
        return say(
            "hand.replay.diverges",
            values | {"number": divergence.number, "action": divergence.action, "reason": reason},
        )
    if answer["final_stacks"] is None:
        return say("hand.replay.unreadable", values | {"reason": answer["error"]})
    stacks = {"stacks": answer["final_stacks"], "recorded": answer["recorded_stacks"]}
    return say("hand.replay.right" if answer["ok"] else "hand.replay.stacks_differ", values | stacks)


def _bar(done: int, total: int) -> str:
    filled = 30 * done // total
    return f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{total}"
