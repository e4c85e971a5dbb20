"""How many files and connections the system lets this process have open."""

from __future__ import annotations

import sys

MOST = 65_536
"""Where the system sets no end: more than a room has."""
KEPT = 128
"""For the database, papers and whatever else is no connection."""
UNKNOWN = 512
"""What the smallest systems give."""


def raise_file_limit() -> int:
    """As many open files as the system allows without asking anybody; the number that holds from here on."""
    if sys.platform == "win32":  # it has no such limit to raise
        return UNKNOWN
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # some systems promise more than they give
        return soft
    return wanted


def most_connections() -> int:
    return max(raise_file_limit() - KEPT, KEPT)
