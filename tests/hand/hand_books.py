"""The rules of a hand under each of the five books."""

from feltro.rulebook.library import shipped
from feltro.rulings.hand_rules import hand_rules

BOOKS = {book_id: hand_rules(shipped()[book_id]) for book_id in shipped().ids}
