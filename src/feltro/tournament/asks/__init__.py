"""Who asked for an entry from their phone, in the order in which they did, until the desk has them."""
