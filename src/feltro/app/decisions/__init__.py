"""How each stream decides: what it is given to know, and what the others learn in the same transaction."""
