"""The roles of a house, and the groups of them that acts are left to, named as an owner would."""

Roles = tuple[str, ...]

ROLES: Roles = ("organiser", "director", "finance", "cashier", "floor", "dealer", "viewer")

ORGANISER: Roles = ("organiser",)
DIRECTOR: Roles = ("director",)
OFFICE: Roles = ("organiser", "director")
OWN_MONEY: Roles = (*ORGANISER, "finance")
"""The organiser's own money."""
BOOKS: Roles = (*OFFICE, "finance")
DESK: Roles = (*OFFICE, "cashier")
MONEY: Roles = (*DESK, "finance")
"""Whoever takes or hands out the house's money."""
FLOOR: Roles = (*OFFICE, "floor")
TABLES: Roles = (*FLOOR, "dealer")
"""Whoever stands at a table."""
DESK_AND_FLOOR: Roles = (*DESK, "floor")
DESK_AND_TABLES: Roles = (*DESK_AND_FLOOR, "dealer")
STAFF: Roles = (*MONEY, "floor")
"""Everybody who works there except at a table."""
EVERYBODY_AT_WORK: Roles = ROLES[:-1]

ADDED_BY: dict[str, Roles] = {
    "organiser": ORGANISER,
    "director": ORGANISER,
    "finance": ORGANISER,
    "cashier": OFFICE,
    "floor": OFFICE,
    "dealer": OFFICE,
    "viewer": OFFICE,
}
"""Who may make an account of each role, or give it that role."""
LET_IN_BY: dict[str, Roles] = {
    **dict.fromkeys(MONEY, ORGANISER),
    **dict.fromkeys(("floor", "dealer", "viewer"), OFFICE),
}
"""Who may change the password of somebody in each role, send a new link, take the role or the account away. Whoever
holds the key of somebody who handles money could be two people at once: only the organiser gives it."""
