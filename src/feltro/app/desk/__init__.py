"""What the desk and the room are shown: prices, receipts, refunds, notices and rules, read from state and book."""
