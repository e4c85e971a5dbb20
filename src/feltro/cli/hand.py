"""`feltro hand replay`, `show` and `equity`: hand histories in PHH, and what hands are worth.

Plain functions; the command line parses the arguments and chooses the rules.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from feltro.hand.phh.reader import History
    from feltro.hand.rules import HandRules
    from feltro.kernel.outcome import Refused

    Say = Callable[[str, dict[str, Any]], str]
    """Words of a key with its values, in the reader's language."""


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
    from feltro.hand.phh.reader import NotPhh, read_all
    from feltro.hand.phh.replay import replay as play_again
    from feltro.hand.rules import AS_WRITTEN
    from feltro.hand.telling import tell

    try:
        for history in read_all(Path(path).read_text(encoding="utf-8")):
            result = play_again(history, rules or AS_WRITTEN)
            for told in tell(result.hand, history.others.get("players", ())):
                print(say(told.key, _for_people(told.values, history.units, say)))
            if result.divergence is not None:
                values = {"file": path, "rules": "", **_divergence(result.divergence)}
                print(_sentence(values, say))
                return 1
    except (NotPhh, OSError, UnicodeDecodeError) as error:
        print(say("hand.replay.unreadable", {"file": path, "reason": str(error)}))
        return 1
    return 0


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
        parts = {name: f"{100 * getattr(share, name):.2f}" for name in ("equity", "win", "tie")}
        print(say("hand.equity.share", {"hand": share.hand, **parts}))
    error = f"{100 * max(share.error for share in answer.players):.2f}"
    print(say(f"hand.equity.{'counted' if answer.exact else 'sampled'}", {"deals": answer.deals, "error": error}))
    return 0


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


def _replayed(path: str, rules: HandRules | None) -> Iterator[dict[str, Any]]:
    from feltro.hand.phh.reader import NotPhh, read_all

    try:
        for history in read_all(Path(path).read_text(encoding="utf-8")):
            yield {"file": path, **_answer(history, rules)}
    except (NotPhh, OSError, UnicodeDecodeError) as error:
        yield {"file": path, "ok": False, "final_stacks": None, "recorded_stacks": None, "error": str(error)}


def _answer(history: History, rules: HandRules | None) -> dict[str, Any]:
    from feltro.hand.phh.replay import replay as play_again
    from feltro.hand.rules import AS_WRITTEN

    result = play_again(history, rules or AS_WRITTEN)
    recorded = history.finishing_stacks
    answer: dict[str, Any] = {
        "ok": False,
        "final_stacks": None,
        "recorded_stacks": None if recorded is None else _chips(recorded, history.units),
        "error": None,
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
    values = {"file": answer["file"], "rules": answer["rules"]}
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
