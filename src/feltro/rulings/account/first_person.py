"""A player who tells his own hand: by the name that he gives himself, or with the question where he sat."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_BETS = {
    "apostei": "apostou",
    "aumentei": "aumentou",
    "betei": "betou",
    "bati": "bateu",
    "callei": "callou",
    "chequei": "checou",
    "cobri": "cobriu",
    "corri": "correu",
    "desisti": "desistiu",
    "foldei": "foldou",
    "igualei": "igualou",
    "larguei": "largou",
    "limpei": "limpou",
    "paguei": "pagou",
    "raisei": "raisou",
    "reaumentei": "reaumentou",
    "subi": "subiu",
    "tribetei": "tribetou",
}
"""What only a player says of himself."""
_EITHER = frozenset({"bati", "cobri", "corri", "larguei", "limpei"})
"""These only behind `eu`, or of a sum: a dealer may have said them."""
_PUTS = {
    "arremessei": "arremessou",
    "atirei": "atirou",
    "botei": "botou",
    "coloquei": "colocou",
    "empurrei": "empurrou",
    "joguei": "jogou",
    "lancei": "lançou",
    "meti": "meteu",
    "pus": "pôs",
    "soltei": "soltou",
    "taquei": "tacou",
}
_GOES = {"dei": "deu", "fiz": "fez", "fui": "foi", "falei": "falou", "anunciei": "anunciou", "pedi": "pediu"}
_SAYS = {
    "abri": "abriu",
    "declarei": "declarou",
    "disse": "disse",
    "estava": "estava",
    "ia": "ia",
    "pago": "pagou",
    "quis": "quis",
    "tava": "estava",
    "tinha": "tinha",
    "voltei": "voltou",
}
_MINE = {**_BETS, **_PUTS, **_GOES, **_SAYS}
_SUM = r"(?:\d[\d.]*|mil|cem|duzent|trezent|quatrocent|quinhent|seiscent|setecent|oitocent|novecent)"
_OF_CHIPS = rf"(?:só |so |mais |apenas )*(?:(?:uma|duas|tr[eê]s|quatro|cinco|\d)(?: fichas?)? de {_SUM}|{_SUM}\w*)\b(?! cartas?\b)"
_ACT = r"(?:um |uma |o )?(?:call|raise|fold|check|mesa|all[ -]?in|bet|aposta|aumento|limp|3bet)"
_UNQUOTED = r"(?<!falou )(?<!disse )(?<!gritou )(?<!anunciou )(?<!dizendo )(?<!que )"
_PLAYED = re.compile(
    _UNQUOTED
    + r"\b(?:"
    + "|".join(
        (
            rf"(?:{'|'.join(sorted(set(_BETS) - _EITHER))})\b",
            rf"(?:{'|'.join(sorted(_EITHER | set(_PUTS)))}) {_OF_CHIPS}",
            rf"eu (?:tamb[eé]m |j[aá] |s[oó] |ent[aã]o )?(?:{'|'.join(sorted(_BETS))})\b",
            rf"(?:dei|fiz|pedi) {_ACT}\b",
            rf"fui (?:de )?(?:all[ -]?in|call|raise|{_SUM})",
            r"(?:falei|anunciei) (?:que )?(?:pago|call|raise|aumento|fold|check|mesa|all[ -]?in)\b",
            r"I (?:bet|raised|called|folded|checked|shoved|limped)\b",
            r"(?:yo )?(?:apost[ée]|pagu[ée]|aumenté|igualé)\b",
        )
    )
    + ")",
    re.IGNORECASE,
)
"""By this a telling is known to be a player's; a dealer says of himself what teller.py has."""
_I_DID = re.compile(
    rf"\b(?:eu\s+)?((?:(?:já|ja|só|so|nem|não|nao|quase|também|tambem|então|entao)\s+)*)({'|'.join(sorted({*_MINE} - {*_SAYS}))})\b"
    rf"|\beu\s+((?:(?:já|ja|só|so|nem|não|nao)\s+)*)({'|'.join(sorted(_SAYS))})\b"
    r"|\beu\b",
    re.IGNORECASE,
)
_WHERE = re.compile(
    r"\b(?:eu,?\s+(?:(?:era|sou|tava|estava|sentad[oa])\s+)*|sou\s+)(?:(?:d[oae]|n[oa]|o|a|como|em)\s+)?(?P<seat>(?:assento |seat |lugar )?[\w+]+)\s*(?P<joins>,|:|\.|;|\be\b)?",
    re.IGNORECASE,
)
"""`eu era o Max`, `eu tava no CO e ...`, `eu de botão:`."""
_QUOTED = re.compile(r"([\"“”«»][^\"“”«»]+[\"“”«»])")


def by_name(words: str, named: Callable[[str], Sequence[str]]) -> tuple[str, bool]:
    """The telling with its teller by name, and whether somebody who played it never said where he sat."""
    parts = _QUOTED.split(words)
    if not any(_PLAYED.search(part) for part in parts[::2]):
        return words, False
    name = ""
    for at in range(0, len(parts), 2):
        for found in _WHERE.finditer(parts[at]):
            names = named(f"o {found['seat']}" if not found["seat"].isdecimal() else f"assento {found['seat']}")
            if len(names) == 1:
                name = name or names[0]
                parts[at] = parts[at].replace(found[0], "eu " if found["joins"] != "." else "", 1)
                break
    if not name:
        return words, True
    called = f"o assento {name}" if name.isdecimal() else name
    return "".join(
        part if at % 2 else _I_DID.sub(lambda one: _told(one, called), part) for at, part in enumerate(parts)
    ), False


def _told(found: re.Match[str], called: str) -> str:
    verb = found[2] or found[4]
    return f"{called} {found[1] or found[3] or ''}{_MINE[verb.lower()]}" if verb else called
