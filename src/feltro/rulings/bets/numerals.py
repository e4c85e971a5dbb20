"""Numbers as people write and say them, in Portuguese, English and Spanish."""

import re
from dataclasses import dataclass
from fractions import Fraction

_ROWS = {
    1: "um uma one uno un una",
    2: "dois duas two dos",
    3: "tres three",
    4: "quatro four cuatro",
    5: "cinco five",
    6: "seis six meia_duzia",
    7: "sete seven siete",
    8: "oito eight ocho",
    9: "nove nine nueve",
    10: "dez ten diez",
    11: "onze eleven once",
    12: "doze twelve doce",
    13: "treze thirteen trece",
    14: "quatorze catorze fourteen catorce",
    15: "quinze fifteen quince",
    16: "dezesseis dezasseis sixteen dieciseis",
    17: "dezessete dezassete seventeen diecisiete",
    18: "dezoito eighteen dieciocho",
    19: "dezenove dezanove nineteen diecinueve",
    20: "vinte twenty veinte",
    21: "veintiuno veintiun",
    22: "veintidos",
    23: "veintitres",
    24: "veinticuatro",
    25: "veinticinco",
    26: "veintiseis",
    27: "veintisiete",
    28: "veintiocho",
    29: "veintinueve",
    30: "trinta thirty treinta",
    40: "quarenta forty cuarenta",
    50: "cinquenta fifty cincuenta",
    60: "sessenta sixty sesenta",
    70: "setenta seventy",
    80: "oitenta eighty ochenta",
    90: "noventa ninety",
    100: "cem cento cien ciento",
    200: "duzentos duzentas doscientos doscientas",
    300: "trezentos trezentas trescientos trescientas",
    400: "quatrocentos quatrocentas cuatrocientos cuatrocientas",
    500: "quinhentos quinhentas quinientos quinientas",
    600: "seiscentos seiscentas seiscientos seiscientas",
    700: "setecentos setecentas setecientos setecientas",
    800: "oitocentos oitocentas ochocientos ochocientas",
    900: "novecentos novecentas novecientos novecientas",
}
PLAIN = {word: value for value, row in _ROWS.items() for word in row.split()}
SCALES = {
    "hundred": 100,
    "mil": 1000,
    "thousand": 1000,
    "k": 1000,
    "grand": 1000,
    "milhao": 1_000_000,
    "milhoes": 1_000_000,
    "million": 1_000_000,
    "millions": 1_000_000,
    "millon": 1_000_000,
    "millones": 1_000_000,
    "mi": 1_000_000,
    "m": 1_000_000,
}
HALVES = frozenset({"meio", "meia", "medio", "media", "half"})
JOINS = frozenset({"e", "y", "and"})

_GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{3})+")
_DIGITS = re.compile(r"(\d+)(?:[.,](\d{1,2}))?")
_K_AND_MORE = re.compile(r"(\d+)k(\d)")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that was said. Without a scale ("cinco", "1.5") it may be short for something bigger."""

    value: Fraction
    scaled: bool

    @property
    def is_short(self) -> bool:
        return not self.scaled and (self.value < 100 or self.value.denominator != 1)


def read_amount(tokens: list[str], at: int) -> tuple[Amount, int] | None:
    """The number that begins at a token, and where it ends; None when none begins there."""
    if at < len(tokens) and tokens[at][0].isdecimal():
        return _with_digits(tokens, at)
    return _in_words(tokens, at)


def _with_digits(tokens: list[str], at: int) -> tuple[Amount, int] | None:
    token = tokens[at]
    if whole := _K_AND_MORE.fullmatch(token):
        return Amount(Fraction(int(whole[1]) * 1000 + int(whole[2]) * 100), scaled=True), at + 1
    suffix = next((unit for unit in ("mil", "mi", "k", "m") if token.endswith(unit)), "")
    digits = token.removesuffix(suffix)
    if _GROUPED.fullmatch(digits):
        value, scaled = Fraction(int(re.sub(r"\D", "", digits))), True
    elif read := _DIGITS.fullmatch(digits):
        part = read[2] or ""
        value, scaled = Fraction(int(read[1] + part), 10 ** len(part)), False
    else:
        return None
    at += 1
    scale = SCALES.get(suffix)
    if scale is None and at < len(tokens) and tokens[at] in SCALES:
        scale, at = SCALES[tokens[at]], at + 1
    if scale is None:
        return Amount(value, scaled), at
    value, at = _half_more(tokens, at, value * scale, scale)
    return Amount(value, scaled=True), at


def _half_more(tokens: list[str], at: int, value: Fraction, scale: int) -> tuple[Fraction, int]:
    """`um milhão e meio`, `dois mil e meio`."""
    if at + 1 < len(tokens) and tokens[at] in JOINS and tokens[at + 1] in HALVES:
        return value + Fraction(scale, 2), at + 2
    return value, at


def _in_words(tokens: list[str], at: int) -> tuple[Amount, int] | None:
    """Units, tens and hundreds that add up, times their scale; a word that does not fit ends the number."""
    total, group, room, top = Fraction(0), 0, 1000, 10**9
    scaled, end, half = False, at, False
    place = at
    while place < len(tokens) and not half:
        word = tokens[place]
        if word in JOINS and end > at:
            place += 1
            continue
        if word in PLAIN and PLAIN[word] < room:
            group += PLAIN[word]
            room = _room_after(PLAIN[word])
        elif word == "hundred" and 0 < group < 100:
            group, room, scaled = group * 100, 100, True
        elif word in SCALES and word != "hundred" and SCALES[word] < top and not _bare_letter(word, group):
            total += max(group, 1) * SCALES[word]
            group, room, top, scaled = 0, 1000, SCALES[word], True
        elif word in HALVES and tokens[place - 1] in JOINS and end > at:
            total += Fraction(top if scaled and not group else 1, 2)
            half = True
        else:
            break
        place += 1
        end = place
    if end == at:
        return None
    value = total + group
    if half and end < len(tokens) and tokens[end] in SCALES and not scaled:
        return Amount(value * SCALES[tokens[end]], scaled=True), end + 1
    return Amount(value, scaled), end


def _bare_letter(word: str, group: int) -> bool:
    """`k`, `m` and `mi` are scales only behind a number."""
    return word in {"k", "m", "mi", "grand"} and not group


def _room_after(value: int) -> int:
    """What may still be added behind a word: after hundreds tens, after tens units, after units nothing."""
    if value >= 100:
        return 100
    return 10 if value >= 20 and value % 10 == 0 else 0
