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
