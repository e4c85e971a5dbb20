"""The clock while tables play hand for hand: it runs by hands, not by minutes."""


def seconds_after(seconds_left: int, hands: int, minutes_per_hand: int) -> int:
    """What is left of the level after some hands, however long they took; never below zero."""
    return max(0, seconds_left - hands * minutes_per_hand * 60)


def level_ends_in_hand(seconds_left: int, minutes_per_hand: int) -> int | None:
    """In which hand from now the level ends; the next hand is played at the new level."""
    if minutes_per_hand <= 0:
        return None
    return -(-seconds_left // (minutes_per_hand * 60))
