"""What a stranger wrote, in one line of a log: an address may hold line breaks, and a line of a log is believed."""

LONGEST = 300


def in_one_line(said: str) -> str:
    """Whatever would not be seen as a sign of its own is written as its number."""
    shown = "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in said[:LONGEST]
    )
    return shown if len(said) <= LONGEST else f"{shown}..."
