"""The streams that are of the house alone: ids and no names, each with its events and its state."""
