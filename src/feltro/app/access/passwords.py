"""Which passwords are refused, and how strong the others are: no list of rules to obey, only what guessers try first.

`common_passwords.txt` is our own: what people in Brazil and elsewhere are known to choose, folded to plain letters. A word
of it with a year behind it, with digits for letters, or written twice is the same password.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import NamedTuple

from feltro.app.access.secrets import LONGEST, SHORTEST
from feltro.kernel.outcome import Refused

LIST = Path(__file__).parent / "common_passwords.txt"
DIGITS_AS_LETTERS = str.maketrans("013457@$!", "oieastasi")
RUNS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")
FEWEST_SIGNS = 5
OWN_LETTERS = 4
"""What has to be left of a password without the person's own name."""


class Strength(NamedTuple):
    level: int
    """0: refused; 1 to 3: it will do, good, very good."""
    because: Refused | None


def password_fault(password: str, user: str, name: str = "") -> Refused | None:
    """Why this password is not taken from this person; nothing where it is."""
    if len(password) < SHORTEST or len(password.encode("utf-8", "replace")) > LONGEST:
        return Refused("access.password_unfit", {"shortest": SHORTEST})
    if is_named_after(password, user, name):
        return Refused("access.password_named")
    if is_common(password):
        return Refused("access.password_common")
    return None


def strength(password: str, user: str, name: str = "") -> Strength:
    fault = password_fault(password, user, name)
    if fault:
        return Strength(0, fault)
    kinds = sum(bool(re.search(kind, password)) for kind in (r"[a-z]", r"[A-Z]", r"[0-9]", r"[^a-zA-Z0-9]"))
    weight = len(password) + 2 * (kinds - 1)
    return Strength(3 if weight >= 20 else 2 if weight >= 15 else 1, None)


def is_common(password: str) -> bool:
    plain = folded(password)
    stem = plain.strip("0123456789")
    words = {plain, stem, _once(plain), _once(stem)}
    small = password.lower()
    tail = re.search(r"[^a-z]*$", small)
    ends = range(tail.start() if tail else len(small), len(small) + 1)
    words |= {folded(small[:end].translate(DIGITS_AS_LETTERS)) for end in ends}
    return bool(words & common()) or len(set(plain)) < FEWEST_SIGNS or _is_a_run(plain)


def is_named_after(password: str, user: str, name: str) -> bool:
    """Made of the person's own names: with them taken out, hardly a letter is left."""
    left = folded(password)
    own = sorted({folded(one) for one in re.split(r"[\s._-]+", f"{user} {name}")} | {folded(user)}, key=len)
    names = [one for one in reversed(own) if len(one) > 2]
    for one in names:
        left = left.replace(one, "")
    return left != folded(password) and len(re.sub(r"[0-9]", "", left)) < OWN_LETTERS


def folded(said: str) -> str:
    """Small letters without accents, and digits; nothing else."""
    plain = unicodedata.normalize("NFKD", said.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]", "", plain) or said


@cache
def common() -> frozenset[str]:
    return frozenset(LIST.read_text("utf-8").split())


def _once(said: str) -> str:
    """What is written two or three times is written once."""
    return re.sub(r"^(.+?)\1+$", r"\1", said)


def _is_a_run(plain: str) -> bool:
    """Letters or digits as they stand in a row, forwards or backwards, one row after the other."""
    rest = plain
    rows = (*RUNS, *(run[::-1] for run in RUNS))
    while rest:
        longest = max(next(n for n in range(len(rest), -1, -1) if rest[:n] in run) for run in rows)
        if longest < FEWEST_SIGNS:
            return False
        rest = rest[longest:]
    return bool(plain)
