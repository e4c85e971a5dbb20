"""Who tells it: what a dealer says of himself is what the dealer did, and `esse aqui do botão` is the one on the button."""

from __future__ import annotations

import re

_DEALT = {
    "abri": "abriu",
    "acionei": "acionou",
    "anunciei": "anunciou",
    "apertei": "apertou",
    "bati": "bateu",
    "botei": "botou",
    "coloquei": "colocou",
    "comecei": "começou",
    "contei": "contou",
    "dei": "deu",
    "deixei": "deixou",
    "derrubei": "derrubou",
    "distribuí": "distribuiu",
    "distribui": "distribuiu",
    "embaralhei": "embaralhou",
    "empurrei": "empurrou",
    "entreguei": "entregou",
    "esqueci": "esqueceu",
    "expus": "expôs",
    "falei": "falou",
    "levei": "levou",
    "matei": "matou",
    "misturei": "misturou",
    "mostrei": "mostrou",
    "pulei": "pulou",
    "pus": "pôs",
    "puxei": "puxou",
    "queimei": "queimou",
    "recolhi": "recolheu",
    "tirei": "tirou",
    "virei": "virou",
}
"""What only a dealer says of himself; a player's own bets are told by others, or stand between quotation marks."""
_DEALT_EN = "announced|burned|burnt|dealt|dropped|exposed|flipped|forgot|gave|killed|mixed|mucked|opened|pulled|pushed|put|said|scooped|shuffled|skipped|swept|took|turned"
_DEALT_ES = {
    "abrí": "abrió",
    "barajé": "barajó",
    "di": "dio",
    "dije": "dijo",
    "entregué": "entregó",
    "expuse": "expuso",
    "maté": "mató",
    "mezclé": "mezcló",
    "olvidé": "olvidó",
    "puse": "puso",
    "quemé": "quemó",
    "recogí": "recogió",
    "salteé": "salteó",
    "tiré": "tiró",
}
_I_DID = re.compile(
    rf"\bI\s+((?:had\s+)?(?:already\s+|only\s+|just\s+|accidentally\s+)?(?:{_DEALT_EN}))\b", re.IGNORECASE
)
_YO_HICE = re.compile(
    rf"\b(?:yo\s+)?(?:me\s+)?((?:ya|solo|no)\s+)?({'|'.join(_DEALT_ES)})\b(?!\s+que)", re.IGNORECASE
)
_HE_DID = re.compile(rf"\b(?:eu\s+)?((?:já|ja|só|so|nem|não|nao|quase)\s+)?({'|'.join(_DEALT)})\b", re.IGNORECASE)
_HE_WAS = re.compile(
    r"\beu\s+((?:já|ja|ainda|nem|não|nao|só|so)\s+)?(tinha|tava|estava|havia|ia)\b(?!\s+de\s+fora)", re.IGNORECASE
)
_THIS_ONE = re.compile(
    r"\b(?P<who>ess|est|aquel)(?P<ending>[ea])\s+(?:(?:aqui|aí|ai|ali|lá|la)\s+)?(?=d[oa]\s+\w)", re.IGNORECASE
)
_FROM_TO = re.compile(
    r"\bd[oa]\s+(\d{1,2})\s+(?:até|ate|ao|à)\s+(?:[oa]\s+)?(\d{1,2})\s+(?=\w{3,}(?:aram|eram|iram|am)\b)",
    re.IGNORECASE,
)
"""`do 5 até o 7 foldaram`: all of them did."""
_MOMENT_LATER = re.compile(r"\s+e\s+(?:um|uns)\s+(?:segundo|segundos|instante|momento)s?\s+depois\b", re.IGNORECASE)
"""`novecentos e um segundo depois mais mil`: no chip more, only a moment."""
_SAID = re.compile(r"([\"“”«»][^\"“”«»]+[\"“”«»])")


def told_of_others(words: str) -> str:
    """The telling in the third person; what stands between quotation marks stays as it was said."""
    words = _AFTER_HIS_EN.sub(_did_first_en, _AFTER_HIS.sub(_did_first, words))
    parts = _SAID.split(_SAID_THAT.sub(_in_his_words, _ANSWERED.sub(_denied, words)))
    return "".join(part if at % 2 else _third_person(part) for at, part in enumerate(parts))


_HAVING = re.compile(
    r"\bcom (?P<who>[oa] \w+) (?:já |ja )?tendo (?P<stem>\w+?)(?P<ending>ado|ido)\b", re.IGNORECASE
)
"""`com a Ivone tendo apostado 500`: what came first."""


def _after_it(found: re.Match[str]) -> str:
    return f"depois que {found['who']} {found['stem']}{'ou' if found['ending'].lower() == 'ado' else 'iu'}"


def _denied(found: re.Match[str]) -> str:
    return f"{found['before']}{_NOT[found['already'].lower()]}{found['after']}."


_NOT = {"já": "não", "ja": "não", "already": "not", "ya": "no"}
_ANSWERED = re.compile(
    r"(?P<before>[^.?!;]*\b)(?P<already>já|ja|already|ya)(?P<after>\b[^.?!;]*)\?\s*(?:não|nao|no|ainda não|ainda nao|not yet|todavía no)\b[^.?!;]*[.;!]?",
    re.IGNORECASE,
)
"""`a outra mão já começou? Não, ainda não.`: asked of himself, and denied."""


_SAID_THAT = re.compile(
    r"\b(?P<said>disse|falou|anunciou|avisou|declarou|diz|fala|anuncia)\s+que\s+"
    r"(?P<verb>apostava|ia apostar|apostaria|vai apostar|aumentava|ia aumentar|aumentaria|vai aumentar|subia|ia subir|vai subir|pagava|ia pagar|pagaria|vai pagar|dava call|ia dar call|ia de all[ -]?in)\b"
    r"(?P<rest>(?:[^,.;:\"“”]|(?<=\d)\.(?=\d)){0,30}?)\s*,?\s*"
    r"(?P<but>\b(?:mas|só que|so que|porém|porem|e|aí|ai)\s+(?:(?:só|so|depois|na hora|aí|ai)\s+)*(?:botou|colocou|pôs|pos|jogou|empurrou|meteu|tacou|largou|pingou|soltou)\b)",
    re.IGNORECASE,
)
"""`disse que apostava 600 mas botou 400`: words, and then other chips."""
_SAID_BY_IT = (
    ("apost", "aposto"),
    ("aument", "aumento"),
    ("sub", "aumento"),
    ("pag", "pago"),
    ("call", "pago"),
    ("all", "all-in"),
)


def _in_his_words(found: re.Match[str]) -> str:
    verb = next(said for stem, said in _SAID_BY_IT if stem in found["verb"].lower())
    return f'{found["said"]} "{verb}{found["rest"].rstrip()}" {found["but"]}'


_AFTER_HIS = re.compile(
    r"(?P<opens>^\s*|[.;:!?]\s+)(?:depois|diante|contra)\s+d?(?:[oa]|um|uma)\s+(?P<act>open|abertura|raise|aumento|aposta|bet)\s+(?:de|pra|para)\s+(?P<sum>\d[\d.]*|mil)\s+d(?P<art>[oa])\s+(?P<who>[\w+]+),?\s+",
    re.IGNORECASE,
)
"""`depois do open de 500 do UTG o MP ...`: what came first, as a thing."""
_AFTER_HIS_EN = re.compile(
    r"(?P<opens>^\s*|[.;:!?]\s+)(?:after|facing)\s+an?\s+(?:(?P<sum>\d[\d,]*)\s+(?P<act>open|raise|bet)|(?P<act2>open|raise|bet)\s+(?:of|to)\s+(?P<sum2>\d[\d,]*))\s+(?:from|by)\s+(?P<who>(?:the\s+)?(?:seat\s+)?[\w+]+),?\s+",
    re.IGNORECASE,
)


def _did_first(found: re.Match[str]) -> str:
    verb = "apostou" if found["act"].lower() in {"aposta", "bet"} else "aumentou pra"
    return f"{found['opens']}{found['art']} {found['who']} {verb} {found['sum']}, "


def _did_first_en(found: re.Match[str]) -> str:
    verb = "bets" if (found["act"] or found["act2"]).lower() == "bet" else "raises to"
    return f"{found['opens']}{found['who']} {verb} {found['sum'] or found['sum2']}, "


def _third_person(part: str) -> str:
    part = _HAVING.sub(_after_it, part)
    part = _THIS_ONE.sub(lambda found: "a " if found["ending"].lower() == "a" else "o ", part)
    part = _MOMENT_LATER.sub(" e depois", part)
    part = _FROM_TO.sub(r"do \1 ao \2 todo mundo ", part)
    part = _HE_WAS.sub(lambda found: f"o dealer {found[1] or ''}{found[2]}", part)
    part = _I_DID.sub(lambda found: f"the dealer {found[1]}", part)
    part = _YO_HICE.sub(lambda found: f"el dealer {found[1] or ''}{_DEALT_ES[found[2].lower()]}", part)
    return _HE_DID.sub(lambda found: f"o dealer {found[1] or ''}{_DEALT[found[2].lower()]}", part)
