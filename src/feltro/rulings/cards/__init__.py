"""Cards: dealt wrong, on the board too early or too many, folded, shown or swept by mistake."""

from feltro.rulings.cards import board, deal, folds, killed_hands, misdeals

KINDS = (*board.KINDS, *deal.KINDS, *folds.KINDS, *killed_hands.KINDS, *misdeals.KINDS)
